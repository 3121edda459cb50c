// A rate of a work type in a project from a day on, for everyone or for one person. The rate of an entry is found in
// `entry-rate.ts`. Like the rates of work types, they are hidden from Resources and Executives, and Administrators
// write them.
import { administratorOnly, managers } from '../define/actor.ts'
import { computedText, fullName, ref, stored } from '../define/fields.ts'
import { anyOf, anyOfOrNone } from '../define/filters.ts'
import { date, rate } from '../define/kinds.ts'
import { type Change, defineResource, valueAfter } from '../define/resource.ts'
import { nextId, type WriteTransaction } from '../io/database.ts'
import { accountSlot, deleteRows, slot, sql, sqlName, statement } from '../io/sql.ts'
import { inVisibleProject } from './visibility.ts'

/** A rate from this day on is valid for all time. */
export const firstDay = '0001-01-01'

const partOf = statement(sql`select part.id from projectworktype part where part.accountid = ${accountSlot}
  and part.projectid = ${slot('projectid')} and part.worktypeid = ${slot('worktypeid')}`)

const sameDay = statement(sql`select 1 from projectrate rate where rate.accountid = ${accountSlot}
  and rate.projectid = ${slot('projectid')} and rate.worktypeid = ${slot('worktypeid')}
  and coalesce(rate.personid, 0) = ${slot('personid')} and rate.datebegin = ${slot('datebegin')} and rate.id <> ${slot('id')}`)

/** The work type of the project is locked, so that nobody imports its time, removes it or adds the same rate now. */
async function checkRate(change: Change): Promise<void> {
  const { tx, id, errors } = change
  const [projectid, worktypeid, personid] = ['projectid', 'worktypeid', 'personid'].map((field) =>
    Number(valueAfter(change, field) ?? 0),
  )
  const [part] = (await tx.first(partOf, { projectid, worktypeid })) ?? []
  if (part !== undefined) await tx.lock('projectworktype', Number(part))
  const datebegin = String(valueAfter(change, 'datebegin'))
  const same = await tx.first(sameDay, { projectid, worktypeid, personid, datebegin, id: id ?? 0 })
  if (same !== undefined) errors.addInvalid('datebegin', datebegin, 'is the start of another rate; change that one')
}

const ratesOf = statement(sql`select rate.personid, rate.datebegin, rate.hourlyrate from projectrate rate
  where rate.accountid = ${accountSlot} and rate.projectid = ${slot('projectid')} and rate.worktypeid = ${slot('worktypeid')}
  order by rate.id`)

interface WorktypeOfProject {
  readonly projectid: number
  readonly worktypeid: number
}

/** Copies the rates of a work type to another project, where the work type may have another id. */
export async function copyRates(tx: WriteTransaction, from: WorktypeOfProject, to: WorktypeOfProject): Promise<void> {
  for (const [personid, datebegin, hourlyrate] of await tx.all(ratesOf, { ...from })) {
    const terms = { datebegin: String(datebegin), hourlyrate: Number(hourlyrate) }
    const person = personid === null ? null : Number(personid)
    await tx.insert('projectrate', { id: nextId, ...to, personid: person, ...terms })
  }
}

const ofEveryone = sql`projectid = ${slot('projectid')} and worktypeid = ${slot('worktypeid')} and personid is null`

const removeReplaced = deleteRows(
  'projectrate',
  sql`${ofEveryone} and datebegin >= ${slot('from')} and datebegin <= ${slot('until')}`,
)

const rateBefore = statement(sql`select projectrate.hourlyrate from projectrate
  where projectrate.accountid = ${accountSlot} and ${ofEveryone} and datebegin < ${slot('from')}
  order by projectrate.datebegin desc limit 1`)

/**
 * Makes a rate valid for everyone from a day on, until a later change of the future. `firstrate` is that of the work
 * type before all dated ones.
 */
export async function setRateFrom(
  tx: WriteTransaction,
  part: WorktypeOfProject,
  rateOfPart: { readonly hourlyrate: number; readonly firstrate: number },
  day: { readonly from: string; readonly today: string },
): Promise<void> {
  const { from, today } = day
  await tx.run('projectrate', removeReplaced, { ...part, from, until: from > today ? from : today })
  const [before = rateOfPart.firstrate] = (await tx.first(rateBefore, { ...part, from })) ?? []
  if (from === firstDay || Number(before) === rateOfPart.hourlyrate) return
  const row = { ...part, personid: null, datebegin: from, hourlyrate: rateOfPart.hourlyrate }
  await tx.insert('projectrate', { id: nextId, ...row })
}

export const projectrate = defineResource('projectrate', {
  noun: ['project rate', 'project rates'],
  doc: 'Rates of work types in projects from a day on, for everyone or for one person. The rate of a person takes precedence; before the first rate of everyone, the work type has its firstrate.',
  access: {
    list: managers,
    read: managers,
    create: administratorOnly,
    update: administratorOnly,
    delete: administratorOnly,
  },
  extensionOperations: ['list', 'read', 'create', 'update', 'delete'],
  joins: { project: 'projectrate.projectid', worktype: 'projectrate.worktypeid', person: 'projectrate.personid' },
  visible: (viewer) => inVisibleProject(viewer, 'projectrate.projectid'),
  fields: {
    projectid: ref('project', { required: true, createOnly: true, allowInactive: true }),
    worktypeid: ref('worktype', {
      required: true,
      createOnly: true,
      allowInactive: true,
      allowedTargets: {
        replacesVisibility: true,
        dependsOn: ['projectid'],
        where: (of) => sql`exists (select 1 from projectworktype where projectworktype.accountid = ${accountSlot}
          and projectworktype.worktypeid = worktype.id and projectworktype.projectid = ${of('projectid')})`,
        reason: 'is not a work type of the project',
      },
      doc: 'A work type of the project, by the id of the worktype resource',
    }),
    personid: ref('person', { createOnly: true, allowInactive: true, doc: 'Whose rate it is; blank for everyone' }),
    datebegin: stored(date, {
      required: true,
      default: firstDay,
      doc: `The first day of the rate; ${firstDay}, which is taken when it is not sent, for all time`,
    }),
    hourlyrate: stored(rate, { required: true }),
    project: computedText(sqlName('project.name'), { nullable: false }),
    worktype: computedText(sqlName('worktype.name'), { nullable: false }),
    person: computedText(fullName('person'), { doc: 'Full name' }),
  },
  filters: {
    projectid: anyOf('projectid', 'Rates in the projects'),
    worktypeid: anyOf('worktypeid', 'Rates of the work types'),
    personid: anyOfOrNone('personid', 'Rates of the persons; -1 adds those of everyone'),
  },
  sorts: { id: 'id', datebegin: 'datebegin' },
  before: checkRate,
})
