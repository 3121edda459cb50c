// The time at which a test file runs: one instant for the server, the browser and the test, the same on every machine and every
// day. STINT_TEST_NOW moves it: the long run repeats the tests that depend on the calendar at instants where weeks, months,
// years and clock changes meet. Time passes from there on. No other test file reads the machine's clock.

/** A Thursday noon in Berlin. */
const usualInstant = '2026-05-14T10:00:00Z'

export const testInstant: string = process.env.STINT_TEST_NOW || usualInstant

const offsetSeconds = Math.round((Date.parse(testInstant) - Date.now()) / 1000)
if (!Number.isFinite(offsetSeconds)) throw new Error(`STINT_TEST_NOW is not an instant: ${testInstant}`)

export const clockOffsetMs: number = offsetSeconds * 1000

/** Milliseconds since 1970 as the servers of this test file count them. */
export const testNow = (): number => Date.now() + clockOffsetMs

/** The setting that gives a server of this test file the same time, or an earlier one. */
export const clockSetting = (secondsEarlier = 0): Readonly<Record<string, string>> => ({
  STINT_CLOCK_OFFSET: String(offsetSeconds - secondsEarlier),
})

/** The machine's own time, which files on disk have; for the age of files and nothing else. */
export const fileTimeNow = (): number => Date.now()
