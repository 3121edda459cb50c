// Finds traces of earlier data in a data folder: documents, the key of secure notes, request counts, copies of the
// database. Where there are any, a missing or empty database was lost and is not new.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { CannotOpen } from './errors.ts'
import { commitMarkFile } from './sqlite-commit-mark.ts'

/** A file that exists during the first start, and remains if the process is killed. */
export const firstStartMarker = 'first-start.json'

const isFilled = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Stored documents are in folders named by the first two digits of their hash. */
function hasDocuments(folder: string): boolean {
  if (!existsSync(folder)) return false
  return readdirSync(folder).some((name) => /^[0-9a-f]{2}$/.test(name) && readdirSync(join(folder, name)).length > 0)
}

function hasRequestCounts(file: string): boolean {
  if (!isFilled(file)) return false
  const quota = new BetterSqlite(file)
  try {
    return quota.prepare('select 1 from quota limit 1').get() !== undefined
  } catch {
    return false
  } finally {
    quota.close()
  }
}

function tracesOfData(folder: string): string[] {
  const traces: string[] = []
  if (!existsSync(folder)) return traces
  if (hasDocuments(join(folder, 'files'))) traces.push('documents in files')
  if (existsSync(join(folder, 'secret.key'))) traces.push('secret.key')
  if (hasRequestCounts(join(folder, 'quota.sqlite'))) traces.push('request counts in quota.sqlite')
  // Beside a database with a schema it is that database's own.
  if (!isFilled(join(folder, 'stint.sqlite')) && isFilled(join(folder, 'stint.sqlite-wal')))
    traces.push('stint.sqlite-wal')
  if (!isFilled(join(folder, 'stint.sqlite')) && isFilled(join(folder, commitMarkFile))) traces.push(commitMarkFile)
  return traces
}

/** The copies that a migration has made. Beside a database that was just migrated they prove nothing. */
const copiesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => /^stint-before-.*\.sqlite$/.test(name)) : []

/** Rejects a database without accounts if the folder had others before. The rest of a killed first start is none. */
export function rejectLostDatabase(folder: string, database: string, copies: readonly string[] = []): void {
  if (existsSync(join(folder, firstStartMarker))) return
  const traces = [...tracesOfData(folder), ...copies]
  if (traces.length === 0) return
  throw new CannotOpen(
    `${database} has no data, but ${folder} holds ${traces.join(', ')}: the database was lost, emptied or moved, or the ` +
      'setting STINT_DATABASE_URL is missing or names another one. Nothing was changed. Put the database back, or run ' +
      '`stint restore --from <backup> --data <new folder>` and start with that folder. To begin anew on purpose, choose ' +
      'an empty folder, or move these away first.',
  )
}

export const rejectLostSqliteFile = (folder: string): void => {
  const file = join(folder, 'stint.sqlite')
  if (!isFilled(file)) rejectLostDatabase(folder, file, copiesIn(folder))
}
