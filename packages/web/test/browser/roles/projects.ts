// Projects, clients and people: an Administrator creates a client with a project, its team, a module and a work type
// with a rate. A Manager sees rates and budget, a Resource neither, and both cannot change anything. A client sees
// their projects and no people.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type DemoLogin, navigateTo } from '../test-app.ts'
import {
  assertForbidden,
  firstListed,
  offeredButtons,
  sharedProject,
  sharedProjectId,
  sortedNames,
  statusOf,
} from './api-checks.ts'
import { assertNotAvailable, forTeamAndClient, navigationLinks, type RoleRun } from './role-test.ts'

/** The roles that see rates and budgets. */
const seesMoney: readonly DemoLogin[] = ['demo-administrator', 'demo-manager']
/** The buttons of these screens that write, for Administrators only. */
const writeButtons = ['New project', 'New client', 'New person', 'Edit', 'Add people', 'Add module', 'Add work type']

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** The links of a list have exactly these names. */
async function assertNames(page: Page, screen: string, names: readonly string[]): Promise<void> {
  await navigateTo(page, `/app/${screen}`)
  const links = page
    .getByRole('main')
    .getByRole('link')
    .and(page.locator(`[href^="/app/${screen}/"]`))
  for (const name of names) await links.filter({ hasText: name }).first().waitFor()
  const texts = await links.allInnerTexts()
  assert.deepEqual(texts.toSorted(), names.toSorted(), screen)
}

async function assertLists(run: RoleRun, page: Page): Promise<void> {
  const named = async (path: string) => sortedNames(await run.list(path), 'name')
  await assertNames(page, 'projects', await named('/project/?limit=0&active=t'))
  await assertNames(page, 'clients', await named('/client/?limit=0&active=t'))
  const team = (await run.list('/person/?limit=0&active=t')).filter(({ clientid }) => clientid === null)
  const nameOf = ({ firstname, lastname }: (typeof team)[number]) => `${firstname} ${lastname}`.trim()
  await assertNames(page, 'people', team.map(nameOf))
}

async function makeProject(page: Page, client: string, project: string): Promise<void> {
  await navigateTo(page, '/app/clients')
  await page.getByRole('button', { name: 'New client' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(client)
  await page.getByRole('button', { name: 'Create client' }).click()
  await page.getByRole('heading', { level: 1, name: client }).waitFor()
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(project)
  await page.getByRole('dialog').getByLabel('Budget (hours)').fill('12:30')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { level: 1, name: project }).waitFor()
}

async function fillProject(page: Page, part: string): Promise<void> {
  const form = page.getByRole('dialog')
  await tab(page, 'Team').click()
  await page.getByRole('button', { name: 'Add people' }).click()
  await form.getByRole('combobox', { name: 'People' }).fill('Oliver')
  await page.getByRole('option', { name: /Oliver Pemberton/ }).click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Add to team' }).click()
  await page.getByRole('list', { name: 'Project team' }).getByText('Oliver Pemberton').waitFor()
  await tab(page, 'Modules').click()
  await page.getByRole('button', { name: 'Add module' }).click()
  await form.getByLabel('Custom name').fill(part)
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('listitem').filter({ hasText: part }).waitFor()
  await tab(page, 'Work types and rates').click()
  await page.getByRole('button', { name: 'Add work type' }).click()
  await form.getByLabel('Custom name').fill(part)
  await form.getByLabel('Hourly rate').fill('98,50')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: new RegExp(`${part}.*98\\.50`) }).waitFor()
}

/** Creates a project in the application, verifies it through the API and deletes it. */
async function createAndDeleteProject(run: RoleRun, page: Page): Promise<void> {
  const [client, name, part] = [run.uniqueName('A client'), run.uniqueName('A project'), run.uniqueName('A part')]
  await makeProject(page, client, name)
  await fillProject(page, part)
  const project = await firstListed(run, `/project/?name=${encodeURIComponent(name)}`)
  assert.deepEqual([project.client, project.budget], [client, '12.5'])
  const modules = await run.list(`/projectmodule/?limit=0&projectid=${project.id}`)
  assert.ok(modules.some(({ module }) => module === part))
  const types = await run.list(`/projectworktype/?limit=0&projectid=${project.id}`)
  assert.equal(types.find(({ worktype }) => worktype === part)?.hourlyrate, '98.5')
  const oliver = await firstListed(run, '/person/?lastname=Pemberton')
  const people = await run.list(`/person/?limit=0&projectid=${project.id}`)
  assert.ok(people.some(({ id }) => id === oliver.id))
  assert.equal(await statusOf(run, 'DELETE', `/project/${project.id}/`), 200)
  assert.equal(await statusOf(run, 'DELETE', `/client/${project.clientid}/`), 200)
}

/** No button writes, and the server refuses the requests. */
async function assertReads(run: RoleRun, page: Page, projectid: string): Promise<void> {
  for (const screen of ['projects', 'clients', 'people', `projects/${projectid}?tab=team`]) {
    await navigateTo(page, `/app/${screen}`)
    await page.getByRole('main').getByRole('link').first().waitFor()
    assert.deepEqual(await offeredButtons(page, writeButtons), [], screen)
  }
  await tab(page, 'Modules').click()
  await page.getByRole('tabpanel').getByRole('listitem').first().waitFor()
  assert.deepEqual(await offeredButtons(page, writeButtons), [], 'modules')
  await assertForbidden(run, 'POST', '/client/', { name: 'Mine', datecreated: '2026-11-02', active: 't' })
  await assertForbidden(run, 'POST', '/project/', { name: 'Mine', datestart: '2026-11-02' })
  await assertForbidden(run, 'PUT', `/project/${projectid}/`, { name: 'Mine' })
  await assertForbidden(run, 'POST', '/projectteam/', { projectid, personid: await run.personId() })
  await assertForbidden(run, 'POST', '/projectmodule/', { projectid, module: 'Mine', active: 't' })
  await assertForbidden(run, 'POST', '/projectworktype/', { projectid, worktype: 'Mine', hourlyrate: '1', active: 't' })
}

/** The work types are shown with or without their rates, and the budget is shown or not, depending on the role. */
async function assertMoney(run: RoleRun, page: Page, projectid: string): Promise<void> {
  const money = seesMoney.includes(run.who)
  await navigateTo(page, `/app/projects/${projectid}`)
  await page.getByText(money ? 'Budget used' : 'Your hours').waitFor()
  assert.equal(await page.getByText('Budget used').count(), Number(money))
  const [project] = await run.list(`/project/?name=${encodeURIComponent(sharedProject)}`)
  assert.equal('budget' in (project ?? {}), money)
  await tab(page, money ? 'Work types and rates' : 'Work types').click()
  const table = page.getByRole('table', { name: 'Project work types' })
  for (const { worktype, ...fields } of await run.list(`/projectworktype/?limit=0&projectid=${projectid}`)) {
    assert.equal('hourlyrate' in fields, money)
    const row = table.getByRole('row').filter({ hasText: String(worktype) })
    const text = await row.first().innerText()
    assert.equal(text.includes(`${Number(fields.hourlyrate).toFixed(2)}`), money, text)
  }
  assert.equal(await table.getByRole('columnheader', { name: 'Hourly rate' }).count(), Number(money))
}

async function asTeam(run: RoleRun): Promise<void> {
  const page = await run.openPage('projects')
  const projectid = await sharedProjectId(run)
  await assertLists(run, page)
  await assertMoney(run, page, projectid)
  if (run.who === 'demo-administrator') await createAndDeleteProject(run, page)
  else await assertReads(run, page, projectid)
}

async function asClient(run: RoleRun): Promise<void> {
  const page = await run.openPage('projects')
  const projectid = await sharedProjectId(run)
  await assertNames(page, 'projects', sortedNames(await run.list('/project/?limit=0'), 'name'))
  await page.getByRole('link', { name: sharedProject }).click()
  await tab(page, 'Documents').waitFor()
  assert.deepEqual(await page.getByRole('tab').allInnerTexts(), [
    'Overview',
    'Tasks',
    'Timeline',
    'Documents',
    'Money',
    'History',
  ])
  assert.equal(await page.getByText('Budget used').count(), 0)
  await tab(page, 'Documents').click()
  for (const { title } of await run.list(`/document/?limit=0&projectid=${projectid}`))
    await page.getByRole('button', { name: String(title), exact: true }).waitFor()
  await tab(page, 'Money').click()
  for (const { id } of await run.list(`/invoice/?limit=0&projectid=${projectid}`))
    await page
      .getByRole('link')
      .and(page.locator(`[href="/app/invoices/${id}"]`))
      .first()
      .waitFor()
  assert.deepEqual(await offeredButtons(page, [...writeButtons, 'New invoice', 'New task']), [])
  assert.ok(!(await navigationLinks(page, run.device)).includes('People'))
  await assertNotAvailable(page, 'people')
  await assertForbidden(run, 'GET', '/person/')
  await assertForbidden(run, 'PUT', `/project/${projectid}/`, { name: 'Mine' })
  const types = await run.list(`/projectworktype/?projectid=${projectid}`)
  assert.deepEqual(
    types.filter((type) => 'hourlyrate' in type),
    [],
  )
}

export const projects = forTeamAndClient(asTeam, asClient)
