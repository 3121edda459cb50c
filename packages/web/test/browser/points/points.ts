// The points of the application in the order in which they are walked, and the tests that walk them: one for each role.
import { test } from 'node:test'
import type { App, Device } from '../browsing.ts'
import { people } from '../screens.ts'
import { home } from './home.ts'
import { type Point, Way } from './point.ts'
import { signingIn } from './sign-in.ts'
import { timer } from './timer.ts'
import { timesheet } from './timesheet.ts'

const points: Readonly<Record<string, Point>> = {
  'signing in and out': signingIn,
  'the first screen': home,
  'the timer': timer,
  'the timesheet': timesheet,
}

/** Makes a test of each role's way through each point; to be called once in a file, which is of one size. */
export function walkPoints(app: App, device: Device): void {
  for (const [what, point] of Object.entries(points)) {
    for (const who of people) {
      test(`${what}, as ${who}, on a ${device}`, () => point[who](new Way(app, who, device)))
    }
  }
}
