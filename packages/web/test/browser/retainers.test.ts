// A budget per month in the browser: an Administrator sets it up, the page of the project and the report show what is
// available and carried over, and a Resource sees none of it (T-273).
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { longTest, quickTest } from '../../../server/test/fixture/suite-tests.ts'
import { checkPage } from './axe-and-screenshots.ts'
import { today } from './demo-calendar.ts'
import { type DemoLogin, openApp, signIn } from './test-app.ts'

const app = openApp('sqlite')
const token = 'demo-administrator'

type Wire = Readonly<Record<string, string | null>>

const read = async (path: string, name: string): Promise<Wire[]> =>
  (await app.server.request(path, { token })).json[name] as unknown as Wire[]

async function openAs(who: DemoLogin, path: string): Promise<Page> {
  const page = await app.page('desktop')
  await signIn(page, who, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const create = async (path: string, body: Record<string, string>): Promise<Wire> => {
  const { json, status } = await app.server.request(path, { method: 'POST', token, body })
  assert.equal(status, 201, JSON.stringify(json))
  return Object.values(json).find((value) => typeof value === 'object') as unknown as Wire
}

/** The first day of the month before that of today. */
function lastMonth(): string {
  const [year = 0, month = 0] = today().split('-').map(Number)
  return month === 1 ? `${year - 1}-12-01` : `${year}-${String(month - 1).padStart(2, '0')}-01`
}

quickTest('an Administrator gives a project a budget per month, and sees what is left of it', async () => {
  const { id = '' } = await create('/project/', { name: 'Care plan', datestart: lastMonth() })
  const [part] = await read(`/projectworktype/?projectid=${id}`, 'projectworktype')
  const [module] = await read(`/projectmodule/?projectid=${id}`, 'projectmodule')
  const place = { projectid: String(id), worktypeid: String(part?.worktypeid), moduleid: String(module?.moduleid) }
  const entry = { ...place, personid: String(await personIdOf(token)), billable: 't' }
  await create('/time/', { ...entry, date: lastMonth(), time: '4' })
  await create('/time/', { ...entry, date: today(), time: '2' })

  const page = await openAs('demo-administrator', `projects/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit project' })
  await dialog.getByLabel('Budget (hours)').fill('10')
  assert.equal(await dialog.getByText('Carry over').count(), 0, 'without a period nothing is carried over')
  await dialog.getByRole('button', { name: /Budget period/ }).click()
  await page.getByRole('option', { name: 'Each month' }).click()
  await dialog.getByText('Carry over').click()
  await checkPage(page, 'project-retainer-form', { part: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [saved] = await read(`/project/?name=Care plan`, 'project')
  assert.deepEqual([saved?.budget, saved?.budgetperiod, saved?.carryover], ['10', 'month', 't'])

  await page.getByText('2:00 of 16:00').waitFor()
  await page.getByText('10:00 and 6:00 carried over').waitFor()
  const table = page.getByRole('table', { name: 'Retainer' })
  const rows = await table.getByRole('row').allInnerTexts()
  assert.equal(rows.length, 3, 'a head and two months')
  assert.match(rows[1]?.replaceAll(/\s+/g, ' ') ?? '', /10:00 6:00 16:00 2:00 13 ?% 14:00/)
  assert.match(rows[2]?.replaceAll(/\s+/g, ' ') ?? '', /10:00 0:00 10:00 4:00 40 ?% 6:00/)
  await checkPage(page, 'project-retainer', { part: 'main' })

  await page.getByRole('link', { name: 'All periods' }).click()
  await page.getByRole('tab', { name: 'Retainers', selected: true }).waitFor()
  const report = page.getByRole('table', { name: 'Retainer' })
  await report.getByRole('link', { name: 'Care plan' }).first().waitFor()
  assert.equal(await report.getByRole('row').count(), 3)
  await checkPage(page, 'report-retainer-project', { part: 'main' })
})

longTest('T-273: a Manager sees the retainer of the demo, a Resource sees no budget of it', async () => {
  const page = await openAs('demo-manager', 'reports?tab=retainer')
  await page.getByRole('link', { name: 'Süderhof website care' }).first().waitFor()
  const [project] = await read('/project/?name=Süderhof website care', 'project')
  await page.goto(new URL(`/app/projects/${project?.id}`, page.url()).href)
  await page.getByRole('table', { name: 'Retainer' }).waitFor()
  await page.getByText('Each month', { exact: true }).waitFor()
  await checkPage(page, 'project-retainer-demo', { part: 'main' })

  const added = { method: 'POST', token, body: { personid: String(await personIdOf('demo-resource')) } } as const
  assert.equal((await app.server.request(`/projectteam/${project?.id}/`, added)).status, 201)
  const worker = await openAs('demo-resource', `projects/${project?.id}`)
  await worker.getByRole('heading', { name: 'Details' }).waitFor()
  assert.equal(await worker.getByText('Each month').count(), 0)
  assert.equal(await worker.getByRole('table', { name: 'Retainer' }).count(), 0)
  assert.equal((await app.server.request('/retainer/', { token: 'demo-resource' })).status, 403)
})

const personIdOf = async (who: DemoLogin): Promise<unknown> =>
  (await app.server.request('/me/', { token: who })).json.personid
