// Lists for the list properties: requested as a role and parsed; and the inserted account that they come from. It
// asserts nothing.
import assert from 'node:assert/strict'
import { SaxesParser } from 'saxes'
import type { Resource } from '../../src/define/resource.ts'
import { resources } from '../../src/resources/all.ts'
import type { Random } from '../fixture/random.ts'
import type { Json, JsonObject } from '../fixture/request-parts.ts'
import { insertStates, type TestServer, tokenOf } from './insert-state.ts'
import type { State } from './random-columns.ts'
import { queryText, ValuePool } from './random-requests.ts'
import { drawState, type Role, rolePersonIds } from './random-state.ts'
import { VisibilityModel } from './visibility-model.ts'

export interface ListReply {
  readonly status: number
  readonly count: number
  readonly rows: readonly JsonObject[]
  readonly ids: readonly number[]
}

export type Query = ReadonlyMap<string, string> | Readonly<Record<string, string>>

/** One inserted account, as one role sees it. */
export class RoleView {
  readonly server: TestServer
  readonly state: State
  readonly role: Role
  readonly token: string
  readonly values: ValuePool
  readonly visibility: VisibilityModel

  constructor(server: TestServer, state: State, accountid: number, role: Role) {
    this.server = server
    this.state = state
    this.role = role
    this.token = tokenOf(accountid, role)
    this.values = new ValuePool([state])
    this.visibility = new VisibilityModel(state, rolePersonIds[role])
  }

  describe(resource: Resource, query: Query): string {
    return `${this.role} lists ${resource.name} with ${JSON.stringify([...pairs(query)])}`
  }

  /** The complete list unless the query has a limit. A rejected request has no rows. */
  async list(resource: Resource, query: Query): Promise<ListReply> {
    const path = `/${resource.name}/?${queryText(new Map([['limit', '0'], ...pairs(query)]))}`
    const { status, json, text } = await this.server.call({ token: this.token, path })
    assert.ok(status < 500, `${this.describe(resource, query)}: ${text}`)
    const rows = (json[resource.name] ?? []) as JsonObject[]
    return { status, count: Number(json.listcount ?? 0), rows, ids: rows.map((row) => Number(row.id)) }
  }
}

const pairs = (query: Query): [string, string][] => (query instanceof Map ? [...query] : Object.entries(query))

export const roles: readonly Role[] = ['administrator', 'manager', 'resource', 'restricted', 'executive']

/** A new account, and another one with the same ids, as each role sees it. */
export async function newRoleViews(server: TestServer, random: Random, run: number): Promise<RoleView[]> {
  const state = drawState(random)
  await insertStates(server.database, [
    [run * 2 + 1, state],
    [run * 2 + 2, drawState(random)],
  ])
  return roles.map((role) => new RoleView(server, state, run * 2 + 1, role))
}

export const resourceNamed = (name: string): Resource => {
  const resource = resources.get(name)
  if (resource === undefined) throw new Error(`there is no resource ${name}`)
  return resource
}

/**
 * Parses an XML response as a tree of texts, records, and lists of `item` elements. Throws if it is not well-formed.
 */
export function parseXml(text: string): JsonObject {
  interface Open {
    readonly name: string
    readonly children: [string, Json][]
    text: string
  }
  const stack: Open[] = [{ name: '', children: [], text: '' }]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => stack.push({ name, children: [], text: '' }))
  parser.on('text', (more) => {
    const top = stack.at(-1)
    if (top !== undefined) top.text += more
  })
  parser.on('closetag', () => {
    const { name, children, text: own } = stack.pop() ?? { name: '', children: [], text: '' }
    const isList = children.length > 0 && children.every(([child]) => child === 'item')
    const value =
      children.length === 0 ? own : isList ? children.map(([, child]) => child) : Object.fromEntries(children)
    stack.at(-1)?.children.push([name, value])
  })
  parser.write(text).close()
  return Object.fromEntries(stack[0]?.children ?? [])
}
