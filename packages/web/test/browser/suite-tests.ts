// Declares browser tests for one of the two suites. A browser test takes several seconds, so `npm test` has the main
// tasks of each area, and the long suite has the variants. A file that uses both is listed in scripts/test-suites.ts.
import { test } from 'node:test'

type Declare = (name: string, body: () => Promise<void>) => void

const declare: Declare = (name, body) => void test(name, body)
const leaveOut: Declare = () => undefined

const suite = process.env.STINT_TEST_SUITE

/** A test of `npm test`, which the long suite does not repeat. */
export const quickTest: Declare = suite === 'long' ? leaveOut : declare

/** A test of `npm run test:long`. A file that is started by hand, or at another instant, runs all its tests. */
export const longTest: Declare = suite === 'test' ? leaveOut : declare
