// Point 6, projects, clients and people: an Administrator makes a client with a project, its team, a module and a work type with a rate;
// a Manager reads rates and budget, a Resource neither, and both are offered no change. A client has their projects and no people.
// What is listed is what the API lists, and what is not offered the server refuses.
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

/** Rates and budgets are for those who lead. */
const seesMoney: readonly DemoLogin[] = ['demo-administrator', 'demo-manager']
/** Everything that is made or changed on these screens, by an Administrator alone. */
const writeButtons = [
  'New project',
  'New client',
  'New person',
  'Edit',
  'Add people',
  'Add a module',
  'Add a work type',
]

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** The names that lead to the page of one of them, when all of them have come. */
async function assertNames(page: Page, screen: string, names: readonly string[]): Promise<void> {
  await navigateTo(page, `/app/${screen}`)
  const links = page
    .getByRole('main')
    .getByRole('link')
    .and(page.locator(`[href^="/app/${screen}/"]`))
  for (const name of names) await links.filter({ hasText: name }).first().waitFor()
  const shown = await links.allInnerTexts()
  assert.deepEqual(shown.toSorted(), names.toSorted(), screen)
}

async function assertLists(way: RoleRun, page: Page): Promise<void> {
  const named = async (path: string) => sortedNames(await way.list(path), 'name')
  await assertNames(page, 'projects', await named('/project/?limit=0&active=t'))
  await assertNames(page, 'clients', await named('/client/?limit=0&active=t'))
  const team = (await way.list('/person/?limit=0&active=t')).filter(({ clientid }) => clientid === null)
  const nameOf = ({ firstname, lastname }: (typeof team)[number]) => `${firstname} ${lastname}`.trim()
  await assertNames(page, 'people', team.map(nameOf))
}

async function makeProject(page: Page, client: string, project: string): Promise<void> {
  await navigateTo(page, '/app/clients')
  await page.getByRole('button', { name: 'New client' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(client)
  await page.getByRole('button', { name: 'Make the client' }).click()
  await page.getByRole('heading', { level: 1, name: client }).waitFor()
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(project)
  await page.getByRole('dialog').getByLabel('Budget, in hours').fill('12:30')
  await page.getByRole('button', { name: 'Make the project' }).click()
  await page.getByRole('heading', { level: 1, name: project }).waitFor()
}

async function fillProject(page: Page, part: string): Promise<void> {
  const form = page.getByRole('dialog')
  await tab(page, 'Team').click()
  await page.getByRole('button', { name: 'Add people' }).click()
  await form.getByRole('combobox', { name: 'People' }).fill('Oliver')
  await page.getByRole('option', { name: /Oliver Pemberton/ }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Add to the team' }).click()
  await page.getByRole('list', { name: 'Team of the project' }).getByText('Oliver Pemberton').waitFor()
  await tab(page, 'Modules').click()
  await page.getByRole('button', { name: 'Add a module' }).click()
  await form.getByLabel('Or one of its own').fill(part)
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('listitem').filter({ hasText: part }).waitFor()
  await tab(page, 'Work types and rates').click()
  await page.getByRole('button', { name: 'Add a work type' }).click()
  await form.getByLabel('Or one of its own').fill(part)
  await form.getByLabel('Hourly rate').fill('98,50')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: new RegExp(`${part}.*98\\.50`) }).waitFor()
}

/** The API has all of it, and it goes again: the lists of the others are held against the API too. */
async function createAndDeleteProject(way: RoleRun, page: Page): Promise<void> {
  const [client, name, part] = [way.uniqueName('A client'), way.uniqueName('A project'), way.uniqueName('A part')]
  await makeProject(page, client, name)
  await fillProject(page, part)
  const project = await firstListed(way, `/project/?name=${encodeURIComponent(name)}`)
  assert.deepEqual([project.client, project.budget], [client, '12.5'])
  const modules = await way.list(`/projectmodule/?limit=0&projectid=${project.id}`)
  assert.ok(modules.some(({ module }) => module === part))
  const types = await way.list(`/projectworktype/?limit=0&projectid=${project.id}`)
  assert.equal(types.find(({ worktype }) => worktype === part)?.hourlyrate, '98.5')
  const oliver = await firstListed(way, '/person/?lastname=Pemberton')
  const people = await way.list(`/person/?limit=0&projectid=${project.id}`)
  assert.ok(people.some(({ id }) => id === oliver.id))
  assert.equal(await statusOf(way, 'DELETE', `/project/${project.id}/`), 200)
  assert.equal(await statusOf(way, 'DELETE', `/client/${project.clientid}/`), 200)
}

/** Nothing is offered to be made or changed, and the server says the same. */
async function assertReads(way: RoleRun, page: Page, projectid: string): Promise<void> {
  for (const screen of ['projects', 'clients', 'people', `projects/${projectid}?tab=team`]) {
    await navigateTo(page, `/app/${screen}`)
    await page.getByRole('main').getByRole('link').first().waitFor()
    assert.deepEqual(await offeredButtons(page, writeButtons), [], screen)
  }
  await tab(page, 'Modules').click()
  await page.getByRole('tabpanel').getByRole('listitem').first().waitFor()
  assert.deepEqual(await offeredButtons(page, writeButtons), [], 'modules')
  await assertForbidden(way, 'POST', '/client/', { name: 'Mine', datecreated: '2026-11-02', active: 't' })
  await assertForbidden(way, 'POST', '/project/', { name: 'Mine', datestart: '2026-11-02' })
  await assertForbidden(way, 'PUT', `/project/${projectid}/`, { name: 'Mine' })
  await assertForbidden(way, 'POST', '/projectteam/', { projectid, personid: await way.personId() })
  await assertForbidden(way, 'POST', '/projectmodule/', { projectid, module: 'Mine', active: 't' })
  await assertForbidden(way, 'POST', '/projectworktype/', { projectid, worktype: 'Mine', hourlyrate: '1', active: 't' })
}

/** The work types that the API lists are there, with their rates or without, and so is the budget. */
async function assertMoney(way: RoleRun, page: Page, projectid: string): Promise<void> {
  const money = seesMoney.includes(way.who)
  await navigateTo(page, `/app/projects/${projectid}`)
  await page.getByText(money ? 'Budget used' : 'Your hours').waitFor()
  assert.equal(await page.getByText('Budget used').count(), Number(money))
  const [project] = await way.list(`/project/?name=${encodeURIComponent(sharedProject)}`)
  assert.equal('budget' in (project ?? {}), money)
  await tab(page, money ? 'Work types and rates' : 'Work types').click()
  const table = page.getByRole('table', { name: 'Work types of the project' })
  for (const { worktype, ...known } of await way.list(`/projectworktype/?limit=0&projectid=${projectid}`)) {
    assert.equal('hourlyrate' in known, money)
    const row = table.getByRole('row').filter({ hasText: String(worktype) })
    const text = await row.first().innerText()
    assert.equal(text.includes(`${Number(known.hourlyrate).toFixed(2)}`), money, text)
  }
  assert.equal(await table.getByRole('columnheader', { name: 'Hourly rate' }).count(), Number(money))
}

async function asTeam(way: RoleRun): Promise<void> {
  const page = await way.openPage('projects')
  const projectid = await sharedProjectId(way)
  await assertLists(way, page)
  await assertMoney(way, page, projectid)
  if (way.who === 'demo-administrator') await createAndDeleteProject(way, page)
  else await assertReads(way, page, projectid)
}

async function asClient(way: RoleRun): Promise<void> {
  const page = await way.openPage('projects')
  const projectid = await sharedProjectId(way)
  await assertNames(page, 'projects', sortedNames(await way.list('/project/?limit=0'), 'name'))
  await page.getByRole('link', { name: sharedProject }).click()
  await tab(page, 'Documents').waitFor()
  assert.deepEqual(await page.getByRole('tab').allInnerTexts(), ['Overview', 'Tasks', 'Documents', 'Money'])
  assert.equal(await page.getByText('Budget used').count(), 0)
  await tab(page, 'Documents').click()
  for (const { title } of await way.list(`/document/?limit=0&projectid=${projectid}`))
    await page.getByRole('button', { name: String(title), exact: true }).waitFor()
  await tab(page, 'Money').click()
  for (const { id } of await way.list(`/invoice/?limit=0&projectid=${projectid}`))
    await page
      .getByRole('link')
      .and(page.locator(`[href="/app/invoices/${id}"]`))
      .first()
      .waitFor()
  assert.deepEqual(await offeredButtons(page, [...writeButtons, 'New invoice', 'New task']), [])
  assert.ok(!(await navigationLinks(page, way.device)).includes('People'))
  await assertNotAvailable(page, 'people')
  await assertForbidden(way, 'GET', '/person/')
  await assertForbidden(way, 'PUT', `/project/${projectid}/`, { name: 'Mine' })
  const types = await way.list(`/projectworktype/?projectid=${projectid}`)
  assert.deepEqual(
    types.filter((type) => 'hourlyrate' in type),
    [],
  )
}

export const projects = forTeamAndClient(asTeam, asClient)
