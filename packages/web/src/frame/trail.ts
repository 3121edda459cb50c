// The list that one came from, as ids in its order: the page of a record knows by it what is before and after. A list sets it when
// it is shown; nothing is kept beyond the page.
import { storeOf } from './store.ts'

const trail = storeOf<Readonly<Record<string, readonly number[]>>>({})

/** `name` is that of the resource. */
export const setTrail = (name: string, ids: readonly number[]): void => trail.set({ ...trail.get(), [name]: ids })

const none: readonly number[] = []

export const useTrail = (name: string): readonly number[] => trail.use()[name] ?? none
