// Every screen of the application as each role, on a phone. What the table of screens is held against is in the file for desktops.

import { testAllScreens } from './screen-checks.ts'
import { openApp } from './test-app.ts'

testAllScreens(openApp(), 'phone')
