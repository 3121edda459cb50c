// Accepting and declining an estimate: by a person in the application, or by whoever has its public link and types a
// name. Both are checked by the same conditions, and both tell the person who sent it.
import { actorValues, ownClient, type Role, today } from '../define/actor.ts'
import { ApiError, badRequest, forbidden } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { plainText } from '../define/kinds.ts'
import type { ActionContext, RecordRule, StoredRecord, UpdateAction } from '../define/resource.ts'
import { accountSlot, joinFragments, slot, sql, statement } from '../io/sql.ts'
import { type EstimateDecision, tellOfDecision } from '../mail/estimate-mail.ts'
import type { MailContext } from '../mail/write-mails.ts'
import { type EstimateState, estimateNumber } from './estimate-rules.ts'
import { moneyReaders } from './visibility.ts'

const wrongState = (was: StoredRecord, states: readonly EstimateState[], done: string): ApiError =>
  badRequest(
    `id: estimate ${estimateNumber(was)} is ${was.state}; only an estimate that is ${states.join(' or ')} can be ${done}`,
  )

export const inState = (states: readonly EstimateState[], done: string): RecordRule => ({
  where: () => sql`estimate.state in (${joinFragments(states.map((state) => sql.lit(state)))})`,
  error: ({ previous }) => wrongState(previous, states, done),
})

export const isValid = sql`(estimate.validuntil is null or estimate.validuntil >= ${today})`

const expired = (validuntil: unknown, advice: string): ApiError =>
  badRequest(`validuntil: this estimate was valid until ${validuntil}; ${advice}`)

export const notExpired = (forRoles: (role: Role) => boolean, advice: string): RecordRule => ({
  where: ({ role }) => (forRoles(role) ? isValid : null),
  error: ({ previous }) => expired(previous.validuntil, advice),
})

const isExecutive = (role: Role): boolean => role === 'Executive'

/** An Executive may also be an observer who sees a project of another company. */
const byClient: RecordRule = {
  where: ({ role }) => (isExecutive(role) ? sql`project.clientid = ${ownClient}` : null),
  readsOtherRows: ({ previous }) => ({ table: 'project', id: Number(previous.projectid), mode: 'shared' }),
  error: () => forbidden('projectid: only people of the client can accept or decline this estimate'),
}

const adviceToClient = 'ask for a new one'

/** The company may still agree when its own term is over. */
const stillValid = notExpired(isExecutive, adviceToClient)

export const decisionRules = {
  accept: [inState(['sent'], 'accepted'), stillValid, byClient],
  decline: [inState(['sent'], 'declined'), stillValid, byClient],
}

const idOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))

type DecidedState = EstimateDecision['state']

async function decideInApplication(act: ActionContext, state: DecidedState): Promise<void> {
  const { tx, actor, id, values, previous } = act
  const note = String(values.note ?? '')
  await tx.update('estimate', id, {
    state,
    datedecided: actor.now,
    decidedby: actor.personid,
    onbehalf: isExecutive(actor.role) ? 'f' : 't',
    decisionnote: note,
  })
  const sentby = idOrNull(previous.sentby)
  await tellOfDecision(act, { id, projectid: Number(previous.projectid), state, sentby, signedby: null, note })
}

const longestNote = 2000

const decision = (state: DecidedState, verb: string): UpdateAction => ({
  doc: `${verb} it: by an Executive of the client while it is valid, or by others on behalf of the client`,
  roles: moneyReaders,
  fields: { note: stored(plainText(longestNote), { doc: 'A comment on the decision; read as decisionnote' }) },
  run: (act) => decideInApplication(act, state),
})

export const decisionActions: Readonly<Record<string, UpdateAction>> = {
  accept: decision('accepted', 'Accepts'),
  decline: decision('declined', 'Declines'),
}

const decidable = statement(sql`select estimate.localid, estimate.state, estimate.revision, estimate.validuntil,
    case when ${isValid} then 't' else 'f' end, estimate.projectid, estimate.sentby
  from estimate where estimate.accountid = ${accountSlot} and estimate.id = ${slot('id')}`)

/** What a client types on the public page. */
export const typedFields = { name: plainText(100), note: plainText(longestNote) }

/** What a client decides on the public page. */
export interface PublicDecision {
  readonly state: DecidedState
  /** The revision that the page has shown. */
  readonly revision: string
  readonly name: string
  readonly note: string
}

/** Only what the page has shown can be accepted: another revision is refused (T-276). */
export async function decideOnPublicPage(context: MailContext, id: number, decided: PublicDecision): Promise<void> {
  const { tx, actor } = context
  await tx.lock('estimate', id)
  const row = (await tx.first(decidable, { ...actorValues(actor), id })) ?? []
  const [localid, current, revision, validuntil, valid, projectid, sentby] = row
  const { state, name, note } = decided
  if (String(revision) !== decided.revision || current === 'draft')
    throw new ApiError(412, 18, ['revision: the estimate has changed since you read it; read it again'])
  if (current !== 'sent') throw wrongState({ localid: Number(localid), state: String(current) }, ['sent'], state)
  if (valid !== 't') throw expired(validuntil, adviceToClient)
  tx.nameEvent({ resource: 'estimate', id, kind: state === 'accepted' ? 'accept' : 'decline' })
  await tx.update('estimate', id, { state, datedecided: actor.now, signedby: name, decisionnote: note })
  const told = { id, projectid: Number(projectid), state, sentby: idOrNull(sentby), signedby: name, note }
  await tellOfDecision(context, told)
}
