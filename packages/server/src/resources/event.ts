// The event log as a resource: who changed what, in the order of the commits. It is read-only; the rows are written
// with every change (engine/event-plan.ts). People see the events of the records that they see, so there is no second
// rule about visibility.
import { executiveOnly, managers, type Viewer } from '../define/actor.ts'
import type { ValidationErrors } from '../define/api-error.ts'
import { computed, computedFor, computedText, type Field, fullName, stored } from '../define/fields.ts'
import { anyOf, isChoice, numberFilter, sinceDay, throughDay } from '../define/filters.ts'
import { isVisibleRecord } from '../define/joins.ts'
import {
  changeList,
  datetime,
  type EventChange,
  plainText,
  recordCounts,
  recordId,
  type StoredValue,
} from '../define/kinds.ts'
import { defineResource, type ReadTransaction, type Resource } from '../define/resource.ts'
import { channels } from '../io/change-log.ts'
import { accountSlot, anyCondition, type Fragment, joinFragments, slot, sql, sqlName, statement } from '../io/sql.ts'
import { auditedTables } from './audited-tables.ts'
import { inVisibleProject, seesAll } from './visibility.ts'

/** Events about logins and the mail server are for Administrators only: colleagues need not know about sign-ins. */
export const signInKinds = [
  'signin',
  'signout',
  'invitation',
  'resetlink',
  'passwordset',
  'mailsetting',
  'factoron',
  'factoroff',
  'recoverycodes',
  'recoveryused',
  'passkeyadded',
  'passkeyremoved',
  'newbrowser',
  'oidcsetting',
] as const

/** Events that no request causes. */
export const serverKinds = ['remind'] as const

/** Of the records that the viewer sees, and of deleted ones in projects that a Manager sees. */
function visibleEvent(viewer: Viewer, resources: readonly Resource[]): Fragment | null {
  if (seesAll(viewer)) return null
  const readable = resources.filter(({ access }) => access.read?.includes(viewer.role))
  const ofSeenRecords = readable.map(
    (resource) => sql`event.resource = ${sql.lit(resource.name)} and ${changesVisibleField(resource, viewer)}
      and ${isVisibleRecord(resource, viewer, sql`event.recordid`)}`,
  )
  const ofProject = inVisibleProject(viewer, 'event.projectid') ?? sql`1 = 1`
  const names = joinFragments(readable.map(({ name }) => sql.lit(name)))
  const ofDeleted =
    viewer.role === 'Manager' ? [sql`event.kind = 'deleted' and event.resource in (${names}) and ${ofProject}`] : []
  const kinds = joinFragments(signInKinds.map((kind) => sql.lit(kind)))
  return sql`event.kind not in (${kinds}) and ${anyCondition([...ofSeenRecords, ...ofDeleted])}`
}

/** A value that a viewer sees only while a condition holds is hidden: the events are older than the condition. */
const isHidden = ({ hideFrom, shown, shownIf }: Field, viewer: Viewer): boolean =>
  hideFrom.includes(viewer.role) || !shown || (shownIf?.(viewer) ?? null) !== null

/** An update of fields that are hidden from the viewer is not visible: its time alone would say something. */
function changesVisibleField({ fields }: Resource, viewer: Viewer): Fragment {
  const hidden = Object.entries(fields).filter(([, field]) => isHidden(field, viewer))
  const rest = hidden.reduce((text, [name]) => sql`replace(${text}, ${sql.lit(`<${name}>`)}, '')`, sql`event.fields`)
  return hidden.length === 0 ? sql`1 = 1` : sql`(event.kind <> 'updated' or ${rest} <> '')`
}

/** People see their own timers and time also in projects that they do not see, and timers of tasks alike. */
function visibleProjectId(viewer: Viewer, resources: readonly Resource[]): Fragment {
  const isSeen = inVisibleProject(viewer, 'event.projectid')
  if (isSeen === null) return sql`event.projectid`
  const conditions = [isSeen, ...resources.flatMap((resource) => seesOwnerOfProject(resource, viewer, resources))]
  return sql`case when ${joinFragments(conditions, ' and ')} then event.projectid end`
}

const hasColumn = (field: Field | undefined): boolean => field !== undefined && 'column' in field.from

/** For a record that has its project from another record, such as a timer from its task: whether that one is seen. */
function seesOwnerOfProject(resource: Resource, viewer: Viewer, resources: readonly Resource[]): Fragment[] {
  const { fields, name, table } = resource
  if (hasColumn(fields.projectid)) return []
  for (const { target, from } of Object.values(fields)) {
    const owner = resources.find((one) => one.name === target)
    if (owner === undefined || !('column' in from) || !hasColumn(owner.fields.projectid)) continue
    const ownerid = sql`(select owner.id from ${sqlName(table)} part join ${sqlName(owner.table)} owner
      on owner.accountid = part.accountid and owner.id = ${sqlName(`part.${from.column}`)}
      where part.accountid = ${accountSlot} and part.id = event.recordid and owner.projectid = event.projectid)`
    return [sql`(event.resource <> ${sql.lit(name)} or ${isVisibleRecord(owner, viewer, ownerid)})`]
  }
  return []
}

type Rendering = (text: StoredValue, viewer: Viewer) => StoredValue

/**
 * The changes that a viewer sees: without the fields that are hidden from the role, and without the values of a
 * reference to records of which the viewer sees only some. Executives see no earlier texts, because a text may have
 * been internal before, and nobody but an Administrator sees the values of a deleted record.
 */
const renderChanges =
  (resources: readonly Resource[]): Rendering =>
  (text, viewer) => {
    if (seesAll(viewer) || typeof text !== 'string') return text
    const {
      resource: name,
      kind,
      changes,
    } = JSON.parse(text) as {
      resource: string
      kind: string
      changes: EventChange[]
    }
    const resource = resources.find((one) => one.name === name)
    if (resource === undefined || kind === 'deleted') return '[]'
    return JSON.stringify(changes.flatMap((change) => changeFor(change, resource, resources, viewer)))
  }

function changeFor(
  change: EventChange,
  resource: Resource,
  resources: readonly Resource[],
  viewer: Viewer,
): EventChange[] {
  const field = resource.fields[change.field]
  if (field === undefined || isHidden(field, viewer)) return []
  const target = resources.find(({ name }) => name === field.target)
  const isPartlyHidden = target !== undefined && target.visible(viewer) !== null
  const isText = viewer.role === 'Executive' && (field.kind.type === 'string' || field.kind.type === 'html')
  return [isPartlyHidden || isText || field.renderFor !== undefined ? { field: change.field } : change]
}

/** Everybody but Administrators needs the name of the resource to know which fields are hidden. */
const changesColumn = (viewer: Viewer): Fragment =>
  seesAll(viewer)
    ? sql`event.changes`
    : sql`'{"resource":"' || event.resource || '","kind":"' || event.kind || '","changes":' || event.changes || '}'`

const kindsOf = (resources: readonly Resource[]): string[] => {
  const actions = resources.flatMap((resource) => Object.keys(resource.actions ?? {}))
  return [...new Set(['created', 'updated', 'deleted', ...actions, ...serverKinds, ...signInKinds])]
}

export function eventResource(resources: readonly Resource[]): Resource {
  const names = [...resources, ...auditedTables.map(({ resource: name }) => ({ name }))].map(({ name }) => name)
  return defineResource('event', {
    doc: 'What happened, in the order in which it was committed: one event per changed record.',
    access: { list: managers, read: managers },
    extensionOperations: ['list', 'read'],
    joins: { person: 'event.personid' },
    recorded: false,
    idCounter: 'event',
    checkQuery: rejectRemovedEvents,
    visible: (viewer) => visibleEvent(viewer, resources),
    fields: {
      date: stored(datetime, { readOnly: true, required: true }),
      personid: stored(recordId, {
        readOnly: true,
        target: 'person',
        hideFrom: executiveOnly,
        doc: 'Who did it; null for a command, the server itself, or someone who was not signed in',
      }),
      person: computedText(fullName('person'), { hideFrom: executiveOnly }),
      channel: stored(plainText(), { readOnly: true, doc: `How: ${channels.join(', ')}` }),
      requestid: stored(plainText(), { readOnly: true, nullable: true, doc: 'The X-Request-Id of the request' }),
      resource: stored(plainText(), { readOnly: true, doc: 'The resource of the changed record' }),
      recordid: stored(recordId, { readOnly: true, required: true, doc: 'The id of the changed record' }),
      projectid: computed(recordId, (viewer) => visibleProjectId(viewer, resources), {
        target: 'project',
        doc: 'The project of the record, if it has one and the caller sees it',
      }),
      kind: stored(plainText(), {
        readOnly: true,
        doc: 'created, updated, deleted, or the name of the action, such as approve',
      }),
      changes: viewerDependentChanges(resources),
      removed: computed(recordCounts, (viewer) => (seesAll(viewer) ? sql`event.removed` : sql`cast(null as text)`), {
        doc: 'The number of records per resource that were deleted with it; for Administrators, because others see only some of them',
      }),
    },
    filters: {
      since: numberFilter(
        'Events after the one with this id; 0 for all',
        ({ slotName }) => sql`event.id > ${slot(slotName)}`,
      ),
      resource: isChoice('resource', names, 'Of the resource'),
      recordid: anyOf('recordid', 'Of the records'),
      projectid: anyOf('projectid', 'Of the projects'),
      personid: anyOf('personid', 'Done by'),
      kind: isChoice('kind', kindsOf(resources), 'Of this kind'),
      channel: isChoice('channel', channels, 'How it was done'),
      datebegin: sinceDay('date', 'On or after, in the time zone of the account'),
      dateend: throughDay('date', 'On or before, in the time zone of the account'),
    },
  })
}

const oldestEvent = statement(sql`select coalesce(
    (select min(event.id) from event where event.accountid = ${accountSlot}),
    (select counter.n + 1 from counter where counter.accountid = ${accountSlot} and counter.name = 'event'), 1)`)

/** A program that continues after events which are no longer kept must know that it has missed some. */
async function rejectRemovedEvents(
  tx: ReadTransaction,
  query: ReadonlyMap<string, string>,
  errors: ValidationErrors,
): Promise<void> {
  const since = query.get('since')
  if (since === undefined || Number(since) === 0) return
  const oldest = Number((await tx.first(oldestEvent))?.[0])
  if (Number(since) < oldest - 1)
    errors.addInvalid('since', since, `is too old: the oldest event that is kept is ${oldest}`)
}

const viewerDependentChanges = (resources: readonly Resource[]) =>
  computedFor(changeList, changesColumn, renderChanges(resources), {
    doc: 'The changed fields with their old and new values. Encrypted fields and passwords have only their name.',
  })

/** The history of a record, for everybody who sees the record. */
export const historyOf = (resource: Resource) => ({
  doc: 'The history of the record: who changed what',
  target: 'event',
  filter: 'recordid',
  fixed: { resource: resource.name },
  forEveryReader: true as const,
})
