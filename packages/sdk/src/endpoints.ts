// The endpoints that are neither resources nor reports: the quota of the account, the teams of projects and suggested
// mails. Each has its own shape, so they are written by hand and not generated.
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
  /** The members of the team that the caller may see. Administrators see every project and are on no team. */
  personid: number[]
}

/** A person who may see a project. */
export interface TeamMember {
  personid: number
  /**
   * Whether the person may read the project's secure notes. If omitted it does not change; for a new member it is
   * false.
   */
  securenotes?: boolean
}

/** The mail that is suggested for an invoice or an estimate. */
export interface SuggestedMail {
  /** Addresses, separated by commas. */
  to: string
  cc: string
  subject: string
  text: string
  /** Name of the attached PDF. */
  filename: string
  /** The path of its public link; blank if it has none. */
  link: string
  /** How often the public page was opened, and when last. */
  linkviews: number
  linkviewed: IsoInstant | null
  /**
   * What became of its last mail: `sending`; `waiting` after an attempt that failed; `failed` if it was given up;
   * `accepted` by the mail server; blank if there is none.
   */
  delivery: '' | 'sending' | 'waiting' | 'failed' | 'accepted'
  /** The recipients of that mail. */
  deliveryto: string
  /** Why the mail server has not taken it. */
  deliveryerror: string
  /** When it is tried again; null while it is being sent. */
  deliverynext: IsoInstant | null
}

export interface InvoicemailRecord extends SuggestedMail {
  invoiceid: number
  /** When reminders of it were sent. */
  reminders: IsoInstant[]
}

export interface EstimatemailRecord extends SuggestedMail {
  estimateid: number
}

export interface Endpoints {
  /** The API quota of the account. Reading it is not counted. */
  readonly quota: { read(options?: RequestOptions): Promise<QuotaRecord> }
  /** Recipients, subject and text for `invoice.mail`. */
  readonly invoicemail: { read(invoiceid: number, options?: RequestOptions): Promise<InvoicemailRecord> }
  /** Recipients, subject and text for `estimate.mail`. */
  readonly estimatemail: { read(estimateid: number, options?: RequestOptions): Promise<EstimatemailRecord> }
  /** Which Managers, Resources and Executives may see a project. Administrators may change it. */
  readonly projectteam: {
    read(projectid: number, options?: RequestOptions): Promise<ProjectteamRecord>
    /** The members who may read the project's secure notes. For Administrators only. */
    trusted(projectid: number, options?: RequestOptions): Promise<ProjectteamRecord>
    /** Adds people, or changes whether they may read secure notes. Returns the whole team. */
    add(projectid: number, members: readonly TeamMember[], options?: WriteOptions): Promise<ProjectteamRecord>
    remove(projectid: number, personid: readonly number[], options?: WriteOptions): Promise<void>
  }
}

type Wire = Readonly<Record<string, string>>

type SuggestedWire = Readonly<Record<string, string | null>>

const suggestedTexts = ['to', 'cc', 'subject', 'text', 'filename', 'link', 'deliveryto', 'deliveryerror'] as const

const deliveries = ['sending', 'waiting', 'failed', 'accepted'] as const

const suggestedMail = (wire: SuggestedWire): SuggestedMail => ({
  ...(Object.fromEntries(suggestedTexts.map((name) => [name, wire[name] ?? ''])) as Pick<
    SuggestedMail,
    (typeof suggestedTexts)[number]
  >),
  linkviews: Number(wire.linkviews ?? 0),
  linkviewed: wire.linkviewed == null ? null : instantOfWire(wire.linkviewed),
  delivery: deliveries.find((name) => name === wire.delivery) ?? '',
  deliverynext: wire.deliverynext == null ? null : instantOfWire(wire.deliverynext),
})

const readSuggestedMail = async (
  connection: Connection,
  name: string,
  id: number,
  options: RequestOptions,
): Promise<SuggestedWire> =>
  envelopeMember(name, await connection.json({ method: 'GET', path: memberPath(name, id), options })) as SuggestedWire

const parseTeam = (response: ApiResponse): ProjectteamRecord => {
  const { projectid, personid } = envelopeMember('projectteam', response) as {
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
      const response = await connection.json({ method: 'GET', path: 'quota/', options })
      const { quota, used, next_reset = '', exceeded } = envelopeMember('quota', response) as Wire
      const reset = instantOfWire(next_reset)
      return { quota: Number(quota), used: Number(used), next_reset: reset, exceeded: exceeded === 't' }
    },
  },
  invoicemail: {
    read: async (invoiceid, options = {}) => {
      const wire = await readSuggestedMail(connection, 'invoicemail', invoiceid, options)
      const { reminders } = wire as unknown as { readonly reminders: readonly string[] }
      return { invoiceid, ...suggestedMail(wire), reminders: reminders.map(instantOfWire) }
    },
  },
  estimatemail: {
    read: async (estimateid, options = {}) => ({
      estimateid,
      ...suggestedMail(await readSuggestedMail(connection, 'estimatemail', estimateid, options)),
    }),
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

/** The only request body that is a list of objects. */
const teamBody = (members: readonly TeamMember[]) => ({
  type: 'application/json',
  content: `[${members.map((member) => bodyOf(member).content).join(',')}]`,
})
