// A work type of a project with its rate. `worktypeid` is the id that time uses; money is not for Resources or Executives.
// How default and custom ones are kept apart is `project-part.ts`.
import { everyone, type Role } from '../define/actor.ts'
import { computed, placed, ref, stored } from '../define/fields.ts'
import { anyOf, isFlag, oneOf } from '../define/filters.ts'
import { flag, hours, hoursScale, idOrZero, type Kind, moneyScale, rate, text } from '../define/kinds.ts'
import { type Change, defineResource } from '../define/resource.ts'
import { account, name, slot, sql, statement } from '../io/sql.ts'
import { multiplyPrinted } from '../kit/decimal.ts'
import { projectPart } from './project-part.ts'
import { accessibleTo, both, inVisibleProject } from './visibility.ts'

const administrator: readonly Role[] = ['Administrator']
const hideFrom: readonly Role[] = ['Resource', 'Executive']

/** Hours times rate, from the two factors: their product may be larger than a number of the database. */
const product: Kind = {
  ...rate,
  print: (stored) => {
    if (stored === null) return ''
    const [time, hourly] = String(stored).split('*').map(Number)
    return multiplyPrinted(time ?? 0, hoursScale, hourly ?? 0, moneyScale)
  },
}

const defaultRate = statement(sql`select worktype.defaulthourlyrate from worktype
  where worktype.accountid = ${account} and worktype.id = ${slot('id')}`)

const part = projectPart({
  row: 'projectworktype',
  kept: 'worktype',
  key: 'worktypeid',
  usedBy: ['time'],
  custom: ({ values, was }) => ({ defaulthourlyrate: Number(values.hourlyrate ?? was?.hourlyrate ?? 0) }),
})

/** A default work type brings its rate; a custom one has to be told. */
async function knowRate(change: Change): Promise<void> {
  const { values, tx, faults, id } = change
  if (id === null && values.hourlyrate === null) {
    const row = await tx.first(defaultRate, { id: Number(values.worktypeid ?? 0) })
    if (row === undefined) faults.add('hourlyrate', 'is required for a custom work type')
    values.hourlyrate = Number(row?.[0] ?? 0)
  }
  await part.before(change)
}

export const projectworktype = defineResource('projectworktype', {
  doc: 'Work types of a project with their rates.',
  access: { list: everyone, read: everyone, create: administrator, update: administrator, delete: administrator },
  joins: { worktype: 'projectworktype.worktypeid' },
  visible: (viewer) =>
    both(
      inVisibleProject(viewer, 'projectworktype.projectid'),
      viewer.role === 'Resource' ? sql`projectworktype.active = 't'` : null,
    ),
  fields: {
    projectid: ref('project', { required: true, once: true, inactive: true }),
    worktypeid: ref('worktype', { kind: idOrZero, default: 0, doc: 'The default work type. Time refers to this id' }),
    worktype: placed(text(155), name('worktype.name'), {
      doc: 'Name; required for a custom work type, and turns a default one into a custom one',
    }),
    hourlyrate: stored(rate, {
      required: true,
      default: null,
      hideFrom,
      doc: 'Taken from the default work type when not sent; required for a custom one',
    }),
    active: stored(flag, { required: true }),
    esttime: stored(hours, { hideFrom, doc: 'Estimated hours' }),
    total: computed(
      product,
      sql`cast(projectworktype.esttime as text) || '*' || cast(projectworktype.hourlyrate as text)`,
      { hideFrom, doc: 'Estimated hours times hourly rate' },
    ),
  },
  filters: {
    projectid: anyOf('projectid', 'Work types of the projects'),
    active: isFlag('active', 'Active or inactive; Resources see active ones only'),
    personid: oneOf('Work types of projects the person can access', (use) =>
      accessibleTo('projectworktype.projectid', slot(use.slotName)),
    ),
  },
  before: knowRate,
  removing: part.removing,
})
