// What several points ask beside their own: a record that must be there, what a page offers, and that the server refuses the things
// that it does not offer. The project that all five people are on stands here too.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Fields } from './api-records.ts'
import type { RoleRun, Wire } from './role-test.ts'

/** The one project that each of the demo's people sees. */
export const sharedProject = 'Website relaunch Süderhof'

/** The first that the API lists for this person, or for another; it must be there. */
export async function firstListed(way: RoleRun, path: string, token: string = way.who): Promise<Wire> {
  const [first] = await way.list(path, token)
  assert.ok(first, `${path} lists nothing as ${token}`)
  return first
}

export const searchQuery = (text: string): string => `search=${encodeURIComponent(text)}`

export async function sharedProjectId(way: RoleRun): Promise<string> {
  return String((await firstListed(way, `/project/?name=${encodeURIComponent(sharedProject)}`)).id)
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** With which status the server answers this person, or another; 403 is no permission, 404 is unknown to them. */
export async function statusOf(
  way: RoleRun,
  method: Method,
  path: string,
  body?: Fields,
  token: string = way.who,
): Promise<number> {
  return (await way.app.server.request(path, { method, token, ...(body && { body }) })).status
}

export async function assertForbidden(way: RoleRun, method: Method, path: string, body?: Fields): Promise<void> {
  assert.equal(await statusOf(way, method, path, body), 403, `${method} ${path} as ${way.who}`)
}

/** Which of these buttons the page offers, by their names; to be asked when it has come. */
export async function offeredButtons(page: Page, names: readonly string[]): Promise<string[]> {
  const offered: string[] = []
  for (const name of names) {
    if ((await page.getByRole('button', { name, exact: true }).count()) > 0) offered.push(name)
  }
  return offered
}

export const sortedNames = (records: readonly Wire[], field: string): string[] =>
  records.map((record) => String(record[field])).toSorted()
