// What journeys write by the API itself because it must be there before one begins. What people write by the application is not
// here.
import assert from 'node:assert/strict'
import type { RoleRun, Wire } from './role-test.ts'

export type Fields = Readonly<Record<string, string | number>>

/** Makes a record as this person, or as another, and answers it. */
export async function createRecord(
  way: RoleRun,
  resource: string,
  fields: Fields,
  token: string = way.who,
): Promise<Wire> {
  const { status, json, text } = await way.app.server.request(`/${resource}/`, { method: 'POST', token, body: fields })
  assert.equal(status, 201, `${resource} as ${token}: ${text}`)
  return json[resource] as unknown as Wire
}

/** One record as this person sees it. */
export async function readRecord(way: RoleRun, resource: string, id: string | null | undefined): Promise<Wire> {
  const { status, json } = await way.app.server.request(`/${resource}/${id}/`, { token: way.who })
  assert.equal(status, 200, `${resource} ${id} as ${way.who}`)
  return json[resource] as unknown as Wire
}
