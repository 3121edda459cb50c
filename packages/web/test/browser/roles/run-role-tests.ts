// Registers a test for each topic and role on a desktop, and for one role of each kind on a phone. Each size has its
// own server, because the tests of both sizes write to the same week of the timesheet. Which topics and roles there are
// is in role-topics.ts.
import { describe, test } from 'node:test'
import { longTest } from '../../../../server/test/fixture/suite-tests.ts'
import { demoLogins } from '../screens.ts'
import { type DemoLogin, type Device, openApp } from '../test-app.ts'
import { RoleRun } from './role-test.ts'
import { allTopics, calendarRoles, quickRoles, type Topics, topicsWithoutRoles } from './role-topics.ts'

/** Roles that use the same screens and differ in what they may see and do there. */
const kindsOfRoles: readonly (readonly DemoLogin[])[] = [
  ['demo-administrator', 'demo-manager'],
  ['demo-resource', 'demo-restricted'],
  ['demo-executive'],
]

/** The first role of each test of a topic, which several roles may share. */
function rolesOfTests(topics: Topics, topic: string): readonly DemoLogin[] {
  const tests = topics[topic]
  return demoLogins.filter((who, at) => !demoLogins.slice(0, at).some((other) => tests?.[other] === tests?.[who]))
}

const desktopRoles = (topics: Topics, topic: string): readonly DemoLogin[] =>
  topicsWithoutRoles.includes(topic) ? rolesOfTests(topics, topic) : demoLogins

/** One role of each kind, in turn from topic to topic, and every role that has a test of its own in this topic. */
function phoneRoles(topics: Topics, topic: string): readonly DemoLogin[] {
  if (topicsWithoutRoles.includes(topic)) return rolesOfTests(topics, topic)
  const turn = Object.keys(allTopics).indexOf(topic)
  const inTurn = kindsOfRoles.flatMap((roles) => roles[turn % roles.length] ?? [])
  const testOf = (who: DemoLogin): unknown => topics[topic]?.[who]
  return demoLogins.filter((who) => inTurn.includes(who) || !inTurn.some((one) => testOf(one) === testOf(who)))
}

type RolesOf = (topic: string) => readonly DemoLogin[]

/** Called once per device in a file. `moreRolesOf` are not part of `npm test`. */
function describeTopics(device: Device, topics: Topics, rolesOf: RolesOf, moreRolesOf: RolesOf = () => []): void {
  describe(`on a ${device}`, () => {
    const app = openApp()
    for (const [topic, roleTests] of Object.entries(topics)) {
      const testOf = (who: DemoLogin) =>
        [`${topic} as ${who}`, () => roleTests[who](new RoleRun(app, who, device))] as const
      for (const who of rolesOf(topic)) test(...testOf(who))
      for (const who of moreRolesOf(topic)) longTest(...testOf(who))
    }
  })
}

/** Every role on a desktop, one of each kind on a phone; fewer for topics that do not depend on the role. */
export function runFullMatrix(topics: Topics): void {
  describeTopics('desktop', topics, (topic) => desktopRoles(topics, topic))
  describeTopics('phone', topics, (topic) => phoneRoles(topics, topic))
}

/** The selection for `npm test`, and what is added to it at some instants. */
export const runSelectedRoles = (): void =>
  describeTopics(
    'desktop',
    allTopics,
    (topic) => quickRoles[topic] ?? [],
    (topic) => calendarRoles[topic] ?? [],
  )
