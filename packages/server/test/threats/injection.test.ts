// Threats T-26 and T-27: no name or value of a query becomes SQL, no character of a search is special, and a hostile
// value gets a normal error.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Invalid } from '../../src/define/api-error.ts'
import type { Resource } from '../../src/define/resource.ts'
import { resources } from '../../src/resources/all.ts'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  type Fields,
  ids,
  sorted,
  suiteApiFixture,
  taskBody,
} from '../fixture/api-caller.ts'
import type { AccountFixture } from '../fixture/api-fixture.ts'
import { inheritedNames } from '../fixture/inherited-names.ts'
import { Random } from '../fixture/random.ts'

/** Pairs with different meanings in SQL, and the same meaning as plain text. */
const oraclePairs: readonly (readonly [string, string])[] = [
  ['(case when 1=1 then id else -id end)', '(case when 1=0 then id else -id end)'],
  ["1' or '1'='1", "1' or '1'='2"],
  ['1) or (1=1', '1) or (1=0'],
  ['1 or 1=1--', '1 or 1=0--'],
  ["x' union select hash from token--", "x' union select hash from token where 1=0--"],
  ['1;select pg_sleep(0)', '1;select pg_sleep(1)'],
  ['1,(select 1)', '1,(select 1 where 1=0)'],
  ["'||(select 'a')||'", "'||(select 'b')||'"],
]

const hostileValues: readonly string[] = [
  "'",
  '"',
  '\\',
  '--',
  '/*',
  '*/',
  ';',
  '$1',
  '?',
  ':id',
  '@x',
  '%00',
  '\u0001',
  '1e9',
  '-1',
  '-2',
  '0',
  '1.5',
  '9'.repeat(40),
  'null',
  'true',
  '[]',
  '{}',
  '\u0661',
  'a'.repeat(3000),
  '1,,2',
  ',',
  '2026-02-30',
  '2026-05-14T10:00:00Z',
  ...inheritedNames,
]

const required: Readonly<Record<string, (a: AccountFixture) => string>> = {
  contactdescriptor: () => 'contacttypeid=2&',
  personcontact: (a) => `personid=${a.people.manager}&`,
  milestonenote: (a) => `milestoneid=${Object.values(a.milestones)[0]}&`,
  requestnote: () => 'requestid=1&',
  timesheethistory: () => 'timesheetid=1&',
  documentversion: () => 'documentid=1&',
  estimateitem: () => 'estimateid=1&',
  invoiceitem: () => 'invoiceid=1&',
  recurringinvoiceitem: () => 'recurringinvoiceid=1&',
  invoicenote: () => 'invoiceid=1&',
}

const pathOf = (resource: Resource, a: AccountFixture, name: string, value: string): string => {
  const first = required[resource.name]?.(a) ?? ''
  const rest = first.startsWith(`${name}=`) ? '' : first
  return `/${resource.name}/?${rest}${encodeURIComponent(name)}=${encodeURIComponent(value)}`
}

/** A hostile value is rejected, or treated as a text that no record has. */
async function assertHarmless(caller: ApiCaller, path: string): Promise<string> {
  const reply = await caller.send('GET', path)
  if (reply.status === 200) {
    const count = Number(reply.json.listcount)
    return `200 with ${count}`
  }
  assert.equal(reply.status, 400, `${path}: ${reply.text.slice(0, 300)}`)
  const { error } = reply.json as { error?: { code: number } }
  assert.ok(error?.code === 17 || error?.code === 18, `${path}: ${reply.text.slice(0, 300)}`)
  return `400/${error.code}`
}

suiteApiFixture((fixture) => {
  test('T-26: both values of a pair give the same result in every filter of every resource', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const resource of resources.values()) {
      for (const [name, filter] of [
        ...Object.entries(resource.filters ?? {}),
        ['limit', null] as const,
        ['offset', null] as const,
      ]) {
        for (const [yes, no] of oraclePairs) {
          const verdicts = [
            await assertHarmless(administrator, pathOf(resource, a, name, yes)),
            await assertHarmless(administrator, pathOf(resource, a, name, no)),
          ]
          // Any text may be searched for, except in filters with a fixed set of values.
          const anyText = filter?.type === 'string' && !(filter.parse('zebra') instanceof Invalid)
          const expected = anyText ? '200 with 0' : '400/18'
          assert.deepEqual(verdicts, [expected, expected], `${resource.name}?${name}=${yes}`)
        }
      }
    }
  })

  test('T-26: a sort name is a known one or is rejected, in both directions', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const resource of resources.values()) {
      const names = Object.keys(resource.sorts ?? {})
      const hostile = [
        ...oraclePairs.flat(),
        ...names
          .slice(0, 2)
          .flatMap((name) => [`${name} desc`, `${name},id`, `${resource.table}.${name}`, `"${name}"`]),
      ]
      for (const value of [...hostile, '1', 'accountid', 'password', 'searchtext', ...inheritedNames, '']) {
        assertRefusedWith(
          await administrator.send('GET', pathOf(resource, a, 'sortfield', value)),
          400,
          17,
          'sortfield',
        )
      }
      if (names.length === 0) continue
      for (const value of ['desc;', 'asc--', 'asc,id', '1', '']) {
        assertRefusedWith(await administrator.send('GET', pathOf(resource, a, 'sortdir', value)), 400, 18, 'sortdir')
      }
      for (const name of names) {
        for (const direction of ['asc', 'DESC']) {
          await administrator.list(`${pathOf(resource, a, 'sortfield', name)}&sortdir=${direction}&limit=0`)
        }
      }
    }
  })

  test('T-26: no unusual value in any filter causes a server error', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const resource of resources.values()) {
      for (const name of Object.keys(resource.filters ?? {})) {
        const verdicts = await Promise.all(
          hostileValues.map((value) => assertHarmless(administrator, pathOf(resource, a, name, value))),
        )
        assert.equal(verdicts.length, hostileValues.length, `${resource.name}?${name}`)
      }
    }
  })

  test('T-26: a filter accepts at most 1,000 ids; 10,000 are rejected with a message', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const some = Array.from({ length: 1000 }, (_, at) => 1_000_000 + at).join()
    assert.equal((await administrator.list(`/task/?projectid=${some}`)).count, 0)
    assertRefusedWith(await administrator.send('GET', `/task/?projectid=${some},1`), 400, 18, 'projectid')
    const all = Array.from({ length: 10_000 }, (_, at) => at + 1).join()
    assertRefusedWith(await administrator.send('GET', `/task/?projectid=${all}`), 400, 18, 'projectid')
    assertRefusedWith(
      await administrator.send('PUT', `/task/${a.tasks.own}/`, { assigneeid: all }),
      400,
      18,
      'assigneeid',
    )
  })
})

const letters = [
  '%',
  '_',
  '\\',
  "'",
  '"',
  '*',
  '[',
  ']',
  '^',
  '$',
  '(',
  ')',
  '.',
  '+',
  '?',
  '|',
  '-',
  ' ',
  'a',
  'B',
  'É',
  'é',
  'ß',
  'Σ',
  'ς',
  '\u{1F600}',
  '<',
  '&',
  '1',
]

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')

suiteApiFixture((fixture) => {
  const draw = new Random(5)
  let tasks: readonly Fields[] = []
  before(async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (let at = 0; at < 40; at++) {
      await administrator.create(
        '/task/',
        taskBody(a, { title: `t${draw.text(letters, 8)}`, summary: draw.text(['%', '_', 'a', 'É', "'"], 4) }),
      )
    }
    tasks = (await administrator.list('/task/?limit=0')).rows
  })

  test('T-27: the filter title finds exactly the tasks whose title contains the text, for all characters', async () => {
    const caller = callerFor(fixture(), fixture().a.tokens.administrator)
    for (let round = 0; round < 60; round++) {
      const part = draw.text(letters, 3)
      const expected = tasks
        .filter(({ title }) => folded(String(title)).includes(folded(part)))
        .map(({ id }) => Number(id))
      const got = await caller.list(`/task/?limit=0&title=${encodeURIComponent(part)}`)
      assert.deepEqual(sorted(ids(got)), sorted(expected), `title=${part}`)
    }
  })

  test('T-27, I-18: search finds exactly the tasks with the text in title, summary or number', async () => {
    const caller = callerFor(fixture(), fixture().a.tokens.administrator)
    for (let round = 0; round < 60; round++) {
      const expected = draw.text(letters, 3)
      const holds = ({ title, summary, localid }: Fields) =>
        [title, summary, localid].some((text) => folded(String(text)).includes(folded(expected)))
      const got = await caller.list(`/task/?limit=0&search=${encodeURIComponent(expected)}`)
      assert.deepEqual(sorted(ids(got)), sorted(tasks.filter(holds).map(({ id }) => Number(id))), `search=${expected}`)
    }
  })
})
