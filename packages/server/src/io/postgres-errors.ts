// Translates PostgreSQL's error codes to the error classes of this program and marks those that are worth another
// attempt. postgres-batch-writer.ts makes that attempt.
import pg from 'pg'
import { ConstraintViolation } from './database.ts'
import { Busy, CannotOpen, DatabaseFull, Unavailable } from './errors.ts'

const lostConnectionPattern =
  /^(Connection terminated|Client (was closed|has encountered))|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND/
const unavailableCodes = new Set(['57P01', '57P02', '57P03', '53200', '25006'])
const busyCodes = new Set(['57014', '55P03', '53300', '25P03'])

/** Citus moved the rows of the account to another machine while the statement was planned. */
const movedShardPattern = /could not find valid entry for shard/

/** Citus lost the connection to a machine within a transaction; it has no code of its own for it. */
const lostMachinePattern = /^failure on connection marked as essential/

/** Two concurrent writes conflict, and one of them must run again. */
export class WriteConflict extends Busy {}

const translated = [Busy, Unavailable, DatabaseFull, CannotOpen]

export function translateError(error: unknown): unknown {
  if (translated.some((known) => error instanceof known)) return error
  if (error instanceof pg.DatabaseError) return fromDatabaseError(error)
  if (error instanceof Error && lostConnectionPattern.test(`${error.message} ${'code' in error ? error.code : ''}`)) {
    return new Unavailable('the connection to PostgreSQL was lost', { cause: error })
  }
  return error
}

/** On a distributed table an error names a shard: the name of the table or constraint, and the number of the shard. */
const withoutShard = (name: string | undefined): string => (name ?? '').replace(/_\d{6,}$/, '')

function fromDatabaseError(error: pg.DatabaseError): Error {
  const code = error.code ?? ''
  const [table, constraint] = [withoutShard(error.table), withoutShard(error.constraint)]
  switch (code) {
    case '23505':
      // Two writes created the row of a counter or a version at the same time. The second attempt finds it.
      if (table === 'counter' || table === 'tableversion') return writeConflict(error)
      return new ConstraintViolation('unique', constraint)
    case '23503':
      return new ConstraintViolation('reference', constraint)
    case '23514':
      return new ConstraintViolation('check', constraint)
    case '23502':
      return new ConstraintViolation('check', `${table}.${error.column}`)
    case '40001':
    case '40P01':
      return writeConflict(error)
    case '53100':
      return new DatabaseFull('the disk of the database is full', { cause: error })
  }
  if (movedShardPattern.test(error.message)) return writeConflict(error)
  if (busyCodes.has(code)) return new Busy(`the database is busy (${error.message})`, { cause: error })
  if (unavailableCodes.has(code) || code.startsWith('08') || lostMachinePattern.test(error.message)) {
    return new Unavailable(`the database cannot be used (${error.message})`, { cause: error })
  }
  return error
}

const writeConflict = (error: pg.DatabaseError): WriteConflict =>
  new WriteConflict('other writers kept getting in the way', { cause: error })
