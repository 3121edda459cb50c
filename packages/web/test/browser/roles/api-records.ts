// Creates and reads records through the API for the role tests. What a test writes with the application is not here.
import assert from 'node:assert/strict'
import type { RoleRun, Wire } from './role-test.ts'

export type Fields = Readonly<Record<string, string | number>>

/** Creates a record as the role or another login, and returns it. */
export async function createRecord(
  run: RoleRun,
  resource: string,
  fields: Fields,
  token: string = run.who,
): Promise<Wire> {
  const { status, json, text } = await run.app.server.request(`/${resource}/`, { method: 'POST', token, body: fields })
  assert.equal(status, 201, `${resource} as ${token}: ${text}`)
  return json[resource] as unknown as Wire
}

/** One record as the role sees it. */
export async function readRecord(run: RoleRun, resource: string, id: string | null | undefined): Promise<Wire> {
  const { status, json } = await run.app.server.request(`/${resource}/${id}/`, { token: run.who })
  assert.equal(status, 200, `${resource} ${id} as ${run.who}`)
  return json[resource] as unknown as Wire
}
