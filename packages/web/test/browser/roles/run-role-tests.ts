// Registers a test for each topic, role and screen size. Each size has its own server, because the tests of both sizes
// write to the same week of the timesheet. Which topics and roles there are is in role-topics.ts.
import { describe, test } from 'node:test'
import { demoLogins } from '../screens.ts'
import { type DemoLogin, type Device, openApp } from '../test-app.ts'
import { RoleRun } from './role-test.ts'
import { allTopics, everydayRoles, type Topics } from './role-topics.ts'

/** Called once per device in a file. */
function describeTopics(device: Device, topics: Topics, rolesOf: (topic: string) => readonly DemoLogin[]): void {
  describe(`on a ${device}`, () => {
    const app = openApp()
    for (const [topic, roleTests] of Object.entries(topics)) {
      for (const who of rolesOf(topic)) test(`${topic} as ${who}`, () => roleTests[who](new RoleRun(app, who, device)))
    }
  })
}

/** Every role on both screen sizes. */
export function runFullMatrix(topics: Topics): void {
  for (const device of ['desktop', 'phone'] as const) describeTopics(device, topics, () => demoLogins)
}

/** The selection for `npm test`. */
export function runEverydayRoles(): void {
  const roles: Readonly<Record<string, readonly DemoLogin[]>> = everydayRoles
  describeTopics('desktop', allTopics, (topic) => roles[topic] ?? [])
}
