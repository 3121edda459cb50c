// What is neither a resource nor a report: the quota of the account and the teams of projects. They are two, and each has a shape
// of its own, so they are written out here and not generated.
import { type IsoInstant, instantOfWire } from './calendar.ts'
import type { ApiResponse, Connection } from './connection.ts'
import type { RequestOptions, WriteOptions } from './options.ts'
import { envelopeMember, memberPath } from './resource.ts'
import { bodyOf, queryText } from './wire.ts'

export interface QuotaRecord {
  /** Requests the account may send in a day (GMT). */
  quota: number
  used: number
  /** When the next day begins. */
  next_reset: IsoInstant
  exceeded: boolean
}

export interface ProjectteamRecord {
  projectid: number
  /** Those of the team whom the caller may see. Administrators see every project and are on no team. */
  personid: number[]
}

/** Somebody who is to see a project. */
export interface TeamMember {
  personid: number
  /** Whether they may read the project's secure notes; if it is not said, it stays as it is, and somebody new may not. */
  securenotes?: boolean
}

export interface Endpoints {
  /** API quota of the account. Asking is not counted. */
  readonly quota: { read(options?: RequestOptions): Promise<QuotaRecord> }
  /** Which Managers, Resources and Executives may see a project. Administrators may change it. */
  readonly projectteam: {
    read(projectid: number, options?: RequestOptions): Promise<ProjectteamRecord>
    /** Those of the team who may read the project's secure notes; for Administrators. */
    trusted(projectid: number, options?: RequestOptions): Promise<ProjectteamRecord>
    /** Adds people, or changes whether they may read secure notes; answers the whole team. */
    add(projectid: number, members: readonly TeamMember[], options?: WriteOptions): Promise<ProjectteamRecord>
    remove(projectid: number, personid: readonly number[], options?: WriteOptions): Promise<void>
  }
}

type Wire = Readonly<Record<string, string>>

const parseTeam = (answer: ApiResponse): ProjectteamRecord => {
  const { projectid, personid } = envelopeMember('projectteam', answer) as {
    projectid: string
    personid: readonly string[]
  }
  return { projectid: Number(projectid), personid: personid.map(Number) }
}

const readTeam = async (
  connection: Connection,
  filter: { projectid: number; securenotes?: true },
  options: RequestOptions,
): Promise<ProjectteamRecord> =>
  parseTeam(await connection.json({ method: 'GET', path: `projectteam/${queryText(filter)}`, options }))

export const endpointsOf = (connection: Connection): Endpoints => ({
  quota: {
    read: async (options = {}) => {
      const answer = await connection.json({ method: 'GET', path: 'quota/', options })
      const { quota, used, next_reset = '', exceeded } = envelopeMember('quota', answer) as Wire
      const reset = instantOfWire(next_reset)
      return { quota: Number(quota), used: Number(used), next_reset: reset, exceeded: exceeded === 't' }
    },
  },
  projectteam: {
    read: (projectid, options = {}) => readTeam(connection, { projectid }, options),
    trusted: (projectid, options = {}) => readTeam(connection, { projectid, securenotes: true }, options),
    add: async (projectid, members, options = {}) => {
      const body = teamBody(members)
      const path = memberPath('projectteam', projectid)
      return parseTeam(await connection.json({ method: 'POST', path, body, options }))
    },
    remove: async (projectid, personid, options = {}) => {
      const body = teamBody(personid.map((id) => ({ personid: id })))
      await connection.json({ method: 'DELETE', path: memberPath('projectteam', projectid), body, options })
    },
  },
})

/** The one body that is a list of objects. */
const teamBody = (members: readonly TeamMember[]) => ({
  type: 'application/json',
  content: `[${members.map((member) => bodyOf(member).content).join(',')}]`,
})
