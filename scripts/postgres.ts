// A real PostgreSQL for a run of the tests or the benchmarks: the one STINT_TEST_DATABASE_URL names, or a throw-away one
// that lives exactly as long as this process. It creates no tables and no databases in it: that is for those who use it.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const KEEPER = fileURLToPath(new URL('postgres-keeper.ts', import.meta.url))

export interface Postgres {
  readonly url: string
  readonly version: string
  /** Host, port and database, without the password. */
  readonly address: string
  stop(): Promise<void>
}

export async function findPostgres(): Promise<Postgres> {
  const given = process.env.STINT_TEST_DATABASE_URL
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startThrowAway()
  try {
    const { host, pathname } = new URL(url)
    return { url, version: await versionOf(url), address: `${host}${pathname}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The keeper is detached, so that Ctrl-C reaches us and not the server under the tests that are still ending. */
export async function startThrowAway(
  kind: 'fast' | 'durable' = 'fast',
): Promise<{ url: string; stop: () => Promise<void> }> {
  const keeper = spawn(process.execPath, [KEEPER, kind], { detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => keeper.once('close', () => resolve()))
  const complaints: string[] = []
  keeper.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text))
  const stop = () => {
    keeper.stdin.end()
    return ended
  }
  for await (const url of createInterface({ input: keeper.stdout })) return { url, stop }
  await ended
  throw new Error(`PostgreSQL did not start.\n${complaints.join('')}`)
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version ?? 'unknown'
  } finally {
    await client.end()
  }
}
