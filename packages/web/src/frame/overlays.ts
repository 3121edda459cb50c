// Dialogs that can be opened from any screen: new task, command palette, shortcut help. The caller need not import
// their components.
import { createStore } from './store.ts'

export type Overlay =
  | { readonly kind: 'newTask'; readonly projectid?: number; readonly milestoneid?: number; readonly datedue?: string }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }

const overlay = createStore<Overlay | null>(null)

/** Opens the dialog for a new task, with the project whose page is open, if any. */
export function openNewTask(): void {
  const [, projectid] = /\/projects\/(\d+)/.exec(location.pathname) ?? []
  openOverlay({ kind: 'newTask', ...(projectid === undefined ? {} : { projectid: Number(projectid) }) })
}

export const openOverlay = (which: Overlay): void => overlay.set(which)
export const closeOverlay = (): void => overlay.set(null)
export const useOverlay = overlay.use
