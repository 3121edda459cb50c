// The ids of the list that was shown last, in its order. The page of a record uses them for its links to the previous
// and the next record. They are kept in memory only.
import { createStore } from './store.ts'

const sourceLists = createStore<Readonly<Record<string, readonly number[]>>>({})

/** `name` is the name of the resource. */
export const setSourceList = (name: string, ids: readonly number[]): void =>
  sourceLists.set({ ...sourceLists.get(), [name]: ids })

const emptyList: readonly number[] = []

export const useSourceList = (name: string): readonly number[] => sourceLists.use()[name] ?? emptyList
