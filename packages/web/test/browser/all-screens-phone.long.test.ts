// Opens every screen as each role on a phone, with axe in light. The dark colours are those of the desktop.
import { testAllScreens } from './screen-checks.ts'
import { demoLogins } from './screens.ts'
import { openApp } from './test-app.ts'

testAllScreens(openApp(), 'phone', demoLogins, { axe: ['light'], screenshots: true })
