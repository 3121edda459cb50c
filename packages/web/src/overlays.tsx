// The dialogs that can open over any screen. They are loaded soon after the first screen, so that they open without
// delay: after Ctrl+K people continue typing at once.
import { lazy, Suspense, useEffect } from 'react'
import { loadLazily, preload } from './api/lazy.ts'
import { useOverlay } from './frame/overlays.ts'

const newTask = () => import('./screens/tasks/new-task.tsx')
const palette = () => import('./screens/palette/palette.tsx')
const sheet = () => import('./screens/palette/shortcut-sheet.tsx')

const NewTask = lazy(async () => ({ default: (await loadLazily(newTask)).NewTask }))
const Palette = lazy(async () => ({ default: (await loadLazily(palette)).Palette }))
const ShortcutSheet = lazy(async () => ({ default: (await loadLazily(sheet)).ShortcutSheet }))

export function Overlays() {
  const overlay = useOverlay()
  useEffect(() => preload([palette, newTask, sheet]), [])
  return (
    <Suspense>
      {overlay?.kind === 'newTask' && <NewTask {...overlay} />}
      {overlay?.kind === 'palette' && <Palette />}
      {overlay?.kind === 'shortcuts' && <ShortcutSheet />}
    </Suspense>
  )
}
