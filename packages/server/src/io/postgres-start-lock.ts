// The lock of servers that start: one at a time migrates the database or creates its first account. It belongs to a
// transaction and not to a session, so it also works behind a connection pooler, and ends when its server dies.
import { PostgresConnection } from './postgres-connection.ts'
import { withoutTimeouts } from './postgres-settings.ts'

/** Also held by commands that must prevent a server from starting. */
export const advisoryLockId = 0x53746e74

export async function withStartLock<T>(url: string, log: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const connection = new PostgresConnection(url, withoutTimeouts)
  try {
    const client = await connection.client()
    await connection.begin(client)
    const { rows } = await client.query({ text: `select pg_try_advisory_xact_lock(${advisoryLockId})::int` })
    if (rows[0]?.[0] !== 1) {
      log('Waiting for another Stint server or command that is preparing this database.')
      await client.query({ text: `select pg_advisory_xact_lock(${advisoryLockId})` })
    }
    return await work()
  } finally {
    // The transaction and the lock end with the connection.
    await connection.close()
  }
}
