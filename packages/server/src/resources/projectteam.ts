// The team of a project: which Managers, Resources and Executives may see it. It is an endpoint and not a resource,
// because the record is one object per project, with the project's id. Administrators are never on a team.
import { type Actor, actorValues, administratorOnly, allRoles, groupOfRole, originOf } from '../define/actor.ts'
import { Invalid, notFound, ValidationErrors } from '../define/api-error.ts'
import {
  defineEndpoint,
  type EndpointCall,
  type EndpointField,
  type EndpointResponse,
  type ResponseValue,
} from '../define/endpoint.ts'
import { flag, recordId as idKind, integer } from '../define/kinds.ts'
import type { ReadTransaction, WriteTransaction } from '../io/database.ts'
import { accountSlot, deleteRows, type Fragment, insertRows, slot, sql, statement, updateRows } from '../io/sql.ts'
import type { WireRecord, WireValue } from '../kit/wire-tree.ts'
import { requireNoManagers } from './project-team-rules.ts'
import { inVisibleProject, seesAll } from './visibility.ts'

const anyRow = sql`1 = 1`
const teamStatement = (which: Fragment) =>
  statement(sql`select team.personid from projectteam team join project on project.accountid = team.accountid and project.id = team.projectid
    where team.accountid = ${accountSlot} and team.projectid = ${slot('projectid')} and ${which}
    order by team.personid`)
const wholeTeam = teamStatement(anyRow)
const visibleTeam = teamStatement(inVisibleProject({ role: 'Manager', restricted: false }, 'project.id') ?? anyRow)
const secureNotesTeam = teamStatement(sql`team.securenotes = 't'`)

const projectById = statement(
  sql`select 1 from project where project.accountid = ${accountSlot} and project.id = ${slot('projectid')}`,
)

const personById = statement(
  sql`select person.groupid from person where person.accountid = ${accountSlot} and person.id = ${slot('personid')}`,
)

const isMember = sql`projectid = ${slot('projectid')} and personid = ${slot('personid')}`
const updateMember = updateRows('projectteam', sql`securenotes = ${slot('securenotes')}`, isMember)
const addMember = insertRows(
  'projectteam',
  sql`(accountid, projectid, personid, securenotes)
  values (${accountSlot}, ${slot('projectid')}, ${slot('personid')}, coalesce(${slot('securenotes')}, 'f'))
  on conflict (accountid, projectid, personid) do nothing`,
)
const removeMember = deleteRows('projectteam', isMember)

async function teamRecord(
  tx: ReadTransaction,
  actor: Actor,
  projectid: number,
  secureNotesOnly = false,
): Promise<ResponseValue> {
  const team = seesAll(actor) ? wholeTeam : visibleTeam
  const rows = await tx.all(secureNotesOnly ? secureNotesTeam : team, { ...actorValues(actor), projectid })
  return { projectid: String(projectid), personid: rows.map(([personid]) => String(personid)) }
}

interface Member {
  readonly projectid: number
  readonly personid: number
  /** Null if it was not submitted: the present value is kept. */
  readonly securenotes: string | null
}

/** The fields of each member in a body. The project may be in the path instead. */
const memberBody: Readonly<Record<string, EndpointField>> = {
  projectid: { kind: idKind, doc: 'The project, unless the path names it' },
  personid: {
    kind: idKind,
    doc: 'A Manager, Resource or Executive; Administrators see every project anyway',
    required: true,
  },
  securenotes: {
    kind: flag,
    doc: 'Whether the person can read the secure notes of the project; if it is not sent, a new person cannot',
  },
}

/** The objects of a body: one, or an array of them, bare or wrapped in the name of the endpoint. */
function bodyItems(body: WireValue | undefined, errors: ValidationErrors): WireRecord[] {
  const inner = body instanceof Map && body.size === 1 && body.has('projectteam') ? body.get('projectteam') : body
  const items = Array.isArray(inner) ? inner : [inner]
  const records = items.filter((item) => item instanceof Map)
  if (records.length !== items.length || records.length === 0) {
    errors.add('body', 'must be an object with personid, or a list of such objects')
  }
  return records
}

function readId(item: WireRecord, field: string, pathId: number | null, errors: ValidationErrors): number {
  const wire = item.get(field)
  if (wire === undefined && pathId !== null) return pathId
  const value = wire === undefined ? null : idKind.parse(wire)
  if (value instanceof Invalid) errors.addInvalid(field, String(wire), value.reason)
  else if (value === null) errors.add(field, 'is required')
  else if (pathId !== null && value !== pathId)
    errors.addInvalid(field, String(value), 'must be the project in the path')
  return typeof value === 'number' ? value : 0
}

function readMembers(call: EndpointCall): Member[] {
  const errors = new ValidationErrors()
  const members = bodyItems(call.body, errors).map((item) => {
    for (const field of item.keys())
      if (!Object.hasOwn(memberBody, field)) errors.addUnknownName(field, 'settable field of projectteam')
    const securenotes = flag.parse(item.get('securenotes') ?? '')
    if (securenotes instanceof Invalid)
      errors.addInvalid('securenotes', String(item.get('securenotes')), securenotes.reason)
    const projectid = readId(item, 'projectid', call.id, errors)
    const personid = readId(item, 'personid', null, errors)
    return { projectid, personid, securenotes: typeof securenotes === 'string' ? securenotes : null }
  })
  if (new Set(members.map(({ projectid }) => projectid)).size > 1)
    errors.add('projectid', 'must be the same project in all entries')
  errors.throwIfAny()
  return members
}

async function checkMembers(
  tx: WriteTransaction,
  pathId: number | null,
  members: readonly Member[],
): Promise<Map<number, number | null>> {
  const errors = new ValidationErrors()
  const projectid = members[0]?.projectid ?? 0
  if ((await tx.first(projectById, { projectid })) === undefined) {
    if (pathId !== null) throw notFound('projectteam', projectid)
    errors.addInvalid('projectid', String(projectid), 'does not exist, is inactive, or you cannot see it')
  }
  const groups = new Map<number, number | null>()
  for (const { personid } of members) {
    const row = await tx.first(personById, { personid })
    if (row === undefined)
      errors.addInvalid('personid', String(personid), 'does not exist, is inactive, or you cannot see it')
    else groups.set(personid, row[0] === null ? null : Number(row[0]))
  }
  errors.throwIfAny()
  return groups
}

const teamWrite =
  (
    status: EndpointResponse['status'],
    write: (tx: WriteTransaction, projectid: number, members: readonly Member[]) => Promise<void>,
    returnsRecord: boolean,
  ) =>
  (call: EndpointCall): Promise<EndpointResponse> => {
    const members = readMembers(call)
    return call.database.write(
      call.actor.accountid,
      async (tx) => {
        const groups = await checkMembers(tx, call.id, members)
        const projectid = members[0]?.projectid ?? 0
        // As in the reference, naming an Administrator has no effect, because Administrators see every project.
        const written = members.filter(({ personid }) => groups.get(personid) !== groupOfRole.Administrator)
        await write(tx, projectid, written)
        const record = returnsRecord ? await teamRecord(tx, call.actor, projectid) : null
        return { status, record }
      },
      originOf(call.actor),
    )
  }

async function addPeople(tx: WriteTransaction, _projectid: number, members: readonly Member[]): Promise<void> {
  for (const member of members) {
    if (member.securenotes !== null) await tx.run('projectteam', updateMember, { ...member })
    await tx.run('projectteam', addMember, { ...member })
  }
}

async function removePeople(tx: WriteTransaction, projectid: number, members: readonly Member[]): Promise<void> {
  const people = members.map(({ personid }) => personid)
  await requireNoManagers(tx, projectid, people)
  for (const personid of people) await tx.run('projectteam', removeMember, { projectid, personid })
}

const removedMember: Readonly<Record<string, EndpointField>> = {
  projectid: { kind: idKind, doc: 'The project, unless the path or the body names it' },
  personid: { kind: idKind, doc: 'The person to remove, unless the body names them' },
}

const addDoc = 'Adds people to the team.'
const writes = {
  POST: { roles: administratorOnly, doc: addDoc, body: memberBody, status: 201, run: teamWrite(201, addPeople, true) },
  PUT: { roles: administratorOnly, doc: addDoc, body: memberBody, status: 202, run: teamWrite(202, addPeople, true) },
  DELETE: {
    roles: administratorOnly,
    doc: 'Removes people from the team, except its managers. Without a body, the query names one person.',
    parameters: removedMember,
    body: memberBody,
    // Many HTTP clients cannot send a body with DELETE (decision 55).
    queryAsBody: true,
    status: 200,
    noContent: true,
    run: teamWrite(200, removePeople, false),
  },
} as const

const teamDoc = 'The team of a project.'

const teamParameters: Readonly<Record<string, EndpointField>> = {
  projectid: { kind: idKind, doc: 'The project', required: true },
  securenotes: {
    kind: flag,
    doc: "An addition for Administrators: 't' returns only those who may read the project's secure notes",
  },
  limit: { kind: integer, doc: 'Accepted and without effect, because there is one record' },
  offset: { kind: integer, doc: 'Accepted and without effect, because there is one record' },
}

async function readByFilter({ database, actor, query }: EndpointCall): Promise<EndpointResponse> {
  const errors = new ValidationErrors()
  for (const name of query.keys()) {
    const allowed = Object.hasOwn(teamParameters, name) && (name !== 'securenotes' || actor.role === 'Administrator')
    if (!allowed) errors.addUnknownName(name, 'filter of projectteam')
  }
  const secureNotesOnly = flag.parse(query.get('securenotes') ?? '')
  if (secureNotesOnly instanceof Invalid)
    errors.addInvalid('securenotes', String(query.get('securenotes')), secureNotesOnly.reason)
  const text = query.get('projectid')
  const projectid = text === undefined ? null : idKind.parse(text)
  if (text === undefined) errors.add('projectid', 'is required')
  else if (projectid instanceof Invalid) errors.addInvalid('projectid', text, projectid.reason)
  else if (projectid === null) errors.add('projectid', 'must not be blank')
  errors.throwIfAny()
  const record = await database.read(actor.accountid, (tx) =>
    teamRecord(tx, actor, Number(projectid), secureNotesOnly === 't'),
  )
  return { status: 200, record }
}

async function readById({ database, actor, id }: EndpointCall): Promise<EndpointResponse> {
  const projectid = id ?? 0
  const record = await database.read(actor.accountid, async (tx) => {
    if ((await tx.first(projectById, { projectid })) === undefined) throw notFound('projectteam', projectid)
    return teamRecord(tx, actor, projectid)
  })
  return { status: 200, record }
}

export const projectteam = defineEndpoint('projectteam', {
  doc: 'Which Managers, Resources and Executives may see a project. The member id is the project id.',
  record: {
    projectid: { kind: idKind, doc: 'The project' },
    personid: { kind: idKind, doc: 'Who is on its team', isList: true },
  },
  collection: {
    GET: { roles: allRoles, doc: teamDoc, parameters: teamParameters, status: 200, run: readByFilter },
    ...writes,
  },
  member: { GET: { roles: administratorOnly, doc: teamDoc, status: 200, run: readById }, ...writes },
})
