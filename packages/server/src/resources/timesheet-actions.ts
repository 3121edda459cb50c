// What may be done to a timesheet, by whom and in which state, and the history that each step leaves in the same transaction
// (decision 38). Every step takes the owner's lock alone, which writers of time share, so that an approved week is
// approved with the entries it has (T-64).
import { type Actor, aRole, type Role } from '../define/actor.ts'
import { stored } from '../define/fields.ts'
import { text } from '../define/kinds.ts'
import { invalid, notAllowed } from '../define/refusal.ts'
import type { Act, Change, Changing, Removal } from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { tellOfSheet } from './mail-timesheet.ts'

export const statuses = ['open', 'submitted', 'approved', 'rejected'] as const
type Status = (typeof statuses)[number]

interface Step {
  readonly doc: string
  readonly roles: readonly Role[]
  readonly from: readonly Status[]
  readonly to: Status
}

const steps: Readonly<Record<string, Step>> = {
  submit: {
    doc: 'Hands the week in, by its owner or an Administrator; it waits to be approved',
    roles: ['Administrator', 'Manager', 'Resource'],
    from: ['open', 'rejected'],
    to: 'submitted',
  },
  approve: {
    doc: 'Approves a submitted week: from now on its time cannot be changed',
    roles: ['Administrator'],
    from: ['submitted'],
    to: 'approved',
  },
  reject: {
    doc: 'Gives a submitted week back to its owner',
    roles: ['Administrator'],
    from: ['submitted'],
    to: 'rejected',
  },
  reopen: {
    doc: 'Opens a week again, whatever became of it',
    roles: ['Administrator'],
    from: ['submitted', 'approved', 'rejected'],
    to: 'open',
  },
}

const run =
  (action: string, { from, to }: Step) =>
  async (act: Act): Promise<void> => {
    const { tx, actor, id, was, values } = act
    if (!from.some((status) => status === was.status)) {
      throw invalid(`status: this week is ${was.status}; one can ${action} a week that is ${from.join(' or ')}`)
    }
    await Promise.all([
      tx.lock('person', Number(was.personid)),
      tx.update('timesheet', id, { status: to, datemodified: actor.now }),
      tx.insert('timesheethistory', {
        id: nextId,
        timesheetid: id,
        personid: actor.personid,
        date: actor.now,
        action,
        note: String(values.note ?? ''),
      }),
    ])
    await tellOfSheet(act, to)
  }

export const sheetActions: Readonly<Record<string, Changing>> = Object.fromEntries(
  Object.entries(steps).map(([action, step]) => [
    action,
    {
      doc: step.doc,
      roles: step.roles,
      fields: { note: stored(text(), { doc: 'A word about it, kept in the history' }) },
      run: run(action, step),
    },
  ]),
)

const owns = (actor: Actor, personid: unknown): boolean => actor.role === 'Administrator' || personid === actor.personid

const sheetOf = statement(sql`select 1 from timesheet where timesheet.accountid = ${account}
  and timesheet.personid = ${slot('personid')} and timesheet.weekstart = ${slot('weekstart')}`)

/** A week belongs to its owner, and there is one sheet of it. */
export async function keepOwnSheet({ actor, tx, values, faults }: Change): Promise<void> {
  const { personid, weekstart } = values
  if (!owns(actor, personid)) throw notAllowed(`personid: ${aRole(actor.role)} may make their own timesheets only`)
  if (await tx.first(sheetOf, { personid, weekstart })) {
    faults.unfit('weekstart', String(weekstart), 'has a timesheet of this person already')
  }
}

/** What was handed in is kept: it is opened again before it can go. */
export async function keepSheetInUse({ was }: Removal): Promise<void> {
  if (was.status !== 'open') throw invalid(`id: this week is ${was.status}; only an open one can be deleted`)
}
