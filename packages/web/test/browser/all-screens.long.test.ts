// Opens every screen as each role on a desktop, with axe in light and dark. all-screens.test.ts is the shorter version
// for `npm test`.
import { testAllScreens } from './screen-checks.ts'
import { demoLogins } from './screens.ts'
import { openApp } from './test-app.ts'

testAllScreens(openApp(), 'desktop', demoLogins, { axe: ['light', 'dark'], screenshots: true })
