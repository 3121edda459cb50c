// Reads the committed contract for tests: its operations, and whether a response matches it. Responses are checked more
// strictly than the contract requires: a field that it does not name is an error here.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Role } from '../../src/define/actor.ts'
import type { Reply } from '../fixture/api-fixture.ts'
import type { Json, JsonObject } from '../fixture/request-parts.ts'

export const contractText = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')

export interface Operation {
  readonly operationId: string
  readonly parameters?: readonly JsonObject[]
  readonly responses: Readonly<Record<string, JsonObject>>
  readonly 'x-service-codes'?: Readonly<Record<string, readonly number[]>>
  readonly 'x-ours'?: true
  readonly security?: readonly JsonObject[]
}

export interface Property extends JsonObject {
  'x-hidden-from': Role[]
  'x-only-with': string
}

interface Schema extends JsonObject {
  properties: { [name: string]: Property }
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<'schemas' | 'responses' | 'headers' | 'parameters', Record<string, Schema>>>
}

export const contract = JSON.parse(contractText) as Contract

const methods = new Set(['get', 'post', 'put', 'delete', 'head', 'options', 'patch'])

/** Every operation, with its method and path. */
export const operations = (): { method: string; path: string; operation: Operation }[] =>
  Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const closedContract = JSON.parse(contractText, (_name, value) =>
  value?.type === 'object' && value.properties !== undefined ? { ...value, additionalProperties: false } : value,
) as JsonObject

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(closedContract, 'contract')

function validator(pointer: string): ValidateFunction {
  const schema = ajv.getSchema(`contract${pointer}`)
  assert.ok(schema !== undefined, `the contract has no ${pointer}`)
  return schema
}

/** The errors of a value by the schema of that name. */
export function schemaErrors(schema: string, value: unknown): string[] {
  const judge = validator(`#/components/schemas/${schema}`)
  judge(value)
  return (judge.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${JSON.stringify(params)} in ${JSON.stringify(valueAt(value, instancePath))}`.slice(
      0,
      300,
    ),
  )
}

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce((inner, name) => (inner as Record<string, unknown> | null)?.[name], value)

const resolveRef = (part: JsonObject): JsonObject => {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(String(part.$ref ?? '')) ?? []
  if (name === '') return part
  const component = contract.components[kind as 'responses'][name]
  assert.ok(component !== undefined, `the contract has no ${part.$ref}`)
  return component
}

/** The name of the schema that a part of the contract refers to. */
const schemaNameIn = (part: Json | undefined): string =>
  String((part as JsonObject | undefined)?.$ref).replace('#/components/schemas/', '')

export interface ContractRequest {
  readonly method?: string
  /** The path as the contract writes it. */
  readonly path: string
}

export function operationOf({ method = 'GET', path }: ContractRequest): Operation {
  const operation = contract.paths[path]?.[method.toLowerCase()]
  assert.ok(operation !== undefined, `the contract has no ${method} ${path}`)
  return operation
}

/** The response matches the contract: status, type, headers, body, and the service code of an error. */
export function assertMatchesContract(asked: ContractRequest, reply: Reply): void {
  const operation = operationOf(asked)
  const what = `${asked.method ?? 'GET'} ${asked.path}: ${reply.status} ${reply.text.slice(0, 400)}`
  const response = resolveRef(operation.responses[reply.status] ?? assert.fail(`no such status: ${what}`))
  const type = String(reply.headers['content-type'] ?? '').split(';', 1)[0] ?? ''
  const content = (response.content ?? {}) as Record<string, JsonObject>
  if (reply.text === '') assert.equal(Object.keys(content).length, 0, `a body is promised: ${what}`)
  else assert.ok(type in content || '*/*' in content, `${type} is not promised: ${what}`)
  if (type === 'application/json' && reply.text !== '') {
    const schema = schemaNameIn(content[type]?.schema)
    assert.deepEqual(schemaErrors(schema, reply.json), [], what)
  }
  if (reply.status < 400) return
  const { code } = reply.json.error as { code: number }
  assert.ok(operation['x-service-codes']?.[reply.status]?.includes(code), `code ${code} is not promised: ${what}`)
  assert.ok(reply.headers['x-request-id'] !== undefined, what)
}

/** A record has the fields that the contract shows to a role, and no other. */
export function assertFields(schema: string, role: Role, record: Json, filters: readonly string[] = []): void {
  const { properties } = contract.components.schemas[schema] ?? assert.fail(`no ${schema}`)
  const visible = Object.entries(properties).filter(([, property]) => {
    const filter = property['x-only-with']
    return !property['x-hidden-from']?.includes(role) && (filter === undefined || filters.includes(filter))
  })
  assert.deepEqual(
    Object.keys(record as JsonObject),
    visible.map(([name]) => name),
    `${schema} for ${role}`,
  )
}
