// What opens over any screen when it is asked for. Each is loaded apart from the first screen, but soon after it: who presses Ctrl K
// goes on typing at once.
import { lazy, Suspense, useEffect } from 'react'
import { loadPart, loadSoon } from './api/late.ts'
import { useOverlay } from './frame/overlays.ts'

const newTask = () => import('./screens/tasks/new-task.tsx')
const palette = () => import('./screens/palette/palette.tsx')
const sheet = () => import('./screens/palette/shortcut-sheet.tsx')

const NewTask = lazy(async () => ({ default: (await loadPart(newTask)).NewTask }))
const Palette = lazy(async () => ({ default: (await loadPart(palette)).Palette }))
const ShortcutSheet = lazy(async () => ({ default: (await loadPart(sheet)).ShortcutSheet }))

export function Overlays() {
  const overlay = useOverlay()
  useEffect(() => loadSoon([palette, newTask, sheet]), [])
  return (
    <Suspense>
      {overlay?.kind === 'newTask' && <NewTask {...overlay} />}
      {overlay?.kind === 'palette' && <Palette />}
      {overlay?.kind === 'shortcuts' && <ShortcutSheet />}
    </Suspense>
  )
}
