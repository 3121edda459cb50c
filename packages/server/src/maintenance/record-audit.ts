// The audit of an account's records: used numbers against their counters (I-28), whether there is an Administrator who
// can log in (I-33), and the files of documents and logo. It only reads.
import { createHash } from 'node:crypto'
import { groupSql } from '../define/actor.ts'
import type { Resource } from '../define/resource.ts'
import type { Database } from '../io/database.ts'
import { lastId } from '../io/dialect.ts'
import type { FileStore } from '../io/file-store.ts'
import { countRows, storedRowCount, tablesWithRowCount } from '../io/row-counts.ts'
import { accountSlot, joinFragments, slot, sql, sqlName, statement } from '../io/sql.ts'
import { fileColumns } from './file-columns.ts'
import type { AuditResult } from './invoice-audit.ts'

/** Each numbered column with its counter, from the definitions. */
function* numberedColumns(
  resources: Iterable<Resource>,
): Generator<{ table: string; column: string; counter: string }> {
  for (const { table, fields } of resources) {
    for (const [column, { from }] of Object.entries(fields)) {
      if ('counter' in from) yield { table, column, counter: from.counter }
    }
  }
}

export const auditCounters = (
  database: Database,
  accountid: number,
  resources: Iterable<Resource>,
): Promise<AuditResult> =>
  database.readOffloaded(accountid, async (tx) => {
    const problems: string[] = []
    let checked = 0
    for (const { table, column, counter } of numberedColumns(resources)) {
      const [used, last] =
        (await tx.first(
          statement(sql`select coalesce(max(numbered.${sqlName(column)}), 0),
              coalesce((select counter.n from counter where counter.accountid = ${accountSlot} and counter.name = ${sql.lit(counter)}), 0)
            from ${sqlName(table)} numbered where numbered.accountid = ${accountSlot}`),
        )) ?? []
      checked++
      if (Number(used) > Number(last)) {
        problems.push(`the next number of ${table} would be ${Number(last) + 1}, and ${used} is in use already`)
      }
    }
    return { checked, problems }
  })

/** Every list of all records says these numbers. */
export const auditRowCounts = (database: Database, accountid: number): Promise<AuditResult> =>
  database.readOffloaded(accountid, async (tx) => {
    const problems: string[] = []
    const tables = (await tx.all(tablesWithRowCount)).map(([table]) => String(table))
    for (const table of tables) {
      const counted = statement(sql`select ${storedRowCount(table)}, ${countRows(table)}`)
      const [stored, rows] = (await tx.first(counted)) ?? []
      if (stored !== null && Number(stored) !== Number(rows))
        problems.push(`${table} has ${rows} rows, and the stored number is ${stored}`)
    }
    return { checked: tables.length, problems }
  })

const approvedTime = statement(sql`select count(*), coalesce(sum(case when timesheet.id is null then 0 else 1 end), 0),
    coalesce(sum(case when time.approved = case when timesheet.id is null then 'f' else 't' end then 0 else 1 end), 0)
  from time left join timesheet on timesheet.accountid = time.accountid and timesheet.personid = time.personid
    and timesheet.weekstart = time.weekstart and timesheet.status = 'approved'
  where time.accountid = ${accountSlot}`)

/** The filter `approved` of time reads a column that is written when a week is approved or opened again. */
export const auditApprovedTime = (database: Database, accountid: number): Promise<AuditResult> =>
  database.readOffloaded(accountid, async (tx) => {
    const [entries = 0, approved, different] = ((await tx.first(approvedTime)) ?? []).map(Number)
    const problem = `${different} of ${entries} time entries are marked wrongly: ${approved} are in approved weeks`
    return { checked: entries, problems: different === 0 ? [] : [problem] }
  })

/** Tables with ids of the one sequence that belong to no resource. */
const internalTables = ['token', 'calendarfeed', 'outbox']

const lastIdQuery = statement(sql`select ${lastId}`)

export const auditIds = (database: Database, resources: Iterable<Resource>): Promise<AuditResult> =>
  database.readOffloaded(0, async (tx) => {
    const ofSequence = [...resources].filter(({ idCounter }) => idCounter === undefined)
    const tables = new Set([...ofSequence.map(({ table }) => table), ...internalTables])
    const largest = new Map<string, number>()
    for (const table of tables) {
      const ofTable = statement(sql`select coalesce(max(numbered.id), 0) from ${sqlName(table)} numbered`)
      largest.set(table, Number((await tx.first(ofTable))?.[0]))
    }
    // Read after them: a server may give out ids meanwhile.
    const last = Number((await tx.first(lastIdQuery))?.[0])
    const problems = [...largest].flatMap(([table, used]) =>
      used > last ? [`the next id would be ${last + 1}, and ${used} is in use already in ${table}`] : [],
    )
    return { checked: tables.size, problems }
  })

const administratorCounts =
  statement(sql`select count(*), coalesce(sum(case when person.primaryaccount = 't' then 1 else 0 end), 0)
  from person where person.accountid = ${accountSlot} and person.groupid = ${groupSql('Administrator')} and person.active = 't' and person.username <> ''`)

export async function auditAdministrators(database: Database, accountid: number): Promise<AuditResult> {
  const [active, primary] = (await database.read(accountid, (tx) => tx.first(administratorCounts))) ?? []
  const problems: string[] = []
  if (Number(active) === 0) problems.push('nobody who can log in is an Administrator')
  else if (Number(primary) !== 1) problems.push('it has no primary Administrator who can log in')
  return { checked: 1, problems }
}

const batchSize = 1000

/**
 * Each file once, with one of the records that refer to it. A hash with two sizes gives two rows, one of them wrong.
 */
const referencedFiles = statement(sql`select named.hash, named.filesize, min(named.what) from (
    ${joinFragments(
      fileColumns.map(
        ({
          table,
          hash,
          filesize,
          owner,
          noun,
        }) => sql`select ${sqlName(hash)} as hash, ${sqlName(filesize)} as filesize,
        ${sql.lit(`${noun} `)} || cast(${sqlName(owner)} as varchar(20)) as what from ${sqlName(table)}
        where accountid = ${accountSlot} and ${sqlName(hash)} is not null`,
      ),
      ' union all ',
    )}) named
  where named.hash > ${slot('after')} group by named.hash, named.filesize order by named.hash limit ${sql.lit(batchSize)}`)

/** The problem of a file, or undefined if it is intact. */
async function fileProblem(files: FileStore, hash: string, size: number, deep: boolean): Promise<string | undefined> {
  const file = await files.open(hash)
  if (file === undefined) return 'is missing'
  if (file.size !== size || !deep) {
    await file.close()
    return file.size === size ? undefined : `has ${file.size} bytes instead of ${size}`
  }
  const digest = createHash('sha256')
  if (size === 0) await file.close()
  else for await (const chunk of file.bytes(0, size - 1)) digest.update(chunk)
  return digest.digest('hex') === hash ? undefined : 'has other bytes than it was kept with'
}

/** With `deep` every byte is read, otherwise only presence and size are checked. */
export async function auditFiles(
  database: Database,
  accountid: number,
  files: FileStore,
  deep: boolean,
): Promise<AuditResult> {
  const problems: string[] = []
  let checked = 0
  for (let after = '', more = true; more; ) {
    const rows = await database.readOffloaded(accountid, (tx) => tx.all(referencedFiles, { after }))
    for (const [hash, size, owner] of rows) {
      const problem = await fileProblem(files, String(hash), Number(size), deep)
      if (problem !== undefined) problems.push(`the file ${hash} of ${owner} ${problem}`)
    }
    checked += rows.length
    after = String(rows.at(-1)?.[0] ?? '')
    more = rows.length === batchSize
  }
  return { checked, problems }
}
