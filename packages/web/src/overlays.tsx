// The dialogs that can open over any screen. They are loaded soon after the first screen, so that they open without
// delay: after Ctrl+K people continue typing at once.
import { Suspense, useEffect } from 'react'
import { lazyPart, preload } from './api/lazy.ts'
import { useOverlay } from './frame/overlays.ts'

const newTask = () => import('./screens/tasks/new-task.tsx')
const palette = () => import('./screens/palette/palette.tsx')
const sheet = () => import('./screens/palette/shortcut-sheet.tsx')

const NewTask = lazyPart(newTask, 'NewTask')
const Palette = lazyPart(palette, 'Palette')
const ShortcutSheet = lazyPart(sheet, 'ShortcutSheet')

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
