// The actions on a timesheet: by whom, in which state, and the history entry that each writes in the same transaction
// (decisions 38 and 53). Each action takes the owner's lock exclusively and writers of time take it in shared mode, so
// that no entry changes while its week is being approved (T-64). With `If-Match`, which the web application sends,
// nobody decides about hours that they have not seen.
import { type Actor, administratorOnly, managers, me, type Role, roleWithArticle, staff } from '../define/actor.ts'
import { badRequest, forbidden } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { plainText } from '../define/kinds.ts'
import {
  type ActionContext,
  type Change,
  modificationTime,
  type RecordRule,
  type RecordRules,
  type Removal,
  type RowLock,
  type UpdateAction,
} from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { accountSlot, joinFragments, slot, sql, statement, updateRows } from '../io/sql.ts'
import { addDays } from '../kit/calendar.ts'
import { notifyTimesheetStatus } from '../mail/timesheet-mails.ts'
import { seesAll } from './visibility.ts'

export const timesheetStatuses = ['open', 'submitted', 'approved', 'rejected'] as const
type TimesheetStatus = (typeof timesheetStatuses)[number]

interface Step {
  readonly doc: string
  readonly roles: readonly Role[]
  readonly from: readonly TimesheetStatus[]
  readonly to: TimesheetStatus
  /** Who may do it to a timesheet that they see; everyone if it is not set. */
  readonly by?: RecordRule
}

const isOwn = sql`timesheet.personid = ${me}`

/** A Manager who approves weeks also sees those of others. */
const byOwnerOrAdministrator = (verb: string): RecordRule => ({
  where: (viewer) => (seesAll(viewer) ? null : isOwn),
  error: ({ actor }) => forbidden(`personid: ${roleWithArticle(actor.role)} can ${verb} only their own timesheets`),
})

const byOwner: RecordRule = {
  where: () => isOwn,
  error: () => forbidden('personid: only its owner can withdraw a week; an Administrator can reopen it'),
}

/** Managers see the weeks of others only where the company lets them decide. */
const byOthersOrAdministrator: RecordRule = {
  where: (viewer) => (seesAll(viewer) ? null : sql`not ${isOwn}`),
  error: ({ actor }) => forbidden(`personid: ${roleWithArticle(actor.role)} cannot approve or reject their own week`),
}

const steps: Readonly<Record<string, Step>> = {
  submit: {
    doc: 'Submits the week for approval, by its owner or an Administrator. Its owner can no longer change its time',
    roles: staff,
    from: ['open', 'rejected'],
    to: 'submitted',
    by: byOwnerOrAdministrator('submit'),
  },
  withdraw: {
    doc: 'Withdraws a submitted week, by its owner, who can then change its time again',
    roles: staff,
    from: ['submitted'],
    to: 'open',
    by: byOwner,
  },
  approve: {
    doc: 'Approves a submitted week: from now on its time cannot be changed. By Managers only if the company allows it',
    roles: managers,
    from: ['submitted'],
    to: 'approved',
    by: byOthersOrAdministrator,
  },
  reject: {
    doc: 'Returns a submitted week to its owner. By Managers only if the company allows it',
    roles: managers,
    from: ['submitted'],
    to: 'rejected',
    by: byOthersOrAdministrator,
  },
  reopen: {
    doc: 'Opens a week again that was submitted, approved or rejected',
    roles: administratorOnly,
    from: ['submitted', 'approved', 'rejected'],
    to: 'open',
  },
}

const hasStatus = (statuses: readonly TimesheetStatus[], sentence: (status: unknown) => string): RecordRule => ({
  where: () => sql`timesheet.status in (${joinFragments(statuses.map((status) => sql.lit(status)))})`,
  error: ({ previous }) => badRequest(sentence(previous.status)),
})

/** What was handed in is kept: it is opened again before it can be deleted. */
const onlyOpen = hasStatus(['open'], (status) => `id: this week is ${status}; only an open week can be deleted`)

export const timesheetRules: RecordRules = {
  delete: [byOwnerOrAdministrator('delete'), { ...onlyOpen, afterReferences: true }],
  ...Object.fromEntries(
    Object.entries(steps).map(([action, { from, by }]) => [
      action,
      [
        ...(by === undefined ? [] : [by]),
        hasStatus(
          from,
          (status) => `status: this week is ${status}; only a week that is ${from.join(' or ')} allows ${action}`,
        ),
      ],
    ]),
  ),
}

/** An approved week has no new and no changed entries, so what is written here is right until it is opened again. */
const markEntries = updateRows(
  'time',
  sql`approved = ${slot('approved')}`,
  sql`personid = ${slot('personid')} and date >= ${slot('weekstart')} and date <= ${slot('weekend')}`,
)

async function writeApproval({ tx, previous }: ActionContext, to: TimesheetStatus): Promise<void> {
  const isApproved = to === 'approved'
  if (isApproved === (previous.status === 'approved')) return
  const { personid, weekstart } = previous
  const weekend = addDays(String(weekstart), 6)
  await tx.run('time', markEntries, { approved: isApproved ? 't' : 'f', personid, weekstart, weekend })
}

const runStep =
  (action: string, { to }: Step) =>
  async (context: ActionContext): Promise<void> => {
    const { tx, actor, id, previous, values } = context
    await Promise.all([
      tx.update('timesheet', id, { status: to, datemodified: modificationTime(actor, previous.datemodified) }),
      tx.insert('timesheethistory', {
        id: nextId,
        timesheetid: id,
        personid: actor.personid,
        date: actor.now,
        action,
        note: String(values.note ?? ''),
      }),
      writeApproval(context, to),
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
      lock: ({ previous }: Removal): RowLock => ({ table: 'person', id: Number(previous.personid), mode: 'alone' }),
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
    throw forbidden(`personid: ${roleWithArticle(actor.role)} can create only their own timesheets`)
  if (await tx.first(timesheetOfWeek, { personid, weekstart })) {
    errors.addInvalid('weekstart', String(weekstart), 'already has a timesheet of this person')
  }
}
