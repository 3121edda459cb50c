// What can be opened from anywhere: the new task, the palette, the sheet of shortcuts. Who opens it need not know
// where it lives.
import { createStore } from './store.ts'

export type Overlay =
  | { readonly kind: 'newTask'; readonly projectid?: number; readonly milestoneid?: number; readonly datedue?: string }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }

const overlay = createStore<Overlay | null>(null)

/** A new task, of the project whose page is open if there is one. */
export function openNewTask(): void {
  const [, projectid] = /\/projects\/(\d+)/.exec(location.pathname) ?? []
  openOverlay({ kind: 'newTask', ...(projectid === undefined ? {} : { projectid: Number(projectid) }) })
}

export const openOverlay = (which: Overlay): void => overlay.set(which)
export const closeOverlay = (): void => overlay.set(null)
export const useOverlay = overlay.use
