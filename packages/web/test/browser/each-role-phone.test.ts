// Every point of the application as each role, on a phone.
import { openApp } from './browsing.ts'
import { walkPoints } from './points/points.ts'

walkPoints(openApp(), 'phone')
