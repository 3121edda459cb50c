// The page of one task: fields and description changed in place, comments, time, concurrent changes, and what each
// role sees.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { deviceTest, longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { axeViolations, takeScreenshot } from './axe-and-screenshots.ts'
import { allowPageError, type DemoLogin, expectPageError, openApp, signIn } from './test-app.ts'
import { allowSanitizerReports } from './xss-detector.ts'

// No mail is read, but with a mail server the application asks whether to send mails.
const app = openApp('sqlite', { STINT_SMTP_URL: 'smtp://127.0.0.1:9', STINT_MAIL_FROM: 'stint@example.com' })

type Wire = Readonly<Record<string, string>>

async function listRecords(
  resource: string,
  query: string,
  token: DemoLogin = 'demo-administrator',
): Promise<readonly Wire[]> {
  const { text } = await app.server.request(`/${resource}/?limit=500&${query.replaceAll(' ', '%20')}`, { token })
  return JSON.parse(text)[resource] as readonly Wire[]
}

async function taskOf(id: string): Promise<Wire> {
  const [task] = await listRecords('task', `localid=${id}`)
  assert.ok(task)
  return task
}

/** Creates an assigned task for a test that changes it. */
async function makeTask(title: string): Promise<{ id: string; localid: string }> {
  const [like] = await listRecords('task', 'excludeclosed=t&search=allergens in other languages')
  assert.ok(like)
  const { projectid = '', moduleid = '', priorityid = '', statusid = '', ownerid = '', assigneeid = '' } = like
  const body = { projectid, moduleid, priorityid, statusid, ownerid, assigneeid, title, dateopen: '2026-11-02' }
  const { text, status } = await app.server.request('/task/', { method: 'POST', token: 'demo-administrator', body })
  assert.equal(status, 201, text)
  return JSON.parse(text).task
}

const field = (page: Page, name: string): Locator => page.getByRole('button', { name: new RegExp(`^${name}: `) })
const notification = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('alertdialog').filter({ hasText: text })
const editor = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })

async function openAs(who: DemoLogin, path: string, device: 'desktop' | 'phone' = 'desktop'): Promise<Page> {
  const page = await app.page(device)
  await signIn(page, who, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

quickTest('a Manager changes fields in place by keyboard and mouse, and the history lists it', async () => {
  const { id, localid } = await makeTask('Fields in place')
  const page = await openAs('demo-manager', `tasks/${id}`)
  await field(page, 'Status').waitFor()
  await page.keyboard.press('s')
  await page.getByRole('option', { name: 'Staged' }).waitFor()
  await page.getByRole('option', { name: 'Staged' }).click()
  await notification(page, 'Status updated').waitFor()
  await field(page, 'Due').click()
  await page.getByRole('button', { name: 'Tomorrow' }).click()
  await notification(page, 'Due updated').waitFor()
  await field(page, 'Estimate').click()
  await page.getByRole('textbox', { name: 'Estimate' }).fill('nonsense')
  await page.keyboard.press('Enter')
  await page.getByText('Enter hours as').waitFor()
  await page.getByRole('textbox', { name: 'Estimate' }).fill('90m')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Estimate: 1:30' }).waitFor()
  await field(page, 'Followers').click()
  const follower = page.getByRole('option').first()
  const name = await follower.innerText()
  await follower.click()
  await page.keyboard.press('Escape')
  await notification(page, 'Followers updated').waitFor()
  await page.getByRole('radio', { name: 'Changes' }).click()
  await page.getByText(/Status: .* → Staged/).waitFor()
  const task = await taskOf(localid)
  assert.deepEqual([task.status, task.estimate, task.followers], ['Staged', '1.5', name])
})

longTest(
  'a title is changed in place: Escape cancels, a blank title is refused at its field, Enter saves',
  async () => {
    const { id } = await makeTask('A title with a typo')
    const page = await openAs('demo-manager', `tasks/${id}`)
    await field(page, 'Status').waitFor()
    await page.keyboard.press('e')
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Something else')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'A title with a typo' }).waitFor()
    await page.getByRole('button', { name: 'Edit title' }).click()
    await title.fill('')
    expectPageError(page, /status of 400/)
    await page.keyboard.press('Enter')
    await page.getByText(/required|blank/i).waitFor()
    await title.fill('A title without one')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'A title without one' }).waitFor()
  },
)

quickTest(
  'T-31: a description has formatting, lists and links, and neither pasted nor stored scripts run',
  async () => {
    const { id, localid } = await makeTask('Rich text')
    const page = await openAs('demo-manager', `tasks/${id}`)
    await page.getByRole('button', { name: 'Add description' }).click()
    const text = editor(page, 'Description')
    await text.waitFor()
    await page.getByRole('button', { name: 'Bold' }).first().click()
    await page.keyboard.type('Bold words')
    await page.getByRole('button', { name: 'Bold' }).first().click()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Bullet list' }).first().click()
    await page.keyboard.type('one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('two ')
    await page.getByRole('button', { name: 'Link', exact: true }).first().click()
    await page.getByLabel('Link address').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Save link' }).click()
    await page.getByText('Links must start with').waitFor()
    await page.getByLabel('Link address').fill('example.com/offer')
    await page.keyboard.press('Enter')
    // The browser may report the event handler while the sanitizer parses it, before the sanitizer removes it.
    allowSanitizerReports(page)
    await text.evaluate((element) => {
      const data = new DataTransfer()
      data.setData('text/html', '<p>pasted<img src=x onerror="window.ran=1"><script>window.ran=1</script></p>')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await notification(page, 'Description updated').waitFor()
    const { summary = '' } = await taskOf(localid)
    assert.match(summary, /<strong>Bold words<\/strong>/)
    assert.match(summary, /<li>.*two .*<a href="https:\/\/example\.com\/offer"/s)
    assert.match(summary, /pasted/)
    assert.doesNotMatch(summary, /onerror|script|<img/)
    assert.equal(await page.evaluate(() => (window as { ran?: number }).ran), undefined)
    await page.getByRole('link', { name: 'example.com/offer' }).waitFor()
  },
)

longTest(
  'comments are written by keyboard, mailed on request, and changed and deleted by an Administrator',
  async () => {
    const { id } = await makeTask('Something to talk about')
    const page = await openAs('demo-resource', `tasks/${id}`)
    await page.getByText('Email the people on this task').click()
    await editor(page, 'Comment').waitFor()
    await page.keyboard.press('m')
    await page.keyboard.type('Looks good to me')
    const sending = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/tasknote/'),
    )
    await page.keyboard.press('Control+Enter')
    assert.equal((await sending).headers()['x-service-send-notifications'], 't')
    await page.getByRole('listitem').filter({ hasText: 'Looks good to me' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Actions' }).count(), 1, 'a Resource must not change comments')
    const boss = await openAs('demo-administrator', `tasks/${id}`)
    const entry = boss.getByRole('listitem').filter({ hasText: 'Looks' })
    await entry.getByRole('button', { name: 'Actions' }).click()
    await boss.getByRole('menuitem', { name: 'Edit comment' }).click()
    await editor(boss, 'Comment').last().press('End')
    await boss.keyboard.type(', nearly')
    await entry.getByRole('button', { name: 'Save' }).click()
    await boss.getByText('Looks good to me, nearly').waitFor()
    await entry.getByRole('button', { name: 'Actions' }).click()
    await boss.getByRole('menuitem', { name: 'Delete comment' }).click()
    await boss.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click()
    await entry.waitFor({ state: 'detached' })
  },
)

quickTest('two people change the same field: nothing is overwritten without a decision', async () => {
  const { id, localid } = await makeTask('Both at once')
  const page = await openAs('demo-manager', `tasks/${id}`)
  await page.getByRole('button', { name: 'Edit title' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Mine')
  const change = (body: Wire) =>
    app.server.request(`/task/${id}/`, { method: 'PUT', token: 'demo-administrator', body })
  await change({ title: 'Theirs' })
  expectPageError(page, /status of 412/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this task' })
  await dialog.getByText('Theirs', { exact: true }).last().waitFor()
  await dialog.getByText('Mine', { exact: true }).waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await takeScreenshot(page, 'task-stale')
  await dialog.getByRole('button', { name: 'Use mine' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor()
  assert.equal((await taskOf(localid)).title, 'Mine')
  // A concurrent change of another field is not a conflict.
  await page.getByRole('button', { name: 'Edit title' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Mine again')
  await change({ estimate: '3' })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Mine again' }).waitFor()
  const { title, estimate } = await taskOf(localid)
  assert.deepEqual([title, estimate], ['Mine again', '3'])
})

longTest('logged time counts against the estimate of the task', async () => {
  const { id, localid } = await makeTask('Hours')
  await app.server.request(`/task/${id}/`, { method: 'PUT', token: 'demo-administrator', body: { estimate: '4' } })
  const page = await openAs('demo-resource', `tasks/${id}`, 'phone')
  const time = page.getByRole('region', { name: 'Time', exact: true })
  await time.getByRole('button', { name: 'Log time' }).click()
  await page.getByRole('textbox', { name: 'Hours' }).fill('1:30')
  await page.getByRole('textbox', { name: 'Note' }).fill('First look')
  await page.getByRole('button', { name: /Work type/ }).waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await page.getByRole('dialog').getByRole('button', { name: 'Log time' }).click()
  await page.getByRole('cell', { name: /First look/ }).waitFor()
  await page.getByText('1:30 of 4:00').waitFor()
  assert.equal((await taskOf(localid)).actual, '1.5')
})

longTest('a Resource owns the tasks they add, cannot change owners, and cannot delete tasks', async () => {
  const { id } = await makeTask('Whose is it')
  const page = await openAs('demo-resource', `tasks/${id}`)
  await field(page, 'Assignees').waitFor()
  assert.equal(await field(page, 'Owners').count(), 0)
  await page.getByRole('button', { name: 'Actions' }).click()
  assert.equal(await page.getByRole('menuitem', { name: 'Delete task' }).count(), 0)
  // A live update may make the page of the Resource ask for the deleted task again.
  allowPageError(page, /status of 404/)
  const boss = await openAs('demo-manager', `tasks/${id}`)
  await boss.getByRole('button', { name: 'Actions' }).click()
  await boss.getByRole('menuitem', { name: 'Delete task' }).click()
  await boss.getByRole('dialog').getByRole('button', { name: 'Delete task' }).click()
  await boss.waitForURL(/\/app\/tasks($|\?)/)
  assert.equal((await app.server.request(`/task/${id}/`, { token: 'demo-administrator' })).status, 404)
})

longTest('a client sees a task without its people, may comment, and cannot change it', async () => {
  const [task] = await listRecords('task', 'search=allergens in other languages', 'demo-executive')
  const page = await openAs('demo-executive', `tasks/${task?.id}`)
  await editor(page, 'Comment').waitFor()
  for (const name of ['Assignees', 'Owners', 'Followers'])
    assert.equal(await page.getByText(name, { exact: true }).count(), 0)
  for (const name of [/Change the title/, /Log time/, /Start timer/, /^Status: /, /Choose files/]) {
    assert.equal(await page.getByRole('button', { name }).count(), 0, String(name))
  }
  await editor(page, 'Comment').click()
  await page.keyboard.type('Please add Korean')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'Please add Korean' }).waitFor()
})

longTest('j and k open the next and previous task, and a restricted Resource gets only their own tasks', async () => {
  const [one] = await listRecords('task', 'excludeclosed=t&search=allergens in other languages')
  const page = await openAs('demo-manager', `tasks/${one?.id}`)
  await page.getByRole('button', { name: 'Next task' }).and(page.locator(':enabled')).waitFor()
  const { pathname } = new URL(page.url())
  await page.keyboard.press('j')
  await page.waitForURL((url) => url.pathname !== pathname)
  await page.getByRole('button', { name: 'Previous task' }).and(page.locator(':enabled')).waitFor()
  await page.keyboard.press('k')
  await page.waitForURL((url) => url.pathname === pathname)
  const theirs = new Set((await listRecords('task', '', 'demo-restricted')).map(({ id }) => id))
  const hidden = (await listRecords('task', '')).find(({ id }) => !theirs.has(id ?? ''))
  const other = await app.page()
  expectPageError(other, /status of 404/)
  await signIn(other, 'demo-restricted', `tasks/${hidden?.id}`)
  await other.getByText("Not found, or you don't have access.").waitFor()
})

const itemTitles = (page: Page): Promise<string[]> =>
  page.getByRole('region', { name: 'Checklist' }).getByRole('listitem').allInnerTexts()
const box = (page: Page, title: string): Locator => page.getByRole('checkbox', { name: title })
const grip = (page: Page, title: string): Locator => page.getByRole('button', { name: `Move “${title}”` })

async function itemAction(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${title}”` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Waits until the server has the titles in this order. */
async function assertOrder(page: Page, taskid: string, titles: readonly string[]): Promise<void> {
  await page.waitForFunction(
    (expected) => {
      const items = [...document.querySelectorAll('ol [role="checkbox"], ol input[type="checkbox"]')]
      return items.map((item) => item.closest('li')?.innerText.trim()).join() === expected
    },
    titles.join(),
    { timeout: 10_000 },
  )
  const items = await listRecords('taskitem', `taskid=${taskid}`)
  assert.deepEqual(
    items.map(({ title }) => title),
    titles,
  )
}

for (const device of ['desktop', 'phone'] as const) {
  deviceTest(device)(
    `a checklist is written, ticked, changed and ordered by keyboard and pointer (${device})`,
    async () => {
      const { id } = await makeTask(`Checklist on a ${device}`)
      const page = await openAs('demo-manager', `tasks/${id}`, device)
      const entry = page.getByRole('textbox', { name: 'New checklist item' })
      for (const title of ['Draft', 'Review', 'Print']) {
        await entry.fill(title)
        await page.keyboard.press('Enter')
        await box(page, title).waitFor()
      }
      await page.getByText('0 of 3 done').waitFor()
      await box(page, 'Review').setChecked(true, { force: true })
      await page.getByText('1 of 3 done').waitFor()
      await grip(page, 'Draft').focus()
      await page.keyboard.press('ArrowDown')
      await assertOrder(page, id, ['Review', 'Draft', 'Print'])
      await page.getByText('“Draft” is now 2 of 3').waitFor({ state: 'attached' })
      assert.ok(await grip(page, 'Draft').evaluate((element) => element === document.activeElement))
      await grip(page, 'Draft').evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const [from, to] = [await grip(page, 'Print').boundingBox(), await grip(page, 'Review').boundingBox()]
      assert.ok(from && to)
      await page.mouse.move(from.x + 5, from.y + 5)
      await page.mouse.down()
      await page.mouse.move(to.x + 5, to.y - 4, { steps: 4 })
      await page.mouse.up()
      await assertOrder(page, id, ['Print', 'Review', 'Draft'])
      await itemAction(page, 'Draft', 'Move up')
      await assertOrder(page, id, ['Print', 'Draft', 'Review'])
      await itemAction(page, 'Draft', 'Edit item')
      await page.getByRole('textbox', { name: 'Item', exact: true }).fill('Second draft')
      await page.keyboard.press('Enter')
      await box(page, 'Second draft').waitFor()
      await takeScreenshot(page, `checklist-${device}`, { fullPage: true })
      // What the bars of a phone cover in the middle of the page is no fault of it.
      await page.getByRole('heading', { level: 1 }).evaluate((element) => element.scrollIntoView({ block: 'center' }))
      assert.deepEqual(await axeViolations(page), [])
      await itemAction(page, 'Print', 'Delete item')
      await notification(page, 'Checklist item deleted').waitFor()
      await assertOrder(page, id, ['Second draft', 'Review'])
    },
  )
}

longTest('the table and the board show how much of a checklist is done; a client only reads it', async () => {
  const { id } = await makeTask('Seen by the client')
  for (const [title, done] of [
    ['First', 't'],
    ['Second', 'f'],
  ] as const) {
    const body = { taskid: id, title, done }
    const { status } = await app.server.request('/taskitem/', { method: 'POST', token: 'demo-administrator', body })
    assert.equal(status, 201)
  }
  const page = await openAs('demo-manager', 'tasks?search=Seen%20by%20the%20client')
  await page.getByText('1 of 2 checklist items done').waitFor({ state: 'attached' })
  await takeScreenshot(page, 'checklist-table')
  await page.getByRole('radio', { name: 'Board' }).click()
  await page.getByRole('row').filter({ hasText: 'Seen by the client' }).getByText('1/2').waitFor()
  await takeScreenshot(page, 'checklist-board')
  const [seen] = await listRecords(
    'task',
    `localid=${(await listRecords('task', 'search=Seen by the client'))[0]?.localid}`,
    'demo-executive',
  )
  if (seen === undefined) return
  const client = await openAs('demo-executive', `tasks/${id}`)
  await client.getByText('1 of 2 done').waitFor()
  assert.equal((await itemTitles(client)).length, 2)
  assert.equal(await client.getByRole('checkbox', { name: 'First' }).count(), 0)
  assert.equal(await client.getByRole('textbox', { name: 'New checklist item' }).count(), 0)
})

for (const device of ['desktop', 'phone'] as const) {
  longTest(`a task is duplicated with its people and checklist (${device})`, async () => {
    const { id } = await makeTask(`Weekly report, ${device}`)
    const item = { taskid: id, title: 'Step', done: 't' }
    await app.server.request('/taskitem/', { method: 'POST', token: 'demo-administrator', body: item })
    const page = await openAs('demo-manager', `tasks/${id}`, device)
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Duplicate task' }).click()
    const dialog = page.getByRole('dialog', { name: 'Duplicate task' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill(`Next report, ${device}`)
    await takeScreenshot(page, `duplicate-task-${device}`)
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Duplicate task' }).click()
    await page.getByRole('heading', { level: 1, name: `Next report, ${device}` }).waitFor()
    await page.getByText('0 of 1 done').waitFor()
    const [copy] = await listRecords('task', `search=Next report, ${device}`)
    const [original] = await listRecords('task', `search=Weekly report, ${device}`)
    assert.deepEqual(
      [copy?.assigneeid, copy?.ownerid, copy?.items, copy?.itemsdone],
      [original?.assigneeid, original?.ownerid, '1', '0'],
    )
  })
}
