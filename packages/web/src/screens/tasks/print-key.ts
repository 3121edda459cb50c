// Ctrl+P in a long list: the rest of the list is loaded before it is printed, because nothing can be loaded while the
// browser prints. Printing by the menu of the browser prints only what is loaded.
import { useEffect, useState } from 'react'
import type { ListWindow } from '../../api/list-window.ts'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { useTasksMessages } from '../../messages/tasks.ts'

/** At most so many rows are printed; the print says how many there are in all. */
const maxPrefetched = 1000
const maxWaitMs = 6000

export function usePrintKey({ count, at, onRange }: Pick<ListWindow<unknown>, 'count' | 'at' | 'onRange'>): void {
  const messages = useTasksMessages().keys
  const [wanted, setWanted] = useState(false)
  useShortcutKeys([{ keys: 'Ctrl+p', name: messages.print, run: () => setWanted(true) }])
  const end = Math.min(count ?? 0, maxPrefetched)
  const isThere = Array.from({ length: wanted ? end : 0 }, (_, place) => at(place)).every((one) => one !== undefined)
  useEffect(() => {
    if (!wanted) return
    onRange(0, Math.max(0, end - 1))
    const begin = (): void => {
      setWanted(false)
      print()
    }
    // If loading takes too long, the rows that are loaded are printed.
    const timer = setTimeout(begin, isThere ? 0 : maxWaitMs)
    return () => clearTimeout(timer)
  }, [wanted, end, isThere, onRange])
}
