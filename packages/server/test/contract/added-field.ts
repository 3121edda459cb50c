// A program that checks one text field of clients through the API: it is written, read, listed, filtered, and rejected
// when it is too long. The test of adding a field runs it in a copy of the repository that has the field.
import assert from 'node:assert/strict'
import { startApiFixture } from '../fixture/api-fixture.ts'
import { TestDatabases } from '../fixture/databases.ts'
import type { Json, JsonObject } from '../fixture/request-parts.ts'

const [field = '', maxLength = ''] = process.argv.slice(2)
const databases = new TestDatabases()
const fixture = await startApiFixture(await (await databases.create('sqlite')).open())

const call = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: JsonObject): Promise<JsonObject> => {
  const token = fixture.a.tokens.administrator
  const reply = await fixture.call({ token, method, path, ...(body === undefined ? {} : { body }) })
  return { ...reply.json, status: reply.status }
}

const clientsBy = async (query: string): Promise<JsonObject[]> =>
  ((await call('GET', `/client/?${query}`)).client ?? []) as JsonObject[]

try {
  const created = await call('POST', '/client/', { name: 'Acme', datecreated: '2026-05-01', [field]: 'The Big One' })
  const { id, [field]: text } = created.client as { [key: string]: Json }
  assert.equal(text, 'The Big One')
  const matches = await clientsBy(`${field}=big`)
  assert.deepEqual(
    matches.map((client) => [client.id, client[field]]),
    [[id, 'The Big One']],
  )
  assert.deepEqual(await clientsBy(`${field}=small`), [])
  assert.ok((await clientsBy('limit=0')).every((client) => typeof client[field] === 'string'))
  const changed = await call('PUT', `/client/${id}/`, { [field]: 'Smaller' })
  assert.equal((changed.client as JsonObject)[field], 'Smaller')
  const tooLong = await call('PUT', `/client/${id}/`, { [field]: 'x'.repeat(Number(maxLength) + 1) })
  assert.equal(tooLong.status, 400)
} finally {
  await fixture.close()
  await databases.clear()
}
