// What is around the work as each role, on both sizes: settings, one's profile, places, keys, the palette, and how dates and numbers
// are written. What goes deeper has a journey of its own.
import { frame } from './points/frame.ts'
import { locale } from './points/locale.ts'
import { palette } from './points/palette.ts'
import { walkPoints } from './points/points.ts'
import { profile } from './points/profile.ts'
import { settings } from './points/settings.ts'

walkPoints({
  settings,
  'one’s profile': profile,
  'what is around every screen': frame,
  'the palette': palette,
  'dates and numbers': locale,
})
