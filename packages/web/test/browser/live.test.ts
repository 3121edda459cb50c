// Live updates: what one person changes is seen by another without a reload, typed input stays, and a browser has one
// stream for all its tabs. The stream itself is tested in packages/server/test/scenarios/live.test.ts.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { allowPageError, openApp, signIn } from './test-app.ts'

const app = openApp()

interface Task {
  readonly id: string
  readonly localid: string
  readonly title: string
  readonly projectid: string
}

async function someTask(): Promise<Task> {
  const { json } = await app.server.request('/task/?limit=1', { token: 'demo-manager' })
  const [task] = (json as unknown as { task: Task[] }).task
  assert.ok(task !== undefined)
  return task
}

const update = async (path: string, body: Record<string, string>): Promise<void> => {
  const { status, text } = await app.server.request(path, { token: 'demo-administrator', method: 'PUT', body })
  assert.equal(status, 202, text)
}

const isStream = (url: string): boolean => new URL(url).pathname === '/app/live'

const streamOpened = (page: Page) => page.waitForResponse((response) => isStream(response.url()))

quickTest(
  'two people side by side: one changes a task, the other sees it, and keeps what they are typing',
  async () => {
    const { id, title } = await someTask()
    const [mine, theirs] = [await app.page(), await app.page('phone')]
    const opened = streamOpened(theirs)
    await signIn(theirs, 'demo-administrator', `tasks/${id}`)
    await theirs.getByRole('heading', { name: title }).waitFor()
    await opened
    await theirs.getByRole('button', { name: 'Edit title' }).click()
    await theirs.getByRole('textbox', { name: 'Title' }).fill('Half a thou')
    await signIn(mine, 'demo-manager', `tasks/${id}`)
    await mine.getByRole('button', { name: 'Edit title' }).click()
    await mine.getByRole('textbox', { name: 'Title' }).fill('Seen by everyone')
    await mine.getByRole('button', { name: 'Save title' }).click()
    await mine.getByRole('heading', { name: 'Seen by everyone' }).waitFor()
    // The heading is hidden from sight while the title is edited.
    await theirs.locator('h1', { hasText: 'Seen by everyone' }).waitFor({ state: 'attached' })
    assert.equal(await theirs.getByRole('textbox', { name: 'Title' }).inputValue(), 'Half a thou')
    await theirs.getByRole('textbox', { name: 'Title' }).press('Escape')
    await theirs.getByRole('heading', { name: 'Seen by everyone' }).waitFor()
    await update(`/task/${id}/`, { title })
    for (const page of [mine, theirs]) await page.getByRole('heading', { name: title }).waitFor()
  },
)

quickTest('a change between the load of a page and the opening of its stream is shown', async () => {
  const { id, title } = await someTask()
  const page = await app.page()
  const changed = Promise.withResolvers<void>()
  await page.route('**/app/live', async (route) => {
    await changed.promise
    await route.continue()
  })
  await signIn(page, 'demo-administrator', `tasks/${id}`)
  await page.getByRole('heading', { name: title }).waitFor()
  await update(`/task/${id}/`, { title: 'Changed before the stream' })
  changed.resolve()
  await page.getByRole('heading', { name: 'Changed before the stream' }).waitFor()
  await update(`/task/${id}/`, { title })
  await page.getByRole('heading', { name: title }).waitFor()
})

longTest('a form that was open before another person changed the record does not overwrite the change', async () => {
  const { projectid } = await someTask()
  const page = await app.page()
  allowPageError(page, /status of 412/)
  const opened = streamOpened(page)
  await signIn(page, 'demo-administrator', `projects/${projectid}`)
  await opened
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('My name')
  await update(`/project/${projectid}/`, { name: 'Their name' })
  await page.locator('h1', { hasText: 'Their name' }).waitFor({ state: 'attached' })
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'My name')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').first().waitFor()
  const { json } = await app.server.request(`/project/${projectid}/`, { token: 'demo-manager' })
  assert.equal((json as unknown as { project: { name: string } }).project.name, 'Their name')
})

longTest('tabs of one browser share one stream, which moves to another tab when its own is closed', async () => {
  const { id, title } = await someTask()
  const first = await app.page({})
  let streams = 0
  first.context().on('request', (request) => {
    if (isStream(request.url())) streams++
  })
  const opened = streamOpened(first)
  await signIn(first, 'demo-manager', 'profile')
  await opened
  const second = await first.context().newPage()
  await second.goto(`/app/tasks/${id}`)
  await second.getByRole('heading', { name: title }).waitFor()
  await update(`/task/${id}/`, { title: 'Told by the other tab' })
  await second.getByRole('heading', { name: 'Told by the other tab' }).waitFor()
  assert.equal(streams, 1)
  const moved = streamOpened(second)
  await first.close()
  await moved
  await update(`/task/${id}/`, { title })
  await second.getByRole('heading', { name: title }).waitFor()
  assert.equal(streams, 2)
})

longTest('a lost stream is opened again, and what changed meanwhile is shown', async () => {
  const { id, title } = await someTask()
  const page = await app.page({})
  allowPageError(page, /ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/)
  const opened = streamOpened(page)
  await signIn(page, 'demo-administrator', `tasks/${id}`)
  await opened
  await page.context().setOffline(true)
  await page.getByRole('alert').filter({ hasText: 'nothing you typed is lost' }).waitFor()
  await update(`/task/${id}/`, { title: 'Changed meanwhile' })
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Changed meanwhile' }).waitFor()
  await update(`/task/${id}/`, { title })
  await page.getByRole('heading', { name: title }).waitFor()
})
