// What journeys write by the API itself because it must be there before one begins. What people write by the application is not
// here.
import assert from 'node:assert/strict'
import type { Way, Wire } from './point.ts'

export type Fields = Readonly<Record<string, string | number>>

/** Makes a record as this person, or as another, and answers it. */
export async function made(way: Way, resource: string, fields: Fields, token: string = way.who): Promise<Wire> {
  const { status, json, text } = await way.app.server.ask(`/${resource}/`, { method: 'POST', token, body: fields })
  assert.equal(status, 201, `${resource} as ${token}: ${text}`)
  return json[resource] as unknown as Wire
}

/** One record as this person sees it. */
export async function read(way: Way, resource: string, id: string | null | undefined): Promise<Wire> {
  const { status, json } = await way.app.server.ask(`/${resource}/${id}/`, { token: way.who })
  assert.equal(status, 200, `${resource} ${id} as ${way.who}`)
  return json[resource] as unknown as Wire
}
