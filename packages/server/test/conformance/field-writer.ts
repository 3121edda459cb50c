// Writes single fields: all fields that a PUT may change, by type, on one record of each resource. It checks status,
// service code and the returned value, and knows no kinds.
import assert from 'node:assert/strict'
import { isLong } from '../../../../scripts/test-suites.ts'
import type { Field } from '../../src/define/fields.ts'
import type { Resource } from '../../src/define/resource.ts'
import type { Reply } from '../fixture/api-fixture.ts'
import type { Json } from '../fixture/request-parts.ts'
import { type ConformanceFixture, sampleOf, someValues, writable } from './conformance-fixture.ts'
import { acceptOf, assertRefused } from './reply-tree.ts'

export type SettableField = { resource: Resource; name: string; field: Field }

/** Every field of these types that a PUT may change; at least one, so that no test passes without a field. */
export function settableFields(conformance: ConformanceFixture, ...types: Field['kind']['type'][]): SettableField[] {
  const found = writable().flatMap((resource) =>
    Object.entries(resource.fields)
      .filter(
        ([name, { kind }]) => types.includes(kind.type) && Object.hasOwn(sampleOf(conformance, resource).changes, name),
      )
      .map(([name, field]) => ({ resource, name, field })),
  )
  assert.ok(found.length > 0, `no settable field is of type ${types.join(' or ')}`)
  return found
}

export class FieldWriter {
  readonly #fixture: ConformanceFixture
  readonly #ids = new Map<string, string>()
  #turn = 0

  constructor(conformance: ConformanceFixture) {
    this.#fixture = conformance
  }

  /** The path of one record per resource, which all values are written to one after the other. */
  async path({ resource }: SettableField): Promise<string> {
    let id = this.#ids.get(resource.name)
    if (id === undefined) {
      id = String((await this.#fixture.createSample(resource)).id)
      this.#ids.set(resource.name, id)
    }
    return `/${resource.name}/${id}/`
  }

  async put(setting: SettableField, value: Json): Promise<Reply> {
    const path = await this.path(setting)
    const along = sampleOf(this.#fixture, setting.resource).sentTogether?.[setting.name]
    return this.#fixture.sendAs('administrator', { method: 'PUT', path, body: { ...along, [setting.name]: value } })
  }

  async putXml(setting: SettableField, xml: string): Promise<Reply> {
    const { resource, name } = setting
    const body = `<${resource.name}><${name}>${xml}</${name}></${resource.name}>`
    const headers = { ...acceptOf('xml'), 'content-type': 'application/xml' }
    return this.#fixture.sendAs('administrator', { method: 'PUT', path: await this.path(setting), body, headers })
  }

  async assertAccepts(setting: SettableField, value: Json, printed: string | null): Promise<void> {
    const { resource, name, field } = setting
    const reply = await this.put(setting, value)
    const what = `${resource.name}.${name} = ${JSON.stringify(value).slice(0, 80)}`
    assert.equal(reply.status, 202, `${what}: ${reply.text.slice(0, 300)}`)
    if (field.shown) assert.equal((reply.json[resource.name] as { [name: string]: Json })[name], printed, what)
  }

  async assertRefuses(setting: SettableField, value: Json): Promise<void> {
    const { resource, name } = setting
    const what = `${resource.name}.${name} = ${JSON.stringify(value).slice(0, 80)}`
    assertRefused(await this.put(setting, value), 400, 18, what, [name])
  }

  /**
   * Values that are refused before the database is asked: all of them in `npm test`, where SQLite has every field, and
   * four in the long suite, other ones for each field.
   */
  async assertRefusesEach(setting: SettableField, values: readonly Json[]): Promise<void> {
    const sent = isLong ? someValues(values, 4, this.#turn++) : values
    for (const value of sent) await this.assertRefuses(setting, value)
  }
}
