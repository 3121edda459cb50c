// The list that one came from, as ids in its order: the page of a record knows by it what is before and after. A list
// sets it when it is shown; nothing is kept beyond the page.
import { createStore } from './store.ts'

const sourceLists = createStore<Readonly<Record<string, readonly number[]>>>({})

/** `name` is that of the resource. */
export const setSourceList = (name: string, ids: readonly number[]): void =>
  sourceLists.set({ ...sourceLists.get(), [name]: ids })

const emptyList: readonly number[] = []

export const useSourceList = (name: string): readonly number[] => sourceLists.use()[name] ?? emptyList
