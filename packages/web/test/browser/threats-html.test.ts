// Script injection through HTML (T-31): payloads in every field that stores HTML, written through the API and directly
// to the database, shown by the screens and loaded into their editors. Trusted Types, the second line of defence, is
// tested as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLong } from '../../../../scripts/test-suites.ts'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { directDatabase } from './direct-database.ts'
import { expectPageError, openApp, signIn } from './test-app.ts'
import { allowSanitizerReports, XssDetector } from './xss-detector.ts'
import { joinPayloads, payloadMarker, payloads } from './xss-payloads.ts'

const app = openApp()
const database = directDatabase(app)
const token = 'demo-administrator'

/** The payloads are spread over four screens. */
const perScreen = payloads.length / 4

quickTest('T-31: no payload in a note runs that was written directly to the database', async () => {
  assert.equal(new Set(payloads).size, isLong ? 1000 : 100)
  const page = await app.page()
  const trap = new XssDetector(page)
  await signIn(page, token)
  const milestones = database.all('select id from milestone order by id limit 4').map(({ id }) => Number(id))
  const like = `insert into milestonenote (accountid, id, milestoneid, authorid, title, date, datemodified, note, public)
    select accountid, ?, ?, authorid, title, '2030-01-01 00:00:00', datemodified, ?, public from milestonenote limit 1`
  database.transaction(() => {
    for (const [at, payload] of payloads.entries()) {
      database.run(like, 1_000_000 + at, milestones[Math.floor(at / perScreen)], `${payloadMarker(at)} ${payload}`)
    }
  })
  for (const [turn, id] of milestones.entries()) {
    const marks = payloads.slice(0, perScreen).map((_, at) => payloadMarker(turn * perScreen + at))
    await page.goto(`/app/milestones/${id}`)
    await trap.waitFor(page.getByText(marks[0] ?? '').first())
    const text = await page.getByRole('main').innerText()
    const missing = marks.filter((mark) => !text.includes(mark))
    assert.deepEqual(missing, [], 'not every note was shown')
    await trap.assertNothingRan(`milestone ${id}`)
  }
  allowSanitizerReports(page)
})

/** Every other field that stores HTML, and the screen that shows it. */
const fields: readonly {
  readonly table: string
  readonly column: string
  readonly path: string
}[] = [
  { table: 'task', column: 'summary', path: 'tasks' },
  { table: 'project', column: 'description', path: 'projects' },
  { table: 'milestone', column: 'description', path: 'milestones' },
  { table: 'request', column: 'description', path: 'requests' },
  { table: 'client', column: 'description', path: 'clients' },
  { table: 'person', column: 'notes', path: 'people' },
]

const allPayloads = joinPayloads(payloads)
const validPayloads = allPayloads.replaceAll(/[\x00-\x08\x0b-\x1f]/g, '')

for (const { table, column, path } of isLong ? fields : fields.slice(0, 1)) {
  test(`T-31: no payload in the ${column} of a ${table} runs, cleaned by the API or written directly`, async () => {
    const page = await app.page()
    const trap = new XssDetector(page)
    await signIn(page, token, 'profile')
    const id = Number(database.one(`select max(id) from ${table}`))
    const show = async (what: string): Promise<void> => {
      await page.goto(`/app/${path}/${id}`)
      await trap.waitFor(page.getByRole('main').getByRole('heading').first())
      await trap.waitFor(page.getByText(payloadMarker(0)).first())
      await trap.assertNothingRan(`${table}.${column} ${what}`)
    }
    const reply = await app.server.request(`/${table}/${id}/`, {
      method: 'PUT',
      token,
      body: { [column]: validPayloads },
    })
    assert.equal(reply.status, 202, reply.text.slice(0, 300))
    await show('through the API')
    database.run(`update ${table} set ${column} = ? where id = ?`, allPayloads, id)
    await show('past the API')
    allowSanitizerReports(page)
  })
}

longTest('T-31: no payload runs in an editor that is opened on it or into which it is pasted', async () => {
  const page = await app.page()
  const trap = new XssDetector(page)
  await signIn(page, token, 'profile')
  const id = Number(database.one('select min(id) from task'))
  database.run('update task set summary = ? where id = ?', allPayloads, id)
  await page.goto(`/app/tasks/${id}`)
  await trap.waitFor(page.getByText(payloadMarker(0)).first())
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).first().click()
  const editor = page.locator('[contenteditable=true]').first()
  await trap.waitFor(editor.getByText(payloadMarker(0)).first())
  await trap.assertNothingRan('opened')
  await editor.evaluate(
    (element, html) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    allPayloads.slice(0, 50_000),
  )
  await trap.assertNothingRan('pasted')
  allowSanitizerReports(page)
})

quickTest('T-31: Trusted Types refuse text as HTML or script', async () => {
  const page = await app.page()
  const trap = new XssDetector(page)
  await signIn(page, token)
  // Code that Playwright evaluates is exempt from the policy. Code in a timer of the page is not.
  const outcomes = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const attempts: Record<string, () => unknown> = {
          innerHTML: () => Object.assign(document.createElement('div'), { innerHTML: '<img src=x onerror=alert(1)>' }),
          outerHTML: () => Object.assign(document.querySelector('main') ?? {}, { outerHTML: '<b>x</b>' }),
          insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>'),
          'document.write': () => document.write('<script>alert(1)</script>'),
          srcdoc: () => Object.assign(document.createElement('iframe'), { srcdoc: '<script>alert(1)</script>' }),
          'script.src': () => Object.assign(document.createElement('script'), { src: '/app/assets/x.js' }),
          'script.text': () => Object.assign(document.createElement('script'), { text: 'alert(1)' }),
          parseFromString: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
          createContextualFragment: () => document.createRange().createContextualFragment('<b>x</b>'),
          Worker: () => new Worker('/app/assets/x.js'),
          // biome-ignore lint/security/noGlobalEval: the test verifies that it is blocked.
          eval: () => globalThis.eval('window.canary = 6'),
          Function: () => new Function('window.canary = 7')(),
          setTimeout: () => setTimeout('window.canary = 8' as unknown as () => void),
        }
        setTimeout(() => {
          const results = Object.entries(attempts).map(([name, attempt]) => {
            try {
              attempt()
              return `${name} was not blocked`
            } catch {
              return 'refused'
            }
          })
          resolve(results)
        })
      }),
  )
  assert.deepEqual(
    outcomes,
    outcomes.map(() => 'refused'),
  )
  const policy = await page.evaluate(() => {
    const types = (globalThis as unknown as { trustedTypes: { defaultPolicy: unknown } }).trustedTypes
    return types.defaultPolicy
  })
  assert.equal(policy, null, 'there is a default policy')
  assert.deepEqual([trap.ran, trap.requested], [[], []])
  expectPageError(page, /policy: (require-trusted-types-for|script-src)/)
  expectPageError(page, /This document requires|Refused to evaluate|violates the following/)
})
