// A process of its own that admits requests one after another and tells each number it was given, until it is killed.
// It is started by the tests of the meter, and is no server.
import { systemClock } from '../../src/io/clock.ts'
import { openDatabase } from '../../src/io/open.ts'

const { url, dataFolder, accountid } = JSON.parse(process.argv[2] ?? '') as {
  url?: string
  dataFolder: string
  accountid: number
}
const database = await openDatabase({ url, dataFolder, clock: systemClock, allowUnsafe: true })
for (;;) {
  const { used } = await database.admit(accountid, '2026-03-01')
  process.send?.(used)
}
