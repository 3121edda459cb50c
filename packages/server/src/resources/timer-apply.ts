// Applying a timer: in one transaction its seconds become a time entry, under all rules of time entries, and the timer
// is deleted (decision 39, I-34). Values in the request override those of the timer.
import { staff } from '../define/actor.ts'
import { hoursScale, recordId as idKind, secondsScale } from '../define/kinds.ts'
import type { CreateAction } from '../define/resource.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { printDecimal } from '../kit/decimal.ts'
import type { WireValue } from '../kit/wire-tree.ts'

const holders = staff

const unitsPerHour = 3600n * 10n ** BigInt(secondsScale)

/** Converts timer units to hours, rounded half up to the last decimal of hours. */
export function hoursFromTimerUnits(units: number): string {
  const scaled = BigInt(units) * 10n ** BigInt(hoursScale)
  return printDecimal(Number((2n * scaled + unitsPerHour) / (2n * unitsPerHour)), hoursScale)
}

const parseId = (wire: WireValue): number => {
  const id = idKind.parse(wire)
  return typeof id === 'number' ? id : 0
}

const billableByProject = statement(sql`select project.billable from project where project.accountid = ${accountSlot}
  and project.id = coalesce((select task.projectid from task where task.accountid = ${accountSlot}
    and task.id = ${slot('taskid')}), ${slot('projectid')})`)

export const applyTimer: CreateAction = {
  doc: `Makes the time entry of a running or paused timer and deletes the timer. The body is that of a time entry; unless it
    says otherwise the entry has the task, person, name and hours of the timer, the account's today, and is billable when
    the project is.`,
  roles: holders,
  creates: 'time',
  prepare: async ({ tx, actor, previous }, submitted) => {
    const taskid = parseId(submitted.has('taskid') ? (submitted.get('taskid') ?? null) : String(previous.taskid ?? ''))
    const projectid = parseId(submitted.get('projectid') ?? null)
    const [billable] = (await tx.first(billableByProject, { taskid, projectid })) ?? []
    return {
      personid: String(previous.personid),
      date: actor.today,
      time: hoursFromTimerUnits(Number(previous.totaltime)),
      description: String(previous.name),
      ...(previous.taskid === null ? {} : { taskid: String(previous.taskid) }),
      ...(typeof billable === 'string' ? { billable } : {}),
    }
  },
  afterCreate: ({ tx, id }) => tx.remove('timer', id),
}
