// Ctrl P in a long list: what of it is not there yet is asked for first, because on the way to the paper nothing can be. What
// prints without the key, such as the browser's own menu, has what is there.
import { useEffect, useState } from 'react'
import type { Window } from '../../api/windows.ts'
import { useKeys } from '../../frame/shortcuts.ts'
import { useTasksWords } from '../../words/tasks.ts'

/** More than these nobody reads on paper; the paper says how many there are. */
const mostAsked = 1000
const patienceMs = 6000

export function usePrintKey({ count, at, onRange }: Pick<Window<unknown>, 'count' | 'at' | 'onRange'>): void {
  const words = useTasksWords().keys
  const [wanted, setWanted] = useState(false)
  useKeys([{ keys: 'Ctrl+p', name: words.print, run: () => setWanted(true) }])
  const end = Math.min(count ?? 0, mostAsked)
  const isThere = Array.from({ length: wanted ? end : 0 }, (_, place) => at(place)).every((one) => one !== undefined)
  useEffect(() => {
    if (!wanted) return
    onRange(0, Math.max(0, end - 1))
    const begin = (): void => {
      setWanted(false)
      print()
    }
    // Where the server does not answer, what is there is printed.
    const timer = setTimeout(begin, isThere ? 0 : patienceMs)
    return () => clearTimeout(timer)
  }, [wanted, end, isThere, onRange])
}
