// What opens over any screen when it is asked for. Each is loaded apart from the first screen, but soon after it: who presses Ctrl K
// goes on typing at once.
import { lazy, Suspense, useEffect } from 'react'
import { useOverlay } from './frame/overlays.ts'

const newTask = () => import('./screens/tasks/new-task.tsx')
const palette = () => import('./screens/palette/palette.tsx')
const sheet = () => import('./screens/palette/shortcut-sheet.tsx')

const NewTask = lazy(async () => ({ default: (await newTask()).NewTask }))
const Palette = lazy(async () => ({ default: (await palette()).Palette }))
const ShortcutSheet = lazy(async () => ({ default: (await sheet()).ShortcutSheet }))

const soonMs = 1500

/** What cannot be had now is asked for again when it is needed. */
function fetchSoon(): () => void {
  const timer = setTimeout(() => void Promise.allSettled([palette(), newTask()]), soonMs)
  return () => clearTimeout(timer)
}

export function Overlays() {
  const overlay = useOverlay()
  useEffect(fetchSoon, [])
  return (
    <Suspense>
      {overlay?.kind === 'newTask' && <NewTask {...overlay} />}
      {overlay?.kind === 'palette' && <Palette />}
      {overlay?.kind === 'shortcuts' && <ShortcutSheet />}
    </Suspense>
  )
}
