// Point 10, the palette: whatever one may see is found by typing its name, and what one may not is not, whether it is of a kind that is
// no business of theirs or of a project that is not theirs. Which is which, the API says.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { forAllRoles, type RoleRun, type Wire } from './role-test.ts'

const kinds = ['task', 'client', 'person', 'invoice', 'project'] as const

const nameOf = ({ title, name, lastname }: Wire): string => lastname ?? name ?? title ?? ''

interface RecordsByVisibility {
  readonly visible: readonly Wire[]
  readonly hidden: readonly Wire[]
}

/** What this person lists of a kind, and what there is beside it. */
async function recordsByVisibility(way: RoleRun, kind: string): Promise<RecordsByVisibility> {
  const path = `/${kind}/?limit=0`
  const all = await way.list(path, 'demo-administrator')
  const { status, json } = await way.app.server.request(path, { token: way.who })
  assert.ok(status === 200 || status === 403, path)
  const visible = status === 200 ? (json[kind] as unknown as readonly Wire[]) : []
  const names = visible.map(nameOf)
  // A name within a name of one's own would be found, and rightly.
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

/** Types a name and answers the entry that comes. */
async function isFound(open: Locator, record: Wire): Promise<Locator> {
  await open.getByRole('searchbox').fill(nameOf(record))
  const entry = open.getByRole('menuitem', { name: nameOf(record) }).first()
  await entry.waitFor()
  return entry
}

export const palette = forAllRoles(async (way) => {
  const [project] = await way.list('/project/?limit=1')
  assert.ok(project, 'everybody has a project')
  const page = await way.openPage()
  const open = await openPalette(page, way)
  for (const kind of kinds) {
    const { visible, hidden } = await recordsByVisibility(way, kind)
    // Something is found each time before: only then does it mean anything that nothing is found next.
    await isFound(open, visible[0] ?? project)
    const [other] = hidden
    assert.equal(other === undefined, way.who === 'demo-administrator', `${kind}: there is one that they do not see`)
    if (other === undefined) continue
    await open.getByRole('searchbox').fill(nameOf(other))
    await open.getByText('Nothing found.').waitFor()
  }
  await (await isFound(open, project)).click()
  await page.getByRole('heading', { level: 1, name: nameOf(project) }).waitFor()
})
