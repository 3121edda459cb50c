// Settings of PostgreSQL for everything that runs on a connection, and whether the database is behind a connection
// pooler such as PgBouncer in transaction mode. Behind one, a session belongs to many programs, so that every setting
// must end with its transaction. It sends nothing.
import { CannotOpen } from './errors.ts'

export interface PostgresSettings {
  readonly values: Readonly<Record<string, string>>
  readonly isReadOnly?: boolean
  /** A connection on which a statement has had no response for so long is dead; none for statements without a limit. */
  readonly maxSilenceMs?: number
}

/** For a migration or a copy: another server's migration, or a long one here, must not be interrupted. */
export const withoutTimeouts: PostgresSettings = {
  values: { statement_timeout: '0', lock_timeout: '0', idle_in_transaction_session_timeout: '0' },
}

/** Long statements, and a short wait for locks, so that a running server does not wait long either. */
export const patientSettings: PostgresSettings = { values: { statement_timeout: '0', lock_timeout: "'5s'" } }

const assignments = (command: string, { values }: PostgresSettings): string[] =>
  Object.entries(values).map(([name, value]) => `${command} ${name} = ${value}`)

export const sessionSql = (settings: PostgresSettings): string =>
  [
    ...assignments('set', settings),
    "set default_transaction_isolation = 'read committed'",
    ...(settings.isReadOnly === true ? ['set default_transaction_read_only = on'] : []),
  ].join('; ')

/** Begins a transaction that has these settings itself. */
export const transactionSql = (settings: PostgresSettings, isolation = 'read committed'): string =>
  [
    `begin isolation level ${isolation}${settings.isReadOnly === true ? ', read only' : ''}`,
    ...assignments('set local', settings),
  ].join('; ')

const parameter = 'pooler'

/** `?pooler=transaction` in the address names a pooler; PostgreSQL itself does not know this parameter. */
export function poolerOf(url: string): { readonly address: string; readonly isPooled: boolean } {
  const parsed = URL.parse(url)
  const pooler = parsed?.searchParams.get(parameter) ?? null
  if (parsed === null || pooler === null) return { address: url, isPooled: false }
  if (pooler !== 'transaction') throw new CannotOpen(`The pooler of a database can be "transaction", not "${pooler}".`)
  parsed.searchParams.delete(parameter)
  return { address: parsed.href, isPooled: true }
}
