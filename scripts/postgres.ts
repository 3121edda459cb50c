// A real PostgreSQL for a run of the tests or benchmarks: temporary clusters that end with this process. A cluster is
// either fast (without fsync) or durable; `stint serve` needs a durable one, because it refuses a PostgreSQL that may
// lose acknowledged writes. It creates no tables and no databases.
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { diskFolder } from './test-folder.ts'

const POSTGRES_PROCESS = fileURLToPath(new URL('postgres-process.ts', import.meta.url))

export type ClusterKind = 'fast' | 'durable'

/**
 * Starts one cluster per kind in the folder, which is removed when they are stopped or this process ends. The process
 * that runs them is detached, so that Ctrl-C does not stop PostgreSQL while tests are still ending.
 */
export async function startClusters(
  folder: string,
  kinds: readonly ClusterKind[],
): Promise<{ urls: readonly string[]; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [POSTGRES_PROCESS, folder, ...kinds], { detached: true, stdio: 'pipe' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const errorOutput: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => errorOutput.push(text))
  const stop = () => {
    child.stdin.end()
    return ended
  }
  for await (const line of createInterface({ input: child.stdout })) return { urls: JSON.parse(line), stop }
  await ended
  throw new Error(`PostgreSQL did not start.\n${errorOutput.join('')}`)
}

/** Starts one cluster on disk, for callers that stop or measure their own PostgreSQL. */
export async function startCluster(kind: ClusterKind): Promise<{ url: string; stop: () => Promise<void> }> {
  const { urls, stop } = await startClusters(mkdtempSync(join(diskFolder, 'stint-postgres-')), [kind])
  return { url: urls[0] ?? '', stop }
}

/** Connects, calls `work`, and disconnects. */
export async function withPgClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const versionOf = (url: string): Promise<string> =>
  withPgClient(url, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version ?? 'unknown'
  })

export const dropDatabases = (url: string, prefix: string): Promise<void> =>
  withPgClient(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  })
