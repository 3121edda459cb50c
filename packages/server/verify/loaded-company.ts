// A server with the demo company and a second account whose every text is a secret, for loads of all roles. It sends no
// load itself.
import { demoTokens } from '../src/main/demo/people.ts'
import { runToSuccess } from '../test/backup/run-command.ts'
import { newDurableDatabase } from '../test/fixture/database-servers.ts'
import type { Json, JsonObject } from '../test/fixture/request-parts.ts'
import type { StintServer } from '../test/process/stint-process.ts'
import type { Parents } from './valid-writes.ts'
import type { VerifyRun } from './verify-run.ts'

/** It is in every text of the second account and in no request to the first. */
export const foreignSecret = 'SECRET-OF-THE-OTHER-ACCOUNT'

export interface LoadedCompany {
  readonly server: StintServer
  readonly administrator: string
  /** The tokens of all roles. */
  readonly tokens: readonly string[]
  readonly foreignIds: readonly number[]
  readonly parents: Parents
}

const settings = { STINT_DAILY_QUOTA: '1000000000', STINT_LOG: 'error' }

function recordsIn(json: JsonObject, name: string): JsonObject[] {
  const records = json[name]
  return Array.isArray(records) ? (records as JsonObject[]) : []
}

/** Creates clients and projects in the second account, and returns their ids. */
async function fillForeignAccount(server: StintServer, token: string): Promise<number[]> {
  const ids: number[] = []
  const create = async (name: string, body: JsonObject): Promise<Json> => {
    const { status, json, text } = await server.request(`/${name}/`, { method: 'POST', token, body })
    if (status !== 201) throw new Error(`no ${name} in the second account: ${text}`)
    const id = (json[name] as JsonObject).id ?? null
    ids.push(Number(id))
    return id
  }
  for (let count = 0; count < 20; count++) {
    const texts = { name: `${foreignSecret} ${count}`, description: foreignSecret }
    const clientid = await create('client', { ...texts, datecreated: '2026-03-01' })
    await create('project', { ...texts, clientid, datestart: '2026-03-01', active: true })
  }
  // Otherwise a response that shows it would not be noticed.
  const { text } = await server.request('/project/', { token })
  if (!text.includes(foreignSecret)) throw new Error('the second account does not have the secret')
  return ids
}

/** A task of an active project, because new records cannot belong to another one. */
async function openTask(server: StintServer, token: string): Promise<Parents> {
  const listOf = async (name: string, query: string): Promise<JsonObject[]> =>
    recordsIn((await server.request(`/${name}/?${query}`, { token })).json, name)
  for (const { id } of await listOf('project', 'active=t&limit=0')) {
    const [task] = await listOf('task', `projectid=${id}&limit=1`)
    if (task !== undefined) return task as Parents
  }
  throw new Error('the demo company has no task in an active project')
}

export async function startLoadedCompany(run: VerifyRun, env: Record<string, string> = {}): Promise<LoadedCompany> {
  const data = run.processes.newFolder()
  const place: Record<string, string> =
    run.database === 'postgres' ? { STINT_DATABASE_URL: await newDurableDatabase() } : {}
  const server = await run.processes.serve(data, { ...settings, ...place, ...env }, ['--demo'])
  const account = ['account', 'create', '--name', foreignSecret, '--username', 'foreign', '--data', data]
  const { token } = await runToSuccess(run.processes, account, place)
  const foreignIds = await fillForeignAccount(server, String(token))
  const administrator = 'demo-administrator'
  const { clientid, projectid, moduleid, statusid, priorityid, ownerid } = await openTask(server, administrator)
  const parents = { clientid, projectid, moduleid, statusid, priorityid, ownerid }
  return { server, administrator, tokens: demoTokens.map((one) => one.token), foreignIds, parents }
}
