// The demo company in a fresh database, at an instant of the test's choosing, and plain questions to its tables.
import { FixedClock } from '../../src/io/clock.ts'
import type { Database, Row } from '../../src/io/database.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { dayInZone } from '../../src/kit/calendar.ts'
import { loadDemo } from '../../src/main/demo.ts'
import { demoZone } from '../../src/main/demo-maker.ts'
import { createAccount } from '../../src/resources/account.ts'
import { testFiles } from './world.ts'

/** A Thursday noon in Berlin. */
export const thursday = '2026-05-14T10:00:00Z'

export async function loaded(database: Database, instant: string): Promise<FixedClock> {
  const clock = new FixedClock(instant)
  const owner = await createAccount(database, {
    name: 'Demo company',
    timezone: demoZone,
    today: dayInZone(clock.now(), demoZone),
    administrator: { firstname: 'Ada', lastname: '', username: 'admin', passwordHash: '', email: 'ada@example.com' },
  })
  await loadDemo(database, clock, owner, testFiles)
  return clock
}

export const ask = (database: Database, text: string): Promise<Row[]> =>
  database.read(1, (tx) => tx.all(statement(sql`${sql.raw(text)}`)))

export const count = async (database: Database, from: string): Promise<number> =>
  Number((await ask(database, `select count(*) from ${from}`))[0]?.[0])
