// Notifications: the bell counts them, the list opens records and marks them, by keyboard and on a phone; and the
// editor offers people after an @.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { deviceTest, longTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, axeViolationsNow } from './axe-and-screenshots.ts'
import { type DemoLogin, openApp, signIn } from './test-app.ts'

const app = openApp()

type Wire = Readonly<Record<string, string>>

async function listOf(resource: string, query: string, token: DemoLogin): Promise<readonly Wire[]> {
  const { text } = await app.server.request(`/${resource}/?${query}`, { token })
  return JSON.parse(text)[resource] as readonly Wire[]
}

async function update(path: string, body: Wire, token: DemoLogin): Promise<void> {
  const { status, text } = await app.server.request(path, { token, method: 'PUT', body })
  assert.equal(status, 202, text)
}

async function openAs(who: DemoLogin, path: string, device: 'desktop' | 'phone' = 'desktop'): Promise<Page> {
  const page = await app.page(device)
  await signIn(page, who, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** A task of the Resource with two new notifications. */
async function changedTask(): Promise<Wire> {
  const [me] = await listOf('me', '', 'demo-resource')
  const [task] = await listOf('task', `limit=1&assigneeid=${me?.id}&excludeclosed=t`, 'demo-resource')
  assert.ok(task !== undefined)
  await update(`/task/${task.id}/`, { title: `${task.title} once` }, 'demo-administrator')
  await update(`/task/${task.id}/`, { title: `${task.title} twice` }, 'demo-administrator')
  return { ...task, title: `${task.title} twice` }
}

for (const device of ['desktop', 'phone'] as const) {
  deviceTest(device)(
    `the bell leads to the unread notifications, which are opened and marked, on a ${device}`,
    async () => {
      const task = await changedTask()
      const page = await openAs('demo-resource', '', device)
      const bell = page.getByRole('link', { name: /^Notifications: \d+\+? unread$/ })
      await bell.waitFor()
      if (device === 'phone') await bell.click()
      else await page.keyboard.type('gn')
      await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
      const entry = page.getByRole('listitem').filter({ hasText: task.title }).first()
      await entry.waitFor()
      assert.deepEqual(await axeViolations(page), [])
      await entry.getByRole('link', { name: task.title }).click()
      await page.waitForURL(new RegExp(`/tasks/${task.id}$`))
      await page.goBack()
      await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
      // Opening the record marked one of the two.
      await page.getByRole('button', { name: 'Mark all as read' }).click()
      await page.getByText('No new notifications').waitFor()
      assert.equal(await page.getByRole('link', { name: 'Notifications', exact: true }).count(), 1)
      assert.deepEqual(await listOf('notification', 'unread=t&limit=5', 'demo-resource'), [])
    },
  )
}

longTest('the editor offers people after an @, and the mentioned person is told', async () => {
  const task = await changedTask()
  const [me] = await listOf('me', '', 'demo-resource')
  const page = await openAs('demo-manager', `tasks/${task.id}`)
  const box = page.getByRole('textbox', { name: 'Comment' })
  await box.click()
  await page.keyboard.type(`Please look, @${me?.firstname}`)
  const option = page.getByRole('option', { name: `${me?.firstname} ${me?.lastname}` })
  await option.waitFor()
  assert.deepEqual(await axeViolationsNow(page, '[role=listbox]'), [])
  await page.keyboard.press('Enter')
  await option.waitFor({ state: 'detached' })
  // The text is in the box too, so only the response says that the comment is stored.
  const stored = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/tasknote/'),
  )
  await page.keyboard.press('Control+Enter')
  await stored
  await page.getByText(`Please look, @${me?.firstname} ${me?.lastname}`).first().waitFor()
  const [told] = await listOf('notification', 'kind=mentioned&limit=1', 'demo-resource')
  assert.equal(told?.parentid, task.id)
})
