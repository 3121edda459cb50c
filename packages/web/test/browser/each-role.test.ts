// Every point of the application as each role, on a desktop; on a phone in the file beside. What goes deeper into one of them has a
// journey of its own, as the roles that it is about.
import { openApp } from './browsing.ts'
import { walkPoints } from './points/points.ts'

walkPoints(openApp(), 'desktop')
