// The start page: the sections of each role, every figure as the API returns it, and the link from a figure to its
// list. A client gets a portal that does not name the team.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { takeScreenshot, waitUntilSettled } from '../axe-and-screenshots.ts'
import { dayAfter, monday, today } from '../demo-calendar.ts'
import { type DemoLogin, navigateTo } from '../test-app.ts'
import { forTeamAndClient, type RoleRun, type Wire } from './role-test.ts'

const forTeam = ['My tasks', 'Running now', 'Hours this week', 'Open requests']
const budgets = 'Projects near budget'
const weeks = 'Weeks to approve'

const sections: Readonly<Record<DemoLogin, readonly string[]>> = {
  'demo-administrator': [...forTeam, weeks, budgets],
  'demo-manager': [...forTeam, budgets],
  'demo-resource': forTeam,
  'demo-restricted': forTeam,
  'demo-executive': [
    'Your projects',
    'Estimates to decide on',
    'Upcoming milestones',
    'Unpaid invoices',
    'Your requests',
    'Recent documents',
  ],
}

/** The groups of a person's tasks: the filter of the API, and how many are shown at most. */
const groups = [
  { name: 'Overdue', filter: () => 'overdue=t', most: 8 },
  { name: 'Due next', filter: () => `dateduebegin=${today()}`, most: 10 },
  { name: 'No due date', filter: () => 'hasduedate=f', most: 5 },
]

const homeSection = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('region', { name, exact: true })

/** Waits for the sections and for what they show, because some are loaded later. */
async function assertSections({ who }: RoleRun, page: Page): Promise<void> {
  for (const name of sections[who]) await homeSection(page, name).waitFor()
  await waitUntilSettled(page)
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
  assert.deepEqual(headings.toSorted(), sections[who].toSorted())
}

/** The section has these lines in this order, at most `most` of them, and then the number of the others. */
async function assertLines(section: Locator, wanted: readonly (string | null | undefined)[], most = 5): Promise<void> {
  const lines = await section.getByRole('listitem').allInnerTexts()
  const more = wanted.length > most ? [`and ${wanted.length - most} more`] : []
  const heads = [...wanted.slice(0, most), ...more]
  assert.equal(lines.length, heads.length, lines.join('\n'))
  for (const [at, line] of lines.entries()) assert.ok(line.includes(heads[at] ?? '?'), `${line}: not ${heads[at]}`)
}

/** Returns the link to a list and its length: of a group that is cut off, otherwise of all tasks. */
async function assertTasks(run: RoleRun, page: Page): Promise<readonly [link: string, count: number]> {
  const mine = `/task/?hastaskrelation=${await run.personId()}&excludeclosed=t&limit=0`
  const all = await Promise.all(groups.map(({ filter }) => run.list(`${mine}&${filter()}`)))
  const counted = groups.map(({ name, most }, at) => ({ name, most, count: all[at]?.length ?? 0 }))
  const section = homeSection(page, 'My tasks')
  const heads = await section.getByRole('heading', { level: 3 }).allInnerTexts()
  assert.deepEqual(
    heads.map((head) => head.replace(/\s*(\d+)$/, ' $1')),
    counted.filter(({ count }) => count > 0).map(({ name, count }) => `${name} ${count}`),
  )
  const partly = counted.filter(({ count, most }) => count > most)
  assert.equal(await section.getByRole('link', { name: /^Show all/ }).count(), partly.length)
  const [first] = partly
  if (first !== undefined) return [`Show all ${first.count}: ${first.name}`, first.count]
  return ['All tasks', (await run.list('/task/?excludeclosed=t&limit=0')).length]
}

const clockOf = (entries: readonly Wire[]): string => {
  const minutes = Math.round(entries.reduce((sum, { time }) => sum + Number(time) * 60, 0))
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Returns the hours of this week, which the timesheet must show as well. */
async function assertHours(run: RoleRun, page: Page): Promise<string> {
  const week = monday(0)
  const span = `datebegin=${week}&dateend=${dayAfter(week, 6)}`
  const hours = clockOf(await run.list(`/time/?personid=${await run.personId()}&${span}&limit=0`))
  await homeSection(page, 'Hours this week').getByRole('strong').getByText(hours, { exact: true }).waitFor()
  return hours
}

/** The running timer, otherwise the last one. */
async function assertTimer(run: RoleRun, page: Page): Promise<void> {
  const mine = `/timer/?gettimerinfo=t&personid=${await run.personId()}&sortfield=lastupdate&sortdir=DESC`
  const timers = await run.list(mine)
  const first = timers.find(({ isrunning }) => isrunning === 't') ?? timers[0]
  assert.ok(first, 'every team member has a timer in the demo')
  const card = homeSection(page, 'Running now')
  await card.getByText(first.task ?? first.name ?? '', { exact: true }).waitFor()
  await card.getByRole('button', { name: first.isrunning === 't' ? 'Pause' : 'Resume', exact: true }).waitFor()
}

async function assertWaiting(run: RoleRun, page: Page): Promise<void> {
  const requests = await run.list('/request/?accepted=f&sortfield=date&sortdir=ASC&limit=0')
  await assertLines(
    homeSection(page, 'Open requests'),
    requests.map(({ title }) => title),
  )
  const offered = sections[run.who]
  if (offered.includes(weeks)) {
    const sheets = await run.list('/timesheet/?status=submitted&sortfield=weekstart&sortdir=ASC&limit=0')
    await assertLines(
      homeSection(page, weeks),
      sheets.map(({ person }) => person),
    )
  }
  if (offered.includes(budgets)) {
    const near = (await run.list('/budget/?active=t')).filter(({ used }) => Number(used) >= 75)
    assert.ok(near.length > 0, 'the demo has a project near its budget')
    await assertLines(
      homeSection(page, budgets),
      near.toSorted((one, other) => Number(other.used) - Number(one.used)).map(({ project }) => project),
    )
  } else {
    assert.equal((await run.app.server.request('/budget/', { token: run.who })).status, 403)
  }
}

async function team(run: RoleRun): Promise<void> {
  const page = await run.openPage()
  await takeScreenshot(page, `home-${run.who.replace('demo-', '')}`)
  await assertSections(run, page)
  await assertTimer(run, page)
  await assertWaiting(run, page)
  const hours = await assertHours(run, page)
  const [link, count] = await assertTasks(run, page)

  await homeSection(page, 'My tasks').getByRole('link', { name: link, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  await page.getByText(`${count} tasks`, { exact: true }).waitFor()
  await navigateTo(page, '/app/')
  await homeSection(page, 'Hours this week').getByRole('link', { name: 'Timesheet' }).click()
  await page.getByRole('heading', { level: 1, name: 'Timesheet' }).waitFor()
  const main = page.getByRole('main')
  if (hours === '0:00') await main.getByText('No time logged this week').waitFor()
  else await main.getByRole('strong').getByText(hours, { exact: true }).waitFor()
}

/** The projects of this client, each with the number of its open tasks. */
async function assertProjects(run: RoleRun, page: Page): Promise<void> {
  const projects = await run.list('/project/?active=t&sortfield=name&sortdir=ASC&limit=0')
  const cards = homeSection(page, 'Your projects').getByRole('listitem')
  assert.deepEqual(
    await cards.getByRole('link').allInnerTexts(),
    projects.map(({ name }) => name),
  )
  for (const { id, name } of projects) {
    const open = await run.list(`/task/?projectid=${id}&excludeclosed=t&limit=0`)
    await cards
      .filter({ hasText: name ?? '' })
      .getByText(`${open.length} open task`, { exact: false })
      .waitFor()
  }
}

/** A client does not learn who does the work: the page has no name of the team. */
async function assertNobodyNamed(run: RoleRun, page: Page): Promise<void> {
  const people = await run.list('/person/?limit=0', 'demo-administrator')
  const ofTeam = people.filter(({ clientid, lastname }) => !clientid && lastname !== '')
  const text = await page.getByRole('main').innerText()
  assert.deepEqual(
    ofTeam.filter(({ lastname }) => text.includes(lastname ?? '')),
    [],
  )
}

async function client(run: RoleRun): Promise<void> {
  const page = await run.openPage()
  await takeScreenshot(page, 'portal')
  await assertSections(run, page)
  await assertProjects(run, page)
  await assertNobodyNamed(run, page)
  const lists = {
    'Upcoming milestones': '/milestone/?complete=f&sortfield=datedue&sortdir=ASC&limit=6',
    'Unpaid invoices': '/invoice/?status=outstanding&sortfield=datedue&sortdir=ASC&limit=5',
    'Your requests': '/request/?sortfield=date&sortdir=DESC&limit=5',
    'Recent documents': '/document/?sortfield=datemodified&sortdir=DESC&limit=5',
  }
  for (const [name, path] of Object.entries(lists)) {
    const titles = (await run.list(path)).map(({ title }) => title)
    assert.ok(titles.length > 0, `the demo has something for ${name}`)
    await assertLines(homeSection(page, name), titles, titles.length)
  }
  for (const path of ['/budget/', '/timesheet/', '/timer/']) {
    assert.equal((await run.app.server.request(path, { token: run.who })).status, 403, path)
  }
  const invoice = homeSection(page, 'Unpaid invoices').getByRole('listitem').first().getByRole('link')
  const title = await invoice.innerText()
  await invoice.click()
  await page.waitForURL(/\/app\/invoices\/\d+/)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

export const home = forTeamAndClient(team, client)
