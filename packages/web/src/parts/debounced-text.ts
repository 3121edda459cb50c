// The text of a field whose value is told when the user stops typing. For searches and other filters that are kept in
// the URL.
import { useEffect, useRef, useState } from 'react'

const debounceMs = 250

/** The text of a field; the callback gets it when the user stops typing. */
export function useDebouncedText(value: string, tell: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const latest = useRef(tell)
  latest.current = tell
  // The URL was changed elsewhere, such as by a saved filter or "back".
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed === told.current) return
    const timer = setTimeout(() => {
      told.current = typed.trim()
      latest.current(typed.trim())
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
