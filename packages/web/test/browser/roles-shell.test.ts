// What is around the work as each role, on both sizes: settings, one's profile, places, keys, the palette, and how dates and numbers
// are written. What goes deeper has a journey of its own.

import { locale } from './roles/locale.ts'
import { navigation } from './roles/navigation.ts'
import { palette } from './roles/palette.ts'
import { profile } from './roles/profile.ts'
import { runRoleTests } from './roles/run-role-tests.ts'
import { settings } from './roles/settings.ts'

runRoleTests({
  settings,
  'one’s profile': profile,
  'what is around every screen': navigation,
  'the palette': palette,
  'dates and numbers': locale,
})
