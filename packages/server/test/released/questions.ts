// The requests for a released schema: every list and some of its records, reports and downloads as each role, sorts and
// searches as the first role. They are sent when a schema is recorded; later the recorded requests are repeated,
// whatever was added since.
import { createHash } from 'node:crypto'
import type { Report } from '../../src/define/report.ts'
import type { Resource } from '../../src/define/resource.ts'
import type { Reply } from '../fixture/api-fixture.ts'
import type { Json, JsonObject, Request } from '../fixture/request-parts.ts'

export interface RecordedAnswer {
  readonly role: string
  readonly token: string
  readonly path: string
  readonly status: number
  /** The parsed body; for a file, the hash of its bytes. */
  readonly body: Json
}

export interface AnswerSource {
  readonly resources: ReadonlyMap<string, Resource>
  readonly reports: ReadonlyMap<string, Report>
  readonly tokens: readonly { readonly token: string; readonly role: string }[]
  call(request: Request): Promise<Reply>
}

export const bodyOf = ({ headers, json, bytes }: Reply): Json =>
  String(headers['content-type']).startsWith('application/json')
    ? json
    : { sha256: createHash('sha256').update(bytes).digest('hex') }

/** The first, the middle and the last. */
const firstMiddleLast = <T>(all: readonly T[]): T[] => [
  ...new Set([all[0], all[all.length >> 1], all.at(-1)].flatMap((one) => (one === undefined ? [] : [one]))),
]

export async function collectAnswers(asked: AnswerSource): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = []
  for (const { token, role } of asked.tokens) {
    const ask = async (path: string): Promise<Json> => {
      const reply = await asked.call({ token, path })
      const body = bodyOf(reply)
      answers.push({ role, token, path, status: reply.status, body })
      return body
    }
    const idsOf = async (name: string, query: string): Promise<Json[]> => {
      const records = ((await ask(`/${name}/?${query}limit=0`)) as JsonObject)[name]
      return Array.isArray(records) ? records.map((record) => (record as JsonObject).id ?? null) : []
    }
    const listed = new Map<string, Json[]>()
    for (const [name, { requiredFilters: [parent] = [] }] of asked.resources) {
      if (parent === undefined) listed.set(name, await idsOf(name, ''))
    }
    for (const [name, { requiredFilters: [parent] = [] }] of asked.resources) {
      if (parent === undefined) continue
      const ids: Json[] = []
      for (const id of firstMiddleLast(listed.get(parent.replace(/id$/, '')) ?? [])) {
        ids.push(...(await idsOf(name, `${parent}=${id}&`)))
      }
      listed.set(name, ids)
    }
    for (const [name, ids] of listed) for (const id of firstMiddleLast(ids)) await ask(`/${name}/${id}/`)
    for (const [name, { sorts = {}, filters = {}, requiredFilters }] of asked.resources) {
      // Sorts and searches depend on columns, not on the caller.
      if (requiredFilters !== undefined || token !== asked.tokens[0]?.token) continue
      for (const sort of Object.keys(sorts)) await ask(`/${name}/?sortfield=${sort}&limit=3`)
      if (filters.search !== undefined) await ask(`/${name}/?search=an&limit=0`)
    }
    for (const name of asked.reports.keys()) await ask(`/${name}/`)
    for (const id of listed.get('document') ?? []) await ask(`/document/${id}/download/`)
  }
  // A path that does not exist is not recorded, because it may exist later.
  return answers.filter(({ status }) => status !== 400)
}
