// A work type of a project with its rate. `worktypeid` is the id that time uses. Rates are hidden from Resources and
// Executives. A rate can change from a day on (`projectrate.ts`); `hourlyrate` is the one of today. The rules of
// default and custom work types are in `project-part.ts`.
import { administratorOnly, allRoles, nonManagers } from '../define/actor.ts'
import { computed, computedWritable, ref, stored, storedIn } from '../define/fields.ts'
import { anyOf, idFilter, isFlag } from '../define/filters.ts'
import {
  date,
  flag,
  hours,
  hoursScale,
  idOrZero,
  type Kind,
  moneyScale,
  plainText,
  rate,
  shownAsZero,
} from '../define/kinds.ts'
import {
  addMissing,
  type Change,
  changesField,
  defineResource,
  type FieldChange,
  knownValue,
  valueAfter,
} from '../define/resource.ts'
import { accountSlot, slot, sql, sqlName, statement } from '../io/sql.ts'
import { printProduct } from '../kit/decimal.ts'
import { currentRate } from './entry-rate.ts'
import { isCustomPart, projectPartRules } from './project-part.ts'
import { firstDay, setRateFrom } from './projectrate.ts'
import { accessibleTo, bothConditions, inVisibleProject } from './visibility.ts'

const hideFrom = nonManagers

/** Hours times rate, multiplied here: the product may be too large for an integer of the database. */
const hoursTimesRate: Kind = {
  ...rate,
  serialize: (stored) => {
    if (stored === null) return '0'
    const [time, hourly] = String(stored).split('*').map(Number)
    return printProduct(time ?? 0, hoursScale, hourly ?? 0, moneyScale)
  },
}

const defaultRate = statement(sql`select worktype.defaulthourlyrate from worktype
  where worktype.accountid = ${accountSlot} and worktype.id = ${slot('id')}`)

const partRules = projectPartRules({
  projectTable: 'projectworktype',
  catalogTable: 'worktype',
  key: 'worktypeid',
  usedBy: ['time'],
  parts: ['projectrate'],
  customColumns: ({ values, previous }) => ({
    defaulthourlyrate: Number(values.hourlyrate ?? previous?.hourlyrate ?? 0),
  }),
})

const rateRequired = 'is required for a custom work type'

function requireRateAndName(change: FieldChange): void {
  const isCustom = change.id === null && isCustomPart(change, 'worktypeid')
  if (isCustom && knownValue(change, 'hourlyrate') === null) addMissing(change, 'hourlyrate', rateRequired)
  partRules.resolveFields(change)
}

/** Whether a rate of everyone has begun, and whether there is time before today. */
const rateInUse = statement(sql`select
  (select count(*) from projectrate where projectrate.accountid = ${accountSlot} and projectrate.personid is null
    and projectrate.projectid = ${slot('projectid')} and projectrate.worktypeid = ${slot('worktypeid')}
    and projectrate.datebegin <= ${slot('today')}),
  (select count(*) from (select 1 from time where time.accountid = ${accountSlot}
    and time.projectid = ${slot('projectid')} and time.worktypeid = ${slot('worktypeid')} and time.date < ${slot('today')}
    limit 1) earlier)`)

/**
 * The first day of a changed rate, if it was not sent: today. The first rate of a work type is for all its time:
 * nothing was priced yet if it was zero, or if no time is older than today (docs/adr/0033-dated-rates.md).
 */
async function startOfRate({ tx, actor: { today }, previous }: Change): Promise<string> {
  const part = { projectid: previous?.projectid, worktypeid: previous?.worktypeid, today }
  const [begun, used] = (await tx.first(rateInUse, part)) ?? []
  return Number(begun) === 0 && (previous?.firstrate === 0 || Number(used) === 0) ? firstDay : today
}

/** Sets `firstrate`, the rate before all dated ones, or the first day of a dated one, which `after` writes. */
async function prepareRate(change: Change): Promise<void> {
  const { values, id } = change
  if (id === null) {
    values.firstrate = values.hourlyrate ?? 0
    return
  }
  const sent = values.ratefrom ?? null
  if (sent === null && !changesField(change, 'hourlyrate')) return
  values.ratefrom = sent ?? (await startOfRate(change))
  if (values.ratefrom === firstDay) values.firstrate = Number(valueAfter(change, 'hourlyrate'))
}

/** The record names its work type as it is after the write: renaming a default one has made it custom. */
const worktypeOfPart = statement(sql`select part.worktypeid from projectworktype part
  where part.accountid = ${accountSlot} and part.id = ${slot('id')}`)

async function writeRate(change: Change, id: number, from: string): Promise<void> {
  const { tx, previous, actor } = change
  const [worktypeid] = (await tx.first(worktypeOfPart, { id })) ?? []
  await setRateFrom(
    tx,
    { projectid: Number(previous?.projectid), worktypeid: Number(worktypeid) },
    { hourlyrate: Number(valueAfter(change, 'hourlyrate')), firstrate: Number(valueAfter(change, 'firstrate')) },
    { from, today: actor.today },
  )
}

const afterWrite = (change: Change, id: number): Promise<void> | undefined => {
  const from = change.values.ratefrom ?? null
  return change.previous === null || from === null ? undefined : writeRate(change, id, String(from))
}

/** Fills the rate in: a default work type has one, for a custom one it is required. */
async function completeWorktype(change: Change): Promise<void> {
  const { values, previous, tx, errors, id } = change
  // An estimate that is not set is shown as 0; sending that back changes nothing (I-29).
  if (values.esttime === 0 && previous?.esttime === null) values.esttime = null
  if (id === null && values.hourlyrate === null) {
    const row = await tx.first(defaultRate, { id: Number(values.worktypeid ?? 0) })
    if (row === undefined) errors.addOnce('hourlyrate', rateRequired)
    values.hourlyrate = Number(row?.[0] ?? 0)
  }
  await prepareRate(change)
  await partRules.before(change)
}

export const projectworktype = defineResource('projectworktype', {
  noun: ['project work type', 'project work types'],
  doc: 'Work types of a project with their rates.',
  access: {
    list: allRoles,
    read: allRoles,
    create: administratorOnly,
    update: administratorOnly,
    delete: administratorOnly,
  },
  joins: { worktype: 'projectworktype.worktypeid' },
  visible: (viewer) =>
    bothConditions(
      inVisibleProject(viewer, 'projectworktype.projectid'),
      viewer.role === 'Resource' ? sql`projectworktype.active = 't'` : null,
    ),
  fields: {
    projectid: ref('project', { required: true, createOnly: true, allowInactive: true }),
    worktypeid: ref('worktype', { kind: idOrZero, default: 0, doc: 'The default work type. Time refers to this id' }),
    worktype: computedWritable(plainText(155), sqlName('worktype.name'), {
      doc: 'Name; required for a custom work type, and turns a default one into a custom one',
    }),
    hourlyrate: computedWritable(rate, currentRate, {
      required: true,
      default: null,
      hideFrom,
      doc: 'The rate of today. Taken from the default work type when not sent; required for a custom one',
    }),
    firstrate: storedIn('hourlyrate', rate, {
      readOnly: true,
      default: 0,
      hideFrom,
      extension: true,
      doc: 'The rate before those of projectrate, and the only one without them',
    }),
    ratefrom: computedWritable(date, sql`cast(null as text)`, {
      shown: false,
      hideFrom,
      extension: true,
      doc: `The day from which a changed hourlyrate is valid; ${firstDay} for all time that is not on an invoice. Without it that is today, or all time if the work type had no rate or no time before today. A new work type has its rate for all time`,
    }),
    active: stored(flag, { required: true }),
    esttime: stored(shownAsZero(hours), { hideFrom, nullable: false, doc: 'Estimated hours' }),
    total: computed(hoursTimesRate, sql`cast(projectworktype.esttime as text) || '*' || cast(${currentRate} as text)`, {
      hideFrom,
      nullable: false,
      doc: 'Estimated hours times hourly rate',
    }),
  },
  filters: {
    projectid: anyOf('projectid', 'Work types of the projects'),
    active: isFlag('active', 'Active or inactive; Resources see active ones only'),
    personid: idFilter(
      'Work types of projects the person can access',
      (use) => accessibleTo('projectworktype.projectid', slot(use.slotName)),
      { target: 'person' },
    ),
  },
  resolveFields: requireRateAndName,
  before: completeWorktype,
  after: afterWrite,
  beforeRemove: partRules.beforeRemove,
})
