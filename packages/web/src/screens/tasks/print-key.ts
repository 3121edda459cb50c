// Ctrl P in a long list: what of it is not there yet is asked for first, because on the way to the paper nothing can
// be. What prints without the key, such as the browser's own menu, has what is there.
import { useEffect, useState } from 'react'
import type { ListWindow } from '../../api/list-window.ts'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { useTasksMessages } from '../../messages/tasks.ts'

/** More than these nobody reads on paper; the paper says how many there are. */
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
    // Where the server does not answer, what is there is printed.
    const timer = setTimeout(begin, isThere ? 0 : maxWaitMs)
    return () => clearTimeout(timer)
  }, [wanted, end, isThere, onRange])
}
