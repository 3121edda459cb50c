// Walks points: a test for each role on each size, with a server of its own for each size, so that what is done on one is not met on
// the other. Which points there are say the files that call it, each for an area.
import { describe, test } from 'node:test'
import { openApp } from '../browsing.ts'
import { people } from '../screens.ts'
import { type Point, Way } from './point.ts'

/** To be called once in a file. */
export function walkPoints(points: Readonly<Record<string, Point>>): void {
  for (const device of ['desktop', 'phone'] as const) {
    describe(`on a ${device}`, () => {
      const app = openApp()
      for (const [what, point] of Object.entries(points)) {
        for (const who of people) test(`${what}, as ${who}`, () => point[who](new Way(app, who, device)))
      }
    })
  }
}
