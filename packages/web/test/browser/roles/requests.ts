// Point 7, requests: each role asks for something. Those who work here make a task of it, which the API then names; a client is not
// offered that, and sees what became of it. What others asked for is changed by those who lead alone.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type DemoLogin, navigateTo } from '../test-app.ts'
import { assertForbidden, offeredButtons, sharedProject, sharedProjectId, sortedNames, statusOf } from './api-checks.ts'
import { chooseOption } from './combo-box.ts'
import { forAllRoles, type RoleRun, type Wire } from './role-test.ts'

interface Rights {
  readonly asks: string
  readonly accepts: boolean
  /** Whether they may change what somebody else asked for. */
  readonly changesOthers: boolean
}

const leader: Rights = { asks: 'New request', accepts: true, changesOthers: true }
const worker: Rights = { ...leader, changesOthers: false }

const rights: Readonly<Record<DemoLogin, Rights>> = {
  'demo-administrator': leader,
  'demo-manager': leader,
  'demo-resource': worker,
  'demo-restricted': worker,
  'demo-executive': { asks: 'Ask for something', accepts: false, changesOthers: false },
}

async function submitRequest(page: Page, name: string, title: string): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  const form = page.getByRole('dialog', { name })
  await form.getByRole('textbox', { name: 'What do you need?' }).fill(title)
  await chooseOption(form.getByRole('combobox', { name: 'Project' }), sharedProject)
  await form.getByRole('button', { name: 'Send the request' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** The newest request of that title, as the API has it for this person. */
async function requestOf(way: RoleRun, title: string): Promise<Wire> {
  const request = (await way.list('/request/?limit=0')).find((one) => one.title === title)
  assert.ok(request, `no request ${title}`)
  return request
}

/** With one key where there are keys, else with the button; it leads to the new task. */
async function accept(way: RoleRun, page: Page, title: string): Promise<void> {
  if (way.device === 'desktop') await page.keyboard.press('a')
  else await page.getByRole('button', { name: 'Accept' }).click()
  const form = page.getByRole('dialog', { name: 'Make a task of it' })
  await form.getByRole('button', { name: /Module/ }).click()
  await page.getByRole('option').first().click()
  await form.getByRole('button', { name: 'Create the task' }).click()
  await page.waitForURL(/\/app\/tasks\/\d+$/)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** Somebody else makes a task of it, and what was read before that is read anew. */
async function acceptAsManager(way: RoleRun, page: Page, { id, projectid }: Wire): Promise<void> {
  assert.deepEqual(await offeredButtons(page, ['Accept']), [])
  await assertForbidden(way, 'POST', `/request/${id}/accept/`, {})
  const [module] = await way.list(`/projectmodule/?limit=1&active=t&projectid=${projectid}`, 'demo-manager')
  const body = { moduleid: String(module?.moduleid) }
  assert.equal(await statusOf(way, 'POST', `/request/${id}/accept/`, body, 'demo-manager'), 201)
  await page.reload()
  await page.getByText(/^Became task #/).waitFor()
}

/** A Manager asks for something: who may change that, and who may not. */
async function assertOthers(way: RoleRun, page: Page): Promise<void> {
  const title = way.uniqueName('A wish beside that')
  const [manager] = await way.list('/me/', 'demo-manager')
  const [priority] = await way.list('/taskpriority/?limit=1')
  const wish = { title, projectid: await sharedProjectId(way), personid: String(manager?.id) }
  const sent = { ...wish, priorityid: String(priority?.id) }
  assert.equal(await statusOf(way, 'POST', '/request/', sent, 'demo-manager'), 201)
  const { id } = await requestOf(way, title)
  await navigateTo(page, `/app/requests/${id}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const { accepts, changesOthers } = rights[way.who]
  const expected = [...(accepts ? ['Accept'] : []), ...(changesOthers ? ['Edit', 'Actions'] : [])]
  assert.deepEqual(await offeredButtons(page, ['Accept', 'Edit', 'Actions']), expected)
  if (changesOthers) return assert.equal(await statusOf(way, 'DELETE', `/request/${id}/`), 200)
  await assertForbidden(way, 'PUT', `/request/${id}/`, { title: 'Mine now' })
  await assertForbidden(way, 'DELETE', `/request/${id}/`)
  assert.equal(await statusOf(way, 'DELETE', `/request/${id}/`, undefined, 'demo-manager'), 200)
}

export const requests = forAllRoles(async (way) => {
  const { asks, accepts } = rights[way.who]
  const title = way.uniqueName('A wish')
  const page = await way.openPage('requests')
  const table = page.getByRole('table', { name: 'Requests' })
  await table.getByRole('link').first().waitFor()
  const waiting = sortedNames(await way.list('/request/?limit=0&accepted=f'), 'title')
  assert.deepEqual((await table.getByRole('link').allInnerTexts()).toSorted(), waiting)
  await submitRequest(page, asks, title)
  const request = await requestOf(way, title)
  assert.deepEqual([request.personid, request.project, request.taskid], [await way.personId(), sharedProject, null])
  if (accepts) await accept(way, page, title)
  else await acceptAsManager(way, page, request)
  const { taskid, tasklocalid } = await requestOf(way, title)
  assert.ok(taskid)
  if (accepts) assert.match(page.url(), new RegExp(`/tasks/${taskid}$`))
  await navigateTo(page, '/app/requests?state=accepted')
  await table.getByRole('link', { name: title, exact: true }).click()
  await page.getByText(`Became task #${tasklocalid}`).waitFor()
  await assertOthers(way, page)
})
