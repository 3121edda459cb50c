// The history of records and the audit log: readable sentences with names instead of ids, the filters, the file, and
// what other roles do not see.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations } from './axe-and-screenshots.ts'
import { openApp, signIn } from './test-app.ts'

const app = openApp()

interface Row {
  readonly id: string
  readonly name: string
}

async function rows(path: string, name: string): Promise<readonly Row[]> {
  const { json } = await app.server.request(path, { token: 'demo-manager' })
  return (json as unknown as Record<string, Row[]>)[name] ?? []
}

/** A task that was open, was closed, and got three titles. */
async function changedTask(): Promise<string> {
  const [task] = await rows('/task/?limit=1', 'task')
  const statuses = await rows('/taskstatus/', 'taskstatus')
  assert.ok(task !== undefined)
  const change = async (body: Record<string, string>): Promise<void> => {
    const reply = await app.server.request(`/task/${task.id}/`, { token: 'demo-administrator', method: 'PUT', body })
    assert.equal(reply.status, 202, reply.text)
  }
  for (const name of ['Open', 'Closed']) {
    await change({ statusid: statuses.find((status) => status.name === name)?.id ?? '' })
  }
  for (let count = 1; count <= 12; count++) await change({ title: `Title ${count}` })
  return task.id
}

quickTest('the history of a task has sentences with names, and shows more on request', async () => {
  const id = await changedTask()
  const page = await app.page()
  await signIn(page, 'demo-manager', `tasks/${id}`)
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText(/changed “Title” from “Title 11” to “Title 12”/).waitFor()
  assert.equal(await history.getByText(/changed “Status” from Open to Closed/).count(), 0)
  await history.getByRole('button', { name: 'Show more' }).click()
  await history.getByText(/changed “Status” from Open to Closed/).waitFor()
})

for (const device of ['desktop', 'phone'] as const) {
  const declare = device === 'desktop' ? quickTest : longTest
  declare(`the audit log is filtered, links to records and is saved as a file (${device})`, async () => {
    const id = await changedTask()
    const page = await app.page(device)
    await signIn(page, 'demo-administrator', 'settings?tab=audit&resource=task&kind=updated')
    const table = page.getByRole('table', { name: 'Events' })
    await table
      .getByText(/changed “Title” from “Title 11” to “Title 12”/)
      .first()
      .waitFor()
    assert.deepEqual(await axeViolations(page), [])
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const text = await readFile((await (await coming).path()) ?? '', 'utf8')
    assert.match(text, /changed “Title” from “Title 11” to “Title 12”/)
    assert.ok(!text.includes(',created it,'))
    await table
      .getByRole('link', { name: `Task ${id}` })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Title 12' }).waitFor()
  })
}
