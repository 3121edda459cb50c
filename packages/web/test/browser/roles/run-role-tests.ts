// Walks points: a test for each role on each size, with a server of its own for each size, so that what is done on one is not met on
// the other. Which points there are say the files that call it, each for an area.
import { describe, test } from 'node:test'
import { demoLogins } from '../screens.ts'
import { openApp } from '../test-app.ts'
import { RoleRun, type RoleTests } from './role-test.ts'

/** To be called once in a file. */
export function runRoleTests(points: Readonly<Record<string, RoleTests>>): void {
  for (const device of ['desktop', 'phone'] as const) {
    describe(`on a ${device}`, () => {
      const app = openApp()
      for (const [what, point] of Object.entries(points)) {
        for (const who of demoLogins) test(`${what}, as ${who}`, () => point[who](new RoleRun(app, who, device)))
      }
    })
  }
}
