// Requests: each role creates one. The team turns it into a task; a client is not offered that and sees the result.
// Only Administrators and Managers change the requests of others.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type DemoLogin, navigateTo } from '../test-app.ts'
import { assertForbidden, offeredButtons, sharedProject, sharedProjectId, sortedNames, statusOf } from './api-checks.ts'
import { chooseOption } from './combo-box.ts'
import { forAllRoles, type RoleRun, type Wire } from './role-test.ts'

interface Rights {
  readonly asks: string
  readonly accepts: boolean
  /** Whether they may change requests of others. */
  readonly changesOthers: boolean
}

const leader: Rights = { asks: 'New request', accepts: true, changesOthers: true }
const worker: Rights = { ...leader, changesOthers: false }

const rights: Readonly<Record<DemoLogin, Rights>> = {
  'demo-administrator': leader,
  'demo-manager': leader,
  'demo-resource': worker,
  'demo-restricted': worker,
  'demo-executive': { asks: 'New request', accepts: false, changesOthers: false },
}

async function submitRequest(page: Page, name: string, title: string): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  const form = page.getByRole('dialog', { name })
  await form.getByRole('textbox', { name: 'What do you need?' }).fill(title)
  await chooseOption(form.getByRole('combobox', { name: 'Project' }), sharedProject)
  await form.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** The newest request with this title, as the role sees it. */
async function requestOf(run: RoleRun, title: string): Promise<Wire> {
  const request = (await run.list('/request/?limit=0')).find((one) => one.title === title)
  assert.ok(request, `no request ${title}`)
  return request
}

/** By key on a desktop, by button on a phone; the new task opens. */
async function accept(run: RoleRun, page: Page, title: string): Promise<void> {
  if (run.device === 'desktop') await page.keyboard.press('a')
  else await page.getByRole('button', { name: 'Accept' }).click()
  const form = page.getByRole('dialog', { name: 'Convert to task' })
  await form.getByRole('button', { name: /^(?!.*Choose).*Module/ }).waitFor()
  await form.getByRole('button', { name: 'Create task' }).click()
  await page.waitForURL(/\/app\/tasks\/\d+$/)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** Another person turns it into a task, and the page shows that after a reload. */
async function acceptAsManager(run: RoleRun, page: Page, { id, projectid }: Wire): Promise<void> {
  assert.deepEqual(await offeredButtons(page, ['Accept']), [])
  await assertForbidden(run, 'POST', `/request/${id}/accept/`, {})
  const [module] = await run.list(`/projectmodule/?limit=1&active=t&projectid=${projectid}`, 'demo-manager')
  const body = { moduleid: String(module?.moduleid) }
  assert.equal(await statusOf(run, 'POST', `/request/${id}/accept/`, body, 'demo-manager'), 201)
  await page.reload()
  await page.getByText(/^Converted to task #/).waitFor()
}

/** A request of a Manager: some roles may change it, the others may not. */
async function assertOthers(run: RoleRun, page: Page): Promise<void> {
  const title = run.uniqueName('A wish beside that')
  const [manager] = await run.list('/me/', 'demo-manager')
  const [priority] = await run.list('/taskpriority/?limit=1')
  const wish = { title, projectid: await sharedProjectId(run), personid: String(manager?.id) }
  const fields = { ...wish, priorityid: String(priority?.id) }
  assert.equal(await statusOf(run, 'POST', '/request/', fields, 'demo-manager'), 201)
  const { id } = await requestOf(run, title)
  await navigateTo(page, `/app/requests/${id}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const { accepts, changesOthers } = rights[run.who]
  const expected = [...(accepts ? ['Accept'] : []), ...(changesOthers ? ['Edit', 'Actions'] : [])]
  assert.deepEqual(await offeredButtons(page, ['Accept', 'Edit', 'Actions']), expected)
  if (changesOthers) return assert.equal(await statusOf(run, 'DELETE', `/request/${id}/`), 200)
  await assertForbidden(run, 'PUT', `/request/${id}/`, { title: 'Mine now' })
  await assertForbidden(run, 'DELETE', `/request/${id}/`)
  assert.equal(await statusOf(run, 'DELETE', `/request/${id}/`, undefined, 'demo-manager'), 200)
}

export const requests = forAllRoles(async (run) => {
  const { asks, accepts } = rights[run.who]
  const title = run.uniqueName('A wish')
  const page = await run.openPage('requests')
  const table = page.getByRole('table', { name: 'Requests' })
  await table.getByRole('link').first().waitFor()
  const waiting = sortedNames(await run.list('/request/?limit=0&accepted=f'), 'title')
  assert.deepEqual((await table.getByRole('link').allInnerTexts()).toSorted(), waiting)
  await submitRequest(page, asks, title)
  const request = await requestOf(run, title)
  assert.deepEqual([request.personid, request.project, request.taskid], [await run.personId(), sharedProject, null])
  if (accepts) await accept(run, page, title)
  else await acceptAsManager(run, page, request)
  const { taskid, tasklocalid } = await requestOf(run, title)
  assert.ok(taskid)
  if (accepts) assert.match(page.url(), new RegExp(`/tasks/${taskid}$`))
  await navigateTo(page, '/app/requests?state=accepted')
  await table.getByRole('link', { name: title, exact: true }).click()
  await page.getByText(`Converted to task #${tasklocalid}`).first().waitFor()
  await assertOthers(run, page)
})
