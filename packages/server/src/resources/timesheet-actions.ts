// The actions on a timesheet: by whom, in which state, and the history entry that each writes in the same transaction
// (decision 38). Each action takes the owner's lock exclusively and writers of time take it in shared mode, so that no
// entry changes while its week is being approved (T-64).
import { type Actor, administratorOnly, type Role, roleWithArticle, staff } from '../define/actor.ts'
import { badRequest, forbidden } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { plainText } from '../define/kinds.ts'
import {
  type ActionContext,
  type Change,
  modificationTime,
  type RecordRule,
  type RecordRules,
  type UpdateAction,
} from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { notifyTimesheetStatus } from '../mail/timesheet-mails.ts'

export const timesheetStatuses = ['open', 'submitted', 'approved', 'rejected'] as const
type TimesheetStatus = (typeof timesheetStatuses)[number]

interface Step {
  readonly doc: string
  readonly roles: readonly Role[]
  readonly from: readonly TimesheetStatus[]
  readonly to: TimesheetStatus
}

const steps: Readonly<Record<string, Step>> = {
  submit: {
    doc: 'Hands the week in, by its owner or an Administrator; it waits to be approved',
    roles: staff,
    from: ['open', 'rejected'],
    to: 'submitted',
  },
  approve: {
    doc: 'Approves a submitted week: from now on its time cannot be changed',
    roles: administratorOnly,
    from: ['submitted'],
    to: 'approved',
  },
  reject: {
    doc: 'Gives a submitted week back to its owner',
    roles: administratorOnly,
    from: ['submitted'],
    to: 'rejected',
  },
  reopen: {
    doc: 'Opens a week again, whatever became of it',
    roles: administratorOnly,
    from: ['submitted', 'approved', 'rejected'],
    to: 'open',
  },
}

const hasStatus = (statuses: readonly TimesheetStatus[], sentence: (status: unknown) => string): RecordRule => ({
  where: () => sql`timesheet.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`,
  error: ({ previous }) => badRequest(sentence(previous.status)),
})

/** What was handed in is kept: it is opened again before it can be deleted. */
const onlyOpen = hasStatus(['open'], (status) => `id: this week is ${status}; only an open one can be deleted`)

export const timesheetRules: RecordRules = {
  delete: [{ ...onlyOpen, afterReferences: true }],
  ...Object.fromEntries(
    Object.entries(steps).map(([action, { from }]) => [
      action,
      [
        hasStatus(
          from,
          (status) => `status: this week is ${status}; one can ${action} a week that is ${from.join(' or ')}`,
        ),
      ],
    ]),
  ),
}

const runStep =
  (action: string, { to }: Step) =>
  async (context: ActionContext): Promise<void> => {
    const { tx, actor, id, previous, values } = context
    await Promise.all([
      tx.lock('person', Number(previous.personid)),
      tx.update('timesheet', id, { status: to, datemodified: modificationTime(actor, previous.datemodified) }),
      tx.insert('timesheethistory', {
        id: nextId,
        timesheetid: id,
        personid: actor.personid,
        date: actor.now,
        action,
        note: String(values.note ?? ''),
      }),
    ])
    await notifyTimesheetStatus(context, to)
  }

export const timesheetActions: Readonly<Record<string, UpdateAction>> = Object.fromEntries(
  Object.entries(steps).map(([action, step]) => [
    action,
    {
      doc: step.doc,
      roles: step.roles,
      fields: { note: stored(plainText(), { doc: 'A word about it, kept in the history' }) },
      run: runStep(action, step),
    },
  ]),
)

const mayCreateFor = (actor: Actor, personid: unknown): boolean =>
  actor.role === 'Administrator' || personid === actor.personid

const timesheetOfWeek = statement(sql`select 1 from timesheet where timesheet.accountid = ${accountSlot}
  and timesheet.personid = ${slot('personid')} and timesheet.weekstart = ${slot('weekstart')}`)

/** Only the owner and Administrators may create a timesheet, and there is one per person and week. */
export async function enforceTimesheetRules({ actor, tx, values, errors }: Change): Promise<void> {
  const { personid, weekstart } = values
  if (!mayCreateFor(actor, personid))
    throw forbidden(`personid: ${roleWithArticle(actor.role)} may make their own timesheets only`)
  if (await tx.first(timesheetOfWeek, { personid, weekstart })) {
    errors.addInvalid('weekstart', String(weekstart), 'has a timesheet of this person already')
  }
}
