// The days of each role, on both sizes: signing in, the first screen, the timer and the timesheet. What goes deeper into one of them
// has a journey of its own, as the roles that it is about.
import { home } from './points/home.ts'
import { walkPoints } from './points/points.ts'
import { signingIn } from './points/sign-in.ts'
import { timer } from './points/timer.ts'
import { timesheet } from './points/timesheet.ts'

walkPoints({
  'signing in and out': signingIn,
  'the first screen': home,
  'the timer': timer,
  'the timesheet': timesheet,
})
