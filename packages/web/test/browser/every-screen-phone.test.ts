// Every screen of the application as each role, on a phone. What the table of screens is held against is in the file for desktops.
import { openApp } from './browsing.ts'
import { walkScreens } from './screen-walk.ts'

walkScreens(openApp(), 'phone')
