// API calls that several role tests share: a record that must exist, the status of a request, the buttons that a page
// offers.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Fields } from './api-records.ts'
import type { RoleRun, Wire } from './role-test.ts'

/** The only project that every demo login sees. */
export const sharedProject = 'Website relaunch Süderhof'

/** The first record that the API lists for the role or another login; the test fails without one. */
export async function firstListed(run: RoleRun, path: string, token: string = run.who): Promise<Wire> {
  const [first] = await run.list(path, token)
  assert.ok(first, `${path} lists nothing as ${token}`)
  return first
}

export const searchQuery = (text: string): string => `search=${encodeURIComponent(text)}`

export async function sharedProjectId(run: RoleRun): Promise<string> {
  return String((await firstListed(run, `/project/?name=${encodeURIComponent(sharedProject)}`)).id)
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * The status of a request as the role or another login: 403 is no permission, 404 is a record that the login may not
 * see.
 */
export async function statusOf(
  run: RoleRun,
  method: Method,
  path: string,
  body?: Fields,
  token: string = run.who,
): Promise<number> {
  return (await run.app.server.request(path, { method, token, ...(body && { body }) })).status
}

export async function assertForbidden(run: RoleRun, method: Method, path: string, body?: Fields): Promise<void> {
  assert.equal(await statusOf(run, method, path, body), 403, `${method} ${path} as ${run.who}`)
}

/** Which of these buttons the page has; call it when the page has loaded. */
export async function offeredButtons(page: Page, names: readonly string[]): Promise<string[]> {
  const offered: string[] = []
  for (const name of names) {
    if ((await page.getByRole('button', { name, exact: true }).count()) > 0) offered.push(name)
  }
  return offered
}

export const sortedNames = (records: readonly Wire[], field: string): string[] =>
  records.map((record) => String(record[field])).toSorted()
