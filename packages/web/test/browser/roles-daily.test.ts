// The days of each role, on both sizes: signing in, the first screen, the timer and the timesheet. What goes deeper into one of them
// has a journey of its own, as the roles that it is about.
import { home } from './roles/home.ts'
import { runRoleTests } from './roles/run-role-tests.ts'
import { signingIn } from './roles/sign-in.ts'
import { timer } from './roles/timer.ts'
import { timesheet } from './roles/timesheet.ts'

runRoleTests({
  'signing in and out': signingIn,
  'the first screen': home,
  'the timer': timer,
  'the timesheet': timesheet,
})
