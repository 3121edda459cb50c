// Point 6, projects, clients and people: an Administrator makes a client with a project, its team, a module and a work type with a rate;
// a Manager reads rates and budget, a Resource neither, and both are offered no change. A client has their projects and no people.
// What is listed is what the API lists, and what is not offered the server refuses.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type DemoLogin, goTo } from '../browsing.ts'
import {
  assertRefused,
  everyonesProject,
  foundBy,
  offeredOf,
  projectForEveryone,
  sortedNames,
  statusOf,
} from './asking.ts'
import { assertNotForYou, forTeamAndClient, placesOf, type Way } from './point.ts'

/** Rates and budgets are for those who lead. */
const seesMoney: readonly DemoLogin[] = ['demo-administrator', 'demo-manager']
/** Everything that is made or changed on these screens, by an Administrator alone. */
const changes = ['New project', 'New client', 'New person', 'Edit', 'Add people', 'Add a module', 'Add a work type']

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** The names that lead to the page of one of them, when all of them have come. */
async function assertNames(page: Page, screen: string, names: readonly string[]): Promise<void> {
  await goTo(page, `/app/${screen}`)
  const links = page
    .getByRole('main')
    .getByRole('link')
    .and(page.locator(`[href^="/app/${screen}/"]`))
  for (const name of names) await links.filter({ hasText: name }).first().waitFor()
  const shown = await links.allInnerTexts()
  assert.deepEqual(shown.toSorted(), names.toSorted(), screen)
}

async function assertLists(way: Way, page: Page): Promise<void> {
  const named = async (path: string) => sortedNames(await way.listed(path), 'name')
  await assertNames(page, 'projects', await named('/project/?limit=0&active=t'))
  await assertNames(page, 'clients', await named('/client/?limit=0&active=t'))
  const team = (await way.listed('/person/?limit=0&active=t')).filter(({ clientid }) => clientid === null)
  const nameOf = ({ firstname, lastname }: (typeof team)[number]) => `${firstname} ${lastname}`.trim()
  await assertNames(page, 'people', team.map(nameOf))
}

async function makeProject(page: Page, client: string, project: string): Promise<void> {
  await goTo(page, '/app/clients')
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
async function keep(way: Way, page: Page): Promise<void> {
  const [client, name, part] = [way.named('A client'), way.named('A project'), way.named('A part')]
  await makeProject(page, client, name)
  await fillProject(page, part)
  const project = await foundBy(way, `/project/?name=${encodeURIComponent(name)}`)
  assert.deepEqual([project.client, project.budget], [client, '12.5'])
  const modules = await way.listed(`/projectmodule/?limit=0&projectid=${project.id}`)
  assert.ok(modules.some(({ module }) => module === part))
  const types = await way.listed(`/projectworktype/?limit=0&projectid=${project.id}`)
  assert.equal(types.find(({ worktype }) => worktype === part)?.hourlyrate, '98.5')
  const oliver = await foundBy(way, '/person/?lastname=Pemberton')
  const people = await way.listed(`/person/?limit=0&projectid=${project.id}`)
  assert.ok(people.some(({ id }) => id === oliver.id))
  assert.equal(await statusOf(way, 'DELETE', `/project/${project.id}/`), 200)
  assert.equal(await statusOf(way, 'DELETE', `/client/${project.clientid}/`), 200)
}

/** Nothing is offered to be made or changed, and the server says the same. */
async function assertReads(way: Way, page: Page, projectid: string): Promise<void> {
  for (const screen of ['projects', 'clients', 'people', `projects/${projectid}?tab=team`]) {
    await goTo(page, `/app/${screen}`)
    await page.getByRole('main').getByRole('link').first().waitFor()
    assert.deepEqual(await offeredOf(page, changes), [], screen)
  }
  await tab(page, 'Modules').click()
  await page.getByRole('tabpanel').getByRole('listitem').first().waitFor()
  assert.deepEqual(await offeredOf(page, changes), [], 'modules')
  await assertRefused(way, 'POST', '/client/', { name: 'Mine', datecreated: '2026-11-02', active: 't' })
  await assertRefused(way, 'POST', '/project/', { name: 'Mine', datestart: '2026-11-02' })
  await assertRefused(way, 'PUT', `/project/${projectid}/`, { name: 'Mine' })
  await assertRefused(way, 'POST', '/projectteam/', { projectid, personid: await way.self() })
  await assertRefused(way, 'POST', '/projectmodule/', { projectid, module: 'Mine', active: 't' })
  await assertRefused(way, 'POST', '/projectworktype/', { projectid, worktype: 'Mine', hourlyrate: '1', active: 't' })
}

/** The work types that the API lists are there, with their rates or without, and so is the budget. */
async function assertMoney(way: Way, page: Page, projectid: string): Promise<void> {
  const money = seesMoney.includes(way.who)
  await goTo(page, `/app/projects/${projectid}`)
  await page.getByText(money ? 'Budget used' : 'Your hours').waitFor()
  assert.equal(await page.getByText('Budget used').count(), Number(money))
  const [project] = await way.listed(`/project/?name=${encodeURIComponent(everyonesProject)}`)
  assert.equal('budget' in (project ?? {}), money)
  await tab(page, money ? 'Work types and rates' : 'Work types').click()
  const table = page.getByRole('table', { name: 'Work types of the project' })
  for (const { worktype, ...known } of await way.listed(`/projectworktype/?limit=0&projectid=${projectid}`)) {
    assert.equal('hourlyrate' in known, money)
    const row = table.getByRole('row').filter({ hasText: String(worktype) })
    const text = await row.first().innerText()
    assert.equal(text.includes(`${Number(known.hourlyrate).toFixed(2)}`), money, text)
  }
  assert.equal(await table.getByRole('columnheader', { name: 'Hourly rate' }).count(), Number(money))
}

async function ofTheTeam(way: Way): Promise<void> {
  const page = await way.opened('projects')
  const projectid = await projectForEveryone(way)
  await assertLists(way, page)
  await assertMoney(way, page, projectid)
  if (way.who === 'demo-administrator') await keep(way, page)
  else await assertReads(way, page, projectid)
}

async function ofTheClient(way: Way): Promise<void> {
  const page = await way.opened('projects')
  const projectid = await projectForEveryone(way)
  await assertNames(page, 'projects', sortedNames(await way.listed('/project/?limit=0'), 'name'))
  await page.getByRole('link', { name: everyonesProject }).click()
  await tab(page, 'Documents').waitFor()
  assert.deepEqual(await page.getByRole('tab').allInnerTexts(), ['Overview', 'Tasks', 'Documents', 'Money'])
  assert.equal(await page.getByText('Budget used').count(), 0)
  await tab(page, 'Documents').click()
  for (const { title } of await way.listed(`/document/?limit=0&projectid=${projectid}`))
    await page.getByRole('button', { name: String(title), exact: true }).waitFor()
  await tab(page, 'Money').click()
  for (const { id } of await way.listed(`/invoice/?limit=0&projectid=${projectid}`))
    await page
      .getByRole('link')
      .and(page.locator(`[href="/app/invoices/${id}"]`))
      .first()
      .waitFor()
  assert.deepEqual(await offeredOf(page, [...changes, 'New invoice', 'New task']), [])
  assert.ok(!(await placesOf(page, way.device)).includes('People'))
  await assertNotForYou(page, 'people')
  await assertRefused(way, 'GET', '/person/')
  await assertRefused(way, 'PUT', `/project/${projectid}/`, { name: 'Mine' })
  const types = await way.listed(`/projectworktype/?projectid=${projectid}`)
  assert.deepEqual(
    types.filter((type) => 'hourlyrate' in type),
    [],
  )
}

export const projects = forTeamAndClient(ofTheTeam, ofTheClient)
