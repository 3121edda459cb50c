// Requests and responses of all reports: in a list envelope as JSON and XML, as a CSV file that no spreadsheet runs
// (T-38), for their roles. Everything else is rejected by name, and nothing is written.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Role } from '../../src/define/actor.ts'
import type { Report } from '../../src/define/report.ts'
import { reports } from '../../src/reports/all.ts'
import { endpoints, resources } from '../../src/resources/all.ts'
import { recordsIn, treeOf } from '../conformance/reply-tree.ts'
import { assertRefusedWith, callerFor, type Fields, suiteApiFixture } from '../fixture/api-caller.ts'
import type { PersonName, Reply } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { readCsv, readTable } from '../kit/csv-reader.ts'
import { csvEdgeNames, insertReportRecords } from './report-records.ts'

/** Who may read which report, written here and not taken from the definitions. */
const readers: Readonly<Record<string, readonly PersonName[]>> = {
  budget: ['administrator', 'manager'],
  margin: ['administrator'],
  receivables: ['administrator', 'manager', 'executive'],
  retainer: ['administrator', 'manager'],
  revenue: ['administrator', 'manager', 'executive'],
  search: ['administrator', 'manager', 'resource', 'executive', 'restricted', 'outsider'],
  statement: ['administrator', 'manager', 'executive'],
  timereport: ['administrator', 'manager', 'resource', 'restricted', 'outsider'],
  unbilled: ['administrator', 'manager'],
  utilization: ['administrator', 'manager', 'resource', 'restricted', 'outsider'],
}

/** Reports without money are also for people who see no money. */
const moneylessReports = ['search', 'timereport', 'utilization']

const everyPerson: readonly PersonName[] = [
  'administrator',
  'manager',
  'resource',
  'executive',
  'restricted',
  'outsider',
]

const parameters: Readonly<Record<string, readonly string[]>> = {
  budget: ['clientid', 'projectid', 'active'],
  margin: ['groupby', 'clientid', 'projectid', 'personid', 'datebegin', 'dateend'],
  receivables: ['clientid', 'projectid'],
  retainer: ['clientid', 'projectid', 'datebegin', 'dateend', 'active'],
  revenue: ['clientid', 'projectid', 'datebegin', 'dateend'],
  search: ['q'],
  statement: ['clientid', 'projectid', 'datebegin', 'dateend'],
  timereport: [
    'groupby',
    'clientid',
    'projectid',
    'personid',
    'worktypeid',
    'moduleid',
    'billable',
    'datebegin',
    'dateend',
  ],
  unbilled: ['clientid', 'projectid', 'datebegin', 'dateend'],
  utilization: ['groupby', 'personid', 'active', 'datebegin', 'dateend'],
}

const badValues: Readonly<Record<string, readonly string[]>> = {
  clientid: ['', '0', '-1', '1,', 'x', '1.5', '1 or 1=1', '9'.repeat(20), '1,(select 1)'],
  projectid: ['', ',', '1;2', "1' or '1'='1", '%00'],
  datebegin: ['', '2026-02-30', '2026', 'today', "2026-01-01' or 1=1--", '2026-01-01 10:00:00'],
  dateend: ['', '2026-13-01', '0000-01-01'],
  active: ['', 'maybe', 'T', "t' or 't'='t"],
  billable: ['', 'both', "t' or 't'='t"],
  groupby: ['', 'task', 'PERSON', 'person,day', 'constructor', 'person; drop table time'],
  personid: ['', '0', 'x', '1 or 1=1'],
  worktypeid: ['', ',', '1.5'],
  moduleid: ['', '-1', "1' or '1'='1"],
  q: ['', 'x'.repeat(256), '\u0001'],
}

suiteApiFixture((fixture) => {
  before(async () => {
    await insertReportRecords(fixture(), fixture().a, 17)
    await insertReportRecords(fixture(), fixture().b, 18)
  })

  const get = (who: PersonName, path: string, accept = 'application/json'): Promise<Reply> =>
    fixture().call({ token: fixture().a.tokens[who], path, headers: { accept } })

  const eachReport = async (work: (report: Report, path: string) => Promise<void>): Promise<void> => {
    for (const report of reports.values()) await work(report, `/${report.name}/`)
  }

  test('the reports are those documented here, and share no name with a resource or an endpoint', () => {
    assert.deepEqual([...reports.keys()].sort(), Object.keys(readers).sort())
    for (const [name, report] of reports) {
      assert.equal(report.name, name)
      assert.ok(!resources.has(name) && !endpoints.has(name), name)
      assert.deepEqual(Object.keys(report.parameters).sort(), [...(parameters[name] ?? [])].sort(), name)
      for (const { doc } of [...Object.values(report.columns), ...Object.values(report.parameters)])
        assert.notEqual(doc, '', name)
    }
  })

  test('I-19: JSON, XML and CSV have the same rows, with the columns in their order', async () => {
    await eachReport(async (report, path) => {
      const columns = Object.keys(report.columns)
      const json = await get('administrator', path)
      const xml = await get('administrator', path, 'application/xml')
      const csv = await get('administrator', path, 'text/csv')
      assert.deepEqual(treeOf(json), treeOf(xml), path)
      assert.deepEqual(Object.keys(json.json), ['personid', 'status', 'code', 'listcount', report.name], path)
      const rows = json.json[report.name] as Fields[]
      // A search finds nothing without a text; its rows have a test of their own.
      assert.ok(rows.length > 4 || report.name === 'search', `${path} has ${rows.length} rows`)
      assert.equal(json.json.listcount, rows.length, path)
      for (const row of rows) assert.deepEqual(Object.keys(row), columns, path)
      assert.deepEqual(readCsv(csv.text)[0], columns, path)
      const undone = readTable(csv.text).map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell.replace(/^'(?=[=+\-@])/, '')])),
      )
      assert.deepEqual(undone, recordsIn(json, report.name), path)
    })
  })

  test('CSV is selected by Accept or by the path, and is a file with the day in its name', async () => {
    await eachReport(async ({ name }, path) => {
      const chosen = await get('administrator', path, 'text/csv')
      const requests: readonly (readonly [query: string, accept: string])[] = [
        ['', 'text/csv;q=0.9, application/json;q=0.5'],
        ['', 'text/csv, */*;q=0.1'],
        ['?format=csv', 'application/json'],
        ['?format=csv', 'application/xml'],
        ['?format=csv', 'image/png'],
        ['?format=csv', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
      ]
      for (const [query, accept] of requests) {
        const { status, headers, text } = await get('administrator', `${path}${query}`, accept)
        const what = `${path}${query} ${accept}`
        assert.equal(status, 200, what)
        assert.equal(text, chosen.text, what)
        assert.equal(headers['content-type'], 'text/csv; charset=utf-8; header=present', what)
        assert.match(
          String(headers['content-disposition']),
          new RegExp(`^attachment; filename="${name}-2026-05-14\\.csv"`),
        )
        assert.equal(headers['x-content-type-options'], 'nosniff', what)
      }
      for (const accept of ['application/json', '*/*', 'application/json, text/csv;q=0.5']) {
        const { headers } = await get('administrator', path, accept)
        assert.match(String(headers['content-type']), /^application\/json/, accept)
      }
      assert.match(String((await get('administrator', path, 'text/*')).headers['content-type']), /^application\/xml/)
      assertRefusedWith(await get('administrator', path, 'text/csv;q=0'), 406, 18)
      assertRefusedWith(await get('administrator', path, 'image/png'), 406, 18)
      assertRefusedWith(await get('administrator', `${path}?format=pdf`), 400, 18, 'format: "pdf"')
    })
  })

  test("the day in a file's name is that of the account", async () => {
    const { clock } = fixture()
    const was = clock.now()
    clock.moveTo('2026-05-14T22:00:00Z')
    const { headers } = await get('manager', '/unbilled/?format=csv')
    assert.match(String(headers['content-disposition']), /filename="unbilled-2026-05-15\.csv"/)
    clock.moveTo(was)
  })

  test('decision 3: only reports are available as CSV', async () => {
    for (const path of [
      '/client/',
      '/invoice/',
      '/quota/',
      '/me/',
      `/project/${fixture().a.projects.seen}/`,
      '/nothing/',
    ]) {
      assertRefusedWith(await get('administrator', path, 'text/csv'), 406, 18)
    }
    assertRefusedWith(await get('administrator', '/client/?format=csv'), 400, 17, 'format')
  })

  test('T-38: no text cell begins like a formula, and negative numbers stay numbers', async () => {
    const dangerous = csvEdgeNames.filter((name) => /^[=+\-@]/.test(name))
    for (const [name, column] of [
      ['unbilled', 'project'],
      ['budget', 'client'],
      ['receivables', 'client'],
    ] as const) {
      const rows = readTable((await get('administrator', `/${name}/?format=csv`)).text)
      const texts = rows.map((row) => row[column] ?? '')
      for (const text of texts) assert.doesNotMatch(text, /^[=+\-@\t\r]/, name)
      const defused = dangerous.filter((danger) => texts.some((text) => text.startsWith(`'${danger}`)))
      assert.ok(defused.length > 1, `${name}: ${defused}`)
    }
    const numbers = readTable((await get('administrator', '/budget/?format=csv')).text).map(
      (row) => row.remaining ?? '',
    )
    assert.ok(
      numbers.some((number) => number.startsWith('-')),
      'an overdrawn budget',
    )
    for (const number of numbers) assert.match(number, /^(-?\d+(\.\d+)?)?$/)
  })

  test('each role reads its own reports in every format, and no others', async () => {
    await eachReport(async ({ name, roles }, path) => {
      assert.equal(roles.includes('Resource' satisfies Role), moneylessReports.includes(name), name)
      for (const who of everyPerson) {
        for (const accept of ['application/json', 'application/xml', 'text/csv']) {
          const reply = await get(who, path, accept)
          const allowed = readers[name]?.includes(who) ?? false
          assert.equal(reply.status, allowed ? 200 : 403, `${who} ${path} ${accept}: ${reply.text.slice(0, 200)}`)
          if (!allowed) assert.match(reply.text, accept === 'application/xml' ? /<code>10</ : /"code":10/)
        }
      }
      assertRefusedWith(await get('inactive', path), 401, 8)
      assertRefusedWith(await fixture().call({ path }), 401, 9)
    })
  })

  test('a caller who may not read a report gets no information about its parameters', async () => {
    await eachReport(async ({ name }, path) => {
      const [who] = everyPerson.filter((one) => !(readers[name] ?? []).includes(one))
      if (who === undefined) return
      const plain = await get(who, path)
      assert.equal(plain.status, 403)
      assert.equal((await get(who, `${path}?nothing=1&clientid=x`)).text, plain.text)
    })
  })

  test('reports support GET and HEAD at their own path, and no other method or path', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    await assertUnchanged(fixture().database, 'a report', () =>
      eachReport(async (_report, path) => {
        for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
          const reply = await administrator.send(method, path, method === 'DELETE' ? undefined : { clientid: 1 })
          assertRefusedWith(reply, 400, 16)
          assert.equal(reply.headers.allow, 'GET, HEAD, OPTIONS')
        }
        assert.equal((await administrator.send('OPTIONS', path)).headers.allow, 'GET, HEAD, OPTIONS')
        assertRefusedWith(await administrator.send('GET', `${path}5/`), 400, 16)
        assertRefusedWith(await administrator.send('GET', `${path}5/download/`), 400, 15)
        assertRefusedWith(await administrator.send('GET', `${path}csv/`), 400, 18)
        for (const query of ['', '?format=csv']) {
          const head = await administrator.send('HEAD', `${path}${query}`)
          const whole = await administrator.send('GET', `${path}${query}`)
          assert.equal(head.status, 200)
          for (const header of ['content-type', 'content-length', 'content-disposition'])
            assert.equal(head.headers[header], whole.headers[header], header)
        }
        assert.equal(
          (await administrator.send('GET', path.slice(0, -1))).text,
          (await administrator.send('GET', path)).text,
        )
      }),
    )
  })

  test('T-26: unknown parameters and invalid values are rejected by name, all at once, without a query', async () => {
    await eachReport(async ({ name }, path) => {
      for (const unknown of ['limit', 'offset', 'sortfield', 'taskid', 'nothing', '__proto__', 'constructor'])
        assertRefusedWith(
          await get('administrator', `${path}?${unknown}=1`),
          400,
          17,
          `${unknown}: is not a parameter of ${name}`,
        )
      for (const parameter of parameters[name] ?? []) {
        for (const value of badValues[parameter] ?? []) {
          const reply = await get('administrator', `${path}?${parameter}=${encodeURIComponent(value)}`)
          assertRefusedWith(reply, 400, 18, `${parameter}: "`)
        }
      }
      const both = await get('administrator', `${path}?nothing=1&clientid=x&format=xls`)
      assertRefusedWith(both, 400, 17, 'nothing', 'clientid', 'format')
      assertRefusedWith(await get('administrator', `${path}?clientid=1&clientid=2`), 400, 18, 'clientid')
    })
    for (const name of ['margin', 'unbilled', 'revenue', 'retainer', 'statement', 'timereport', 'utilization']) {
      const reply = await get('administrator', `/${name}/?datebegin=2026-05-02&dateend=2026-05-01`)
      assertRefusedWith(reply, 400, 18, 'dateend: "2026-05-01" is before datebegin')
    }
    const centuries = await get('administrator', '/revenue/?datebegin=1900-01-01&dateend=2026-01-01')
    assertRefusedWith(centuries, 400, 18, 'datebegin', '1200 months')
    // Each month is listed once for each currency.
    const months = await get('administrator', '/revenue/?datebegin=1926-02-01&dateend=2026-01-31')
    assert.equal(months.json.listcount, 1200 * 3)
  })

  test('T-01: ids of another account or of invisible projects give the same response as ids that do not exist', async () => {
    const { a, b } = fixture()
    const never = 2_147_483_647
    await eachReport(async ({ name }, path) => {
      if (!parameters[name]?.includes('projectid')) return
      for (const who of readers[name] ?? []) {
        const hidden = who === 'administrator' ? [] : [a.projects.unseen, a.projects.inactive]
        const outside = who === 'administrator' ? [] : [a.clients.unseen]
        for (const [parameter, ids] of [
          ['projectid', [...Object.values(b.projects), ...hidden]],
          ['clientid', [...Object.values(b.clients), ...outside]],
        ] as const) {
          const nothing = await get(who, `${path}?${parameter}=${never}`)
          assert.equal(nothing.status, 200)
          for (const asked of [...ids, ids.join()])
            assert.equal(
              (await get(who, `${path}?${parameter}=${asked}`)).text,
              nothing.text,
              `${who} ${path} ${asked}`,
            )
        }
      }
    })
  })

  test('T-01: no name of another account is in any report', async () => {
    await eachReport(async ({ name }, path) => {
      for (const who of readers[name] ?? []) {
        const { text } = await get(who, path)
        assert.doesNotMatch(text, /(client|project) b"/, `${who} ${path}`)
        if (who !== 'administrator') assert.doesNotMatch(text, /Unseen|Inactive/, `${who} ${path}`)
      }
    })
  })

  test('I-16: two ids give the rows of both, a filter never adds rows, and duplicates change nothing', async () => {
    const { a } = fixture()
    const { seen, unseen } = a.projects
    await eachReport(async ({ name }, path) => {
      if (!parameters[name]?.includes('projectid')) return
      const rows = async (query: string) => (await get('administrator', `${path}?${query}`)).json[name] as Fields[]
      assert.deepEqual(await rows(`projectid=${seen},${seen}`), await rows(`projectid=${seen}`), name)
      assert.deepEqual(await rows(`projectid=${unseen},${seen}`), await rows(`projectid=${seen},${unseen}`), name)
      // Their rows are sums over all projects.
      if (name === 'revenue' || name === 'statement') return
      const one = await rows(`projectid=${seen}`)
      const other = await rows(`projectid=${unseen}`)
      const together = await rows(`projectid=${seen},${unseen}`)
      const texts = (list: readonly Fields[]) => list.map((row) => JSON.stringify(row)).sort()
      assert.deepEqual(texts(together), texts([...one, ...other]), name)
    })
  })
})
