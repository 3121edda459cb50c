// `stint doctor` on a valid demo company, and on the same one with one error of each kind written directly to the
// database.
import assert from 'node:assert/strict'
import { chmodSync, globSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { withPgClient } from '../../../../scripts/postgres.ts'
import { allDatabases } from '../fixture/database-servers.ts'
import { eachDatabaseEnv, type ProcessResult, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()

interface Check {
  readonly name: string
  readonly checked: number
  readonly findings: readonly string[]
}

type DatabaseEnv = Readonly<Record<string, string>>

const run = (place: DatabaseEnv, ...args: string[]): Promise<ProcessResult> =>
  processes.run({ args, env: place }).finished

async function doctor(
  place: DatabaseEnv,
  ...args: string[]
): Promise<{ code: number | null; checks: Map<string, Check> }> {
  const { code, stdout, stderr } = await run(place, 'doctor', '--json', ...args)
  assert.equal(stderr, '')
  const { well, checks } = JSON.parse(stdout) as { well: boolean; checks: Check[] }
  assert.equal(well, code === 0)
  return { code, checks: new Map(checks.map((check) => [check.name, check])) }
}

/** Runs SQL directly on the database, with foreign keys disabled. */
async function tamper(place: DatabaseEnv, texts: readonly string[]): Promise<void> {
  const url = place.STINT_DATABASE_URL
  if (url !== undefined) {
    await withPgClient(url, async (client) => {
      await client.query('set session_replication_role = replica')
      for (const text of texts) await client.query(text)
    })
    return
  }
  const file = new Sqlite(join(place.STINT_DATA ?? '', 'stint.sqlite'))
  try {
    file.pragma('foreign_keys = off')
    for (const text of texts) file.exec(text)
  } finally {
    file.close()
  }
}

const nthRow = (table: string, where: string, at: number): string =>
  `id = (select id from ${table} where ${where} order by id limit 1 offset ${at})`

const plantedErrors = (
  dialect: 'sqlite' | 'postgres',
): readonly (readonly [check: string, text: string, finding: RegExp])[] => [
  [
    'invoices',
    `update invoice set subtotal = subtotal + 100, total = total + 100, balance = balance + 100
      where ${nthRow('invoice', '1 = 1', 0)}`,
    /^account 1: invoice \d{5}: subtotal is kept as [\d.]+ and comes to [\d.]+$/,
  ],
  [
    'invoices',
    `update invoice set datepaid = '2001-01-01' where ${nthRow('invoice', '1 = 1', 1)}`,
    /^account 1: invoice \d{5}: datepaid is kept as 2001-01-01 and is (none|\d{4}-\d\d-\d\d)$/,
  ],
  [
    'invoices',
    `update invoice set numitems = numitems + 1 where ${nthRow('invoice', '1 = 1', 2)}`,
    /^account 1: invoice \d{5}: numitems is kept as \d+ and there are \d+$/,
  ],
  [
    'invoice lines',
    `update invoiceitem set quantity = quantity + 1000000 where ${nthRow('invoiceitem', "custom = 'f'", 0)}`,
    /^account 1: line \d+ of invoice \d{5}: its hours are not those of its time entries$/,
  ],
  [
    'invoice lines',
    `update invoiceitem set amount = amount + 100 where ${nthRow('invoiceitem', 'quantity is not null and rate is not null', 5)}`,
    /^account 1: line \d+ of invoice \d{5}: its amount is not quantity times rate$/,
  ],
  [
    'invoice lines',
    `update time set billable = 'f' where id = (select min(timeid) from invoicedtime)`,
    /^account 1: line \d+ of invoice \d{5}: 1 of its time entries are unbillable/,
  ],
  [
    'currencies',
    `update payment set currency = 'CHF' where ${nthRow('payment', 'invoiceid is not null', 0)}`,
    /^account 1: payment \d+ is in CHF, and its invoice \d{5} in EUR$/,
  ],
  [
    'currencies',
    `update estimate set currency = '' where ${nthRow('estimate', '1 = 1', 0)}`,
    /^account 1: estimate \d+ has no currency, and the company has one$/,
  ],
  [
    'numbers',
    "update counter set n = 1 where accountid = 1 and name = 'task'",
    /^account 1: the next number of task would be 2, and \d+ is in use already$/,
  ],
  [
    'ids',
    dialect === 'sqlite' ? 'update counter set n = 1500 where accountid = 0' : "select setval('ids', 1500)",
    /^the next id would be 1501, and \d+ is in use already in task$/,
  ],
  [
    'row counts',
    "update tableversion set rowcount = 1, rowcountat = n where accountid = 1 and tablename = 'task'",
    /^account 1: task has \d+ rows, and the stored number is 1$/,
  ],
  [
    'approved time',
    "update time set approved = 'f' where id in (select min(id) from time where approved = 't')",
    /^account 1: 1 of \d+ time entries are marked wrongly: \d+ are in approved weeks$/,
  ],
  [
    'database',
    'insert into taskowner (accountid, taskid, personid, position) select 1, 999999, min(id), 0 from person',
    /^1 rows of taskowner refer to rows of task that do not exist$/,
  ],
  [
    'secure notes',
    `update projectnote set note = 'in the clear' where ${nthRow('projectnote', "secure = 't'", 0)}`,
    /^account 1: projectnote \d+, note, account 1 is marked as encrypted and is not$/,
  ],
  [
    'secure notes',
    `update projectnote set note = (select moved.note from projectnote moved where moved.${nthRow('projectnote', "secure = 't'", 1)})
      where ${nthRow('projectnote', "secure = 't'", 2)}`,
    /^account 1: projectnote \d+, note, account 1 was changed or moved since it was encrypted$/,
  ],
  [
    'accounts',
    "update person set active = 'f' where groupid = 2",
    /^account 1: nobody who can log in is an Administrator$/,
  ],
]

eachDatabaseEnv((newPlace) => {
  test('a valid company is reported as such; every planted error is found, each in one line, and nothing is repaired', async () => {
    const place = { ...(await newPlace()), STINT_DATA: processes.newFolder() }
    const dialect = 'STINT_DATABASE_URL' in place ? 'postgres' : 'sqlite'
    assert.equal((await run(place, 'demo')).code, 0)
    const well = await doctor(place, '--deep')
    assert.deepEqual(
      [...well.checks.values()].filter(({ findings }) => findings.length > 0),
      [],
    )
    assert.equal(well.code, 0)
    for (const name of ['invoices', 'invoice lines', 'billed time', 'files', 'secure notes', 'numbers', 'database']) {
      assert.ok((well.checks.get(name)?.checked ?? 0) > 3, `hardly checked ${name}`)
    }
    assert.match((await run(place, 'doctor')).stdout, /^check +looked at\n(?:[a-z ]+ +\d+\n)+All is well\.\n$/)

    await tamper(
      place,
      plantedErrors(dialect).map(([, text]) => text),
    )
    const [missing = '', short = '', changed = ''] = globSync('files/??/*', { cwd: place.STINT_DATA })
      .filter((path) => /[0-9a-f]{62}$/.test(path))
      .sort()
      .map((path) => join(place.STINT_DATA, path))
    rmSync(missing)
    truncateSync(short, 1)
    const bytes = readFileSync(changed)
    bytes[0] = (bytes[0] ?? 0) ^ 1
    writeFileSync(changed, bytes)

    const { code, checks } = await doctor(place, '--deep')
    assert.equal(code, 1)
    for (const [name, text, finding] of plantedErrors(dialect)) {
      const { findings = [] } = checks.get(name) ?? {}
      assert.ok(
        findings.some((one) => finding.test(one)),
        `${text} was not found among ${JSON.stringify(findings)}`,
      )
    }
    const ofFiles = checks
      .get('files')
      ?.findings.map((one) => one.replace(/^account 1: the file \S+ of .*? (?=is|has)/, ''))
    assert.deepEqual(ofFiles?.sort(), [
      `has 1 bytes instead of ${ofFiles?.[0]?.split(' ').at(-1)}`,
      'has other bytes than it was kept with',
      'is missing',
    ])
    assert.equal((await doctor(place)).checks.get('files')?.findings.length, 2, 'without --deep no byte is read')
    const lines = (await run(place, 'doctor')).stdout.trimEnd().split('\n')
    assert.ok(lines.length >= plantedErrors(dialect).length)
    for (const line of lines) assert.match(line, /^[a-z ]+: .+\.$/)
  })

  test('a database that is missing, not migrated or of a newer version is a finding, not a crash', async () => {
    const place = { ...(await newPlace('empty')), STINT_DATA: processes.newFolder() }
    const findings = async (): Promise<string> => {
      const { code, checks } = await doctor(place)
      assert.equal(code, 1)
      return (checks.get('database')?.findings ?? []).join()
    }
    assert.match(await findings(), /There is no database in|not migrated yet/)
    assert.equal((await run(place, 'migrate')).code, 0)
    assert.equal((await doctor(place)).code, 0)
    await tamper(place, ["insert into migration (number, name, checksum, applied) values (99, 'x', 'y', 'z')"])
    assert.match(await findings(), /made by a newer Stint/)
    await tamper(place, ['delete from migration where number > 3'])
    assert.match(await findings(), /not migrated yet: start the server once, or run stint migrate/)
  })
}, allDatabases)

test('a damaged file, secrets that others can read, a missing folder and a wrong mail setting are found', async () => {
  const place = { STINT_DATA: processes.newFolder() }
  assert.equal((await run(place, 'migrate')).code, 0)
  const file = new Sqlite(join(place.STINT_DATA, 'stint.sqlite'))
  file.unsafeMode(true)
  file.pragma('writable_schema = on')
  file.exec("delete from sqlite_master where name = 'task_title'")
  file.close()
  chmodSync(place.STINT_DATA, 0o755)
  chmodSync(join(place.STINT_DATA, 'stint.sqlite'), 0o644)
  const lines = await run({ ...place, STINT_SMTP_URL: 'smtp://mail.example.com' }, 'doctor')
  assert.equal(lines.code, 1)
  assert.match(lines.stdout, /^settings: STINT_MAIL_FROM \(--mail-from\): is needed when STINT_SMTP_URL is set\.$/m)
  assert.match(lines.stdout, /^data folder: others on this machine can read .*stint\.sqlite: chmod 600 it/m)
  chmodSync(place.STINT_DATA, 0o700)
  const { checks } = await doctor(place)
  assert.match(checks.get('database')?.findings.join() ?? '', /stint\.sqlite is damaged: .*never used/)
  const nowhere = await run({ STINT_DATA: join(place.STINT_DATA, 'nowhere') }, 'doctor')
  assert.deepEqual([nowhere.code, nowhere.stderr], [1, ''])
  assert.match(nowhere.stdout, /^data folder: STINT_DATA \(--data\): the folder \S+nowhere does not exist\.\n$/)
})
