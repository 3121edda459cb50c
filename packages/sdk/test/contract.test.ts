// The generated contract is up to date, the package needs only a platform with fetch, and wrong programs do not
// compile. Requests to a server are tested in the other files.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sdkContract, sdkContractPath } from '../../../scripts/generate-sdk.ts'
import { reports } from '../../server/src/reports/all.ts'
import { endpoints, resources } from '../../server/src/resources/all.ts'
import { Stint } from '../src/stint.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')

test('the committed contract is up to date: npm run generate would write the same', () => {
  const committed = readFileSync(join(ROOT, sdkContractPath), 'utf8')
  assert.ok(committed === sdkContract(), 'it is outdated: run npm run generate and look at the difference')
})

test('every resource, endpoint and report is a member of the client, and nothing else is', () => {
  const stint = new Stint({ url: 'https://example.com', token: 'x' })
  const names = [...resources.keys(), ...endpoints.keys(), ...reports.keys()]
  assert.deepEqual(Object.keys(stint).sort(), names.sort())
})

function compile(folder: string, config: object): string {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder], { cwd: ROOT, encoding: 'utf8' })
  return stdout + stderr
}

test('the source compiles for a browser, without the types of Node', () => {
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', 'packages/sdk', '--noEmit'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  assert.equal(stdout, '')
  assert.equal(status, 0)
})

/** Each line has one error, and the text that the compiler's message must contain. */
const wrongPrograms: Readonly<Record<string, string>> = {
  'stint.task.list({ projectidd: 1 })': 'projectidd',
  "stint.task.list({ datedue: 'tomorrow' })": 'tomorrow',
  "stint.task.list({ sortfield: 'colour' })": 'colour',
  "stint.task.list({ projectid: '1' })": 'string',
  'stint.group.list({ name: 1 })': 'name',
  'stint.invoiceitem.list()': 'Expected 1-2 arguments',
  'stint.invoiceitem.list({})': 'invoiceid',
  "stint.client.create({ name: 'x' })": 'datecreated',
  "stint.client.create({ name: 'x', datecreated: '2026-05-01', nmae: 'x' })": 'nmae',
  "stint.client.create({ name: null, datecreated: '2026-05-01' })": 'null',
  "stint.payment.create({ projectid: 1, date: '2026-05-01', typeid: 1, amount: 0.1 })": 'number',
  "stint.payment.create({ projectid: 1, date: '2026-05-01', typeid: 1, amount: 'many' })": 'many',
  'stint.task.update(1, { localid: 5 })': 'localid',
  'stint.projectmodule.update(1, { projectid: 5 })': 'projectid',
  "stint.task.update('1', {})": 'string',
  'stint.task.update(1, { datedue: new Date() })': 'Date',
  "stint.group.create({ name: 'x' })": 'create',
  'stint.timesheet.update(1, {})': 'update',
  "stint.invoice.issue(1, { note: 'x' })": 'note',
  'stint.taskstatus.move(1)': 'Expected 2-3 arguments',
  'stint.taskstatus.move(1, {})': 'priority',
  'stint.me.read(1)': 'RecordOptions',
  'const title: number = (await stint.task.read(1)).title': 'string',
  'const hours: number = (await stint.time.read(1)).time': 'Decimal',
  'const client: string = (await stint.task.read(1)).client': 'null',
  'const owners: number[] = (await stint.task.read(1)).ownerid': 'undefined',
  'stint.invoiceitem.time(1, { invoiceitemid: 2 })': 'invoiceitemid',
  "new Stint({ token: 'x' })": 'url',
  'stint.taks.read(1)': 'taks',
}

/** Each line is valid. */
const rightPrograms = [
  "stint.task.list({ projectid: [1, 2], datedue: '2026-05-01', overdue: true, sortfield: 'sev.priority', limit: 3 })",
  'stint.task.list({ milestoneid: [-1, 4], datemodifiedbegin: new Date() })',
  'stint.invoiceitem.list({ invoiceid: 4 })',
  "await stint.client.create({ name: 'x', datecreated: '2026-05-01', active: false })",
  "await stint.payment.create({ projectid: 1, date: '2026-05-01', typeid: 1, amount: '0.1' })",
  'await stint.task.update(1, { datedue: null, estimate: Decimal.from(3), assigneeid: [] }, { notes: false })',
  'const hours: Decimal = (await stint.time.read(1)).time.plus((await stint.task.read(1)).estimate)',
  'const owners: number[] | undefined = (await stint.task.read(1)).ownerid',
  'const read = await stint.task.read(1); await stint.task.update(1, { datedue: read.datedue, dateopen: read.dateopen })',
  'const task: TaskRecord = await stint.request.accept(1, { moduleid: 3 })',
  "await stint.document.create({ file: new Blob(['x']), projectid: 1 })",
  'await stint.company.update({ logo: null })',
  'for await (const { time } of stint.invoiceitem.time(1, { billable: true })) time.toString()',
  'const rows: UnbilledRow[] = await stint.unbilled.read({ clientid: 1 })',
]

const program = (
  line: string,
): string => `import { Decimal, Stint, type TaskRecord, type UnbilledRow } from '${ROOT}packages/sdk/src/index.ts'
declare const stint: Stint
export const used: [Decimal?, Stint?, TaskRecord?, UnbilledRow?] = []
${line}
`

test('valid programs compile, and wrong ones fail with the expected message', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stint-types-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    for (const [index, line] of rightPrograms.entries()) writeFileSync(join(folder, `right-${index}.ts`), program(line))
    const cases = Object.entries(wrongPrograms)
    for (const [index, [line]] of cases.entries()) writeFileSync(join(folder, `wrong-${index}.ts`), program(line))
    const output = compile(folder, {
      extends: join(ROOT, 'packages/sdk/tsconfig.json'),
      compilerOptions: { noEmit: true, rootDir: '/', rewriteRelativeImportExtensions: false, noUnusedLocals: false },
      include: ['*.ts'],
    })
    assert.doesNotMatch(output, /right-\d+\.ts/)
    for (const [index, [line, reason]] of cases.entries()) {
      const messages = output.split(/\n(?=\S)/).filter((text) => text.includes(`wrong-${index}.ts`))
      assert.ok(
        messages.some((text) => text.includes(reason)),
        `${line} should fail with ${reason}:\n${messages.join('\n')}`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
