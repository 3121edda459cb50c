// Applying a timer: in one transaction its seconds become a time entry, under all rules of time entries, and the timer
// is deleted (decision 39, I-34), rounded if the company has a rule. Values in the request override those of the timer.
import { staff } from '../define/actor.ts'
import { hoursScale, recordId as idKind, secondsScale } from '../define/kinds.ts'
import type { CreateAction } from '../define/resource.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { printDecimal } from '../kit/decimal.ts'
import type { WireValue } from '../kit/wire-tree.ts'

const holders = staff

const unitsPerHour = 3600n * 10n ** BigInt(secondsScale)

/**
 * Rounds to whole steps, to the nearest (halves up) or always up. A timer that ran becomes one step at least: an entry
 * of no hours could not be stored.
 */
function roundToSteps(units: bigint, step: bigint, mode: string): bigint {
  if (step === 0n || units === 0n) return units
  const steps = mode === 'up' ? (units + step - 1n) / step : (2n * units + step) / (2n * step)
  return (steps === 0n ? 1n : steps) * step
}

/** Converts timer units to hours, by the company's rule, rounded half up to the last decimal of hours. */
function hoursFromTimerUnits(units: number, minutes: string, mode: string): string {
  const rounded = roundToSteps(BigInt(units), (BigInt(minutes) * unitsPerHour) / 60n, mode)
  const scaled = rounded * 10n ** BigInt(hoursScale)
  return printDecimal(Number((2n * scaled + unitsPerHour) / (2n * unitsPerHour)), hoursScale)
}

const parseId = (wire: WireValue): number => {
  const id = idKind.parse(wire)
  return typeof id === 'number' ? id : 0
}

const billableByProject = statement(sql`select project.billable from project where project.accountid = ${accountSlot}
  and project.id = coalesce((select task.projectid from task where task.accountid = ${accountSlot}
    and task.id = ${slot('taskid')}), ${slot('projectid')})`)

const roundingRule = statement(sql`select company.timerrounding, company.timerroundingmode from company
  where company.accountid = ${accountSlot}`)

export const applyTimer: CreateAction = {
  doc: `Creates the time entry of a running or paused timer and deletes the timer. The body has the fields of a time entry;
    those that it leaves out are the task, person, name and hours of the timer, rounded by the rule of the company, and
    the account's today; the entry is billable when the project is.`,
  roles: holders,
  creates: 'time',
  prepare: async ({ tx, actor, previous }, submitted) => {
    const taskid = parseId(submitted.has('taskid') ? (submitted.get('taskid') ?? null) : String(previous.taskid ?? ''))
    const projectid = parseId(submitted.get('projectid') ?? null)
    const [[billable] = [], [minutes = '0', mode = 'nearest'] = []] = await Promise.all([
      tx.first(billableByProject, { taskid, projectid }),
      tx.first(roundingRule),
    ])
    return {
      personid: String(previous.personid),
      date: actor.today,
      time: hoursFromTimerUnits(Number(previous.totaltime), String(minutes), String(mode)),
      description: String(previous.name),
      ...(previous.taskid === null ? {} : { taskid: String(previous.taskid) }),
      ...(typeof billable === 'string' ? { billable } : {}),
    }
  },
  afterCreate: ({ tx, id }) => tx.remove('timer', id),
}
