// The command palette finds by name what the role may see, and nothing else: neither resources that are closed to the
// role nor records of other projects. The API decides which is which.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { forAllRoles, type RoleRun, type Wire } from './role-test.ts'

const kinds = ['task', 'client', 'person', 'invoice', 'project'] as const

const nameOf = ({ title, name, lastname }: Wire): string => lastname ?? name ?? title ?? ''

interface RecordsByVisibility {
  readonly visible: readonly Wire[]
  readonly hidden: readonly Wire[]
}

/** The records of a resource that the role sees, and those that it does not see. */
async function recordsByVisibility(run: RoleRun, kind: string): Promise<RecordsByVisibility> {
  const path = `/${kind}/?limit=0`
  const all = await run.list(path, 'demo-administrator')
  const { status, json } = await run.app.server.request(path, { token: run.who })
  assert.ok(status === 200 || status === 403, path)
  const visible = status === 200 ? (json[kind] as unknown as readonly Wire[]) : []
  const names = visible.map(nameOf)
  // A name that is part of a visible name would be found, correctly.
  const hidden = all.filter((one) => nameOf(one) !== '' && !names.some((name) => name.includes(nameOf(one))))
  return { visible, hidden }
}

async function openPalette(page: Page, { device }: RoleRun): Promise<Locator> {
  if (device === 'phone') await page.getByRole('button', { name: 'Search and commands' }).click()
  else await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.waitFor()
  return palette
}

/** Types a name and returns the entry that is found. */
async function isFound(open: Locator, record: Wire): Promise<Locator> {
  await open.getByRole('searchbox').fill(nameOf(record))
  const entry = open.getByRole('menuitem', { name: nameOf(record) }).first()
  await entry.waitFor()
  return entry
}

export const palette = forAllRoles(async (run) => {
  const [project] = await run.list('/project/?limit=1')
  assert.ok(project, 'every role has a project')
  const page = await run.openPage()
  const open = await openPalette(page, run)
  for (const kind of kinds) {
    const { visible, hidden } = await recordsByVisibility(run, kind)
    // First something is found, so that finding nothing afterwards is not just a slow palette.
    await isFound(open, visible[0] ?? project)
    const [other] = hidden
    assert.equal(
      other === undefined,
      run.who === 'demo-administrator',
      `${kind}: one is hidden from every role but the Administrator`,
    )
    if (other === undefined) continue
    await open.getByRole('searchbox').fill(nameOf(other))
    await open.getByText('No results').waitFor()
  }
  await (await isFound(open, project)).click()
  await page.getByRole('heading', { level: 1, name: nameOf(project) }).waitFor()
})
