// A process of its own that opens a database and tells when it is open, then stays until it is ended or killed.
// It is started by the tests of migrations and locks, and is no server.
import { systemClock } from '../../src/io/clock.ts'
import { openPostgres } from '../../src/io/postgres.ts'
import { openSqlite } from '../../src/io/sqlite.ts'

interface Asked {
  readonly url?: string
  readonly dataFolder: string
  readonly migrations?: string
  readonly workersMayShare?: boolean
}

const { url, dataFolder, migrations, workersMayShare = false } = JSON.parse(process.argv[2] ?? '') as Asked
const folder = migrations === undefined ? {} : { migrations: new URL(migrations) }
const log = (): void => undefined
process.send?.('opening')
try {
  const database =
    url === undefined
      ? await openSqlite({ dataFolder, clock: systemClock, log, workersMayShare, ...folder })
      : await openPostgres({ url, clock: systemClock, log, allowUnsafe: true, ...folder })
  process.send?.('open')
  process.once('disconnect', () => database.close())
} catch (error) {
  process.send?.(`refused: ${error instanceof Error ? error.message : error}`)
  process.disconnect?.()
}
