// A work type of a project with its rate. `worktypeid` is the id that time uses. Rates are hidden from Resources and
// Executives. The rules of default and custom work types are in `project-part.ts`.
import { administratorOnly, allRoles, nonManagers } from '../define/actor.ts'
import { computed, computedWritable, ref, stored } from '../define/fields.ts'
import { anyOf, idFilter, isFlag } from '../define/filters.ts'
import {
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
import { addMissing, type Change, defineResource, type FieldChange, knownValue } from '../define/resource.ts'
import { accountSlot, slot, sql, sqlName, statement } from '../io/sql.ts'
import { printProduct } from '../kit/decimal.ts'
import { isCustomPart, projectPartRules } from './project-part.ts'
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
  await partRules.before(change)
}

export const projectworktype = defineResource('projectworktype', {
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
    hourlyrate: stored(rate, {
      required: true,
      default: null,
      hideFrom,
      doc: 'Taken from the default work type when not sent; required for a custom one',
    }),
    active: stored(flag, { required: true }),
    esttime: stored(shownAsZero(hours), { hideFrom, nullable: false, doc: 'Estimated hours' }),
    total: computed(
      hoursTimesRate,
      sql`cast(projectworktype.esttime as text) || '*' || cast(projectworktype.hourlyrate as text)`,
      { hideFrom, nullable: false, doc: 'Estimated hours times hourly rate' },
    ),
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
  beforeRemove: partRules.beforeRemove,
})
