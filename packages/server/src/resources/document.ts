// A document: a file with its versions, of a project, a task, a milestone or a work request. Whoever sees what it belongs to
// sees it; Executives only the public ones. Writing is ours, beyond the reference (decision 49).
import { everyone, type Role, type Viewer } from '../define/actor.ts'
import { computed, fullName, label, placed, placedRef, ref, stored } from '../define/fields.ts'
import {
  amongIds,
  anyOf,
  type FilterUse,
  flag as flagFilter,
  ids,
  isFlag,
  isId,
  oneOf,
  searchIn,
  sinceDay,
  textIs,
  throughDay,
} from '../define/filters.ts'
import { datetime, file, flag, id, integer, text } from '../define/kinds.ts'
import { defineResource, type Resource } from '../define/resource.ts'
import { contains as containsText } from '../io/dialect.ts'
import { account, anyOfThese, type Fragment, name, slot, sql } from '../io/sql.ts'
import { fold } from '../kit/text.ts'
import { download, keepDocumentRules, permitDocumentRemoval, tagList, writeParts } from './document-rules.ts'
import { milestone } from './milestone.ts'
import { request } from './request.ts'
import { task } from './task.ts'
import { both, inVisibleProject, ofVisible, relatedTasks } from './visibility.ts'

const writers: readonly Role[] = ['Administrator', 'Manager', 'Resource']
/** Executives never learn who did the work (decision 33). */
const hideFrom: readonly Role[] = ['Executive']

const searched = ['title', 'notes', 'filename', 'tags']

const itsProject = 'coalesce(document.projectid, task.projectid, milestone.projectid)'

const ofSeen = (key: string, resource: Resource, viewer: Viewer): Fragment =>
  ofVisible(viewer, `document.${key}`, resource) ?? sql`document.${name(key)} is not null`

function visibleDocument(viewer: Viewer): Fragment | null {
  const ofSeenProject = inVisibleProject(viewer, 'document.projectid')
  if (ofSeenProject === null) return null
  const ofSeenThing = anyOfThese([
    ofSeenProject,
    ofSeen('taskid', task, viewer),
    ofSeen('milestoneid', milestone, viewer),
    // What came with a request that has become a task is seen with the task alone.
    sql`document.taskid is null and ${ofSeen('queueid', request, viewer)}`,
  ])
  return both(ofSeenThing, viewer.role === 'Executive' ? sql`document.public = 't'` : null)
}

/** Documents whose task or milestone fits; `part` is that task's or milestone's row. */
const ofPart = (key: string, table: string, condition: Fragment): Fragment =>
  sql`document.${name(key)} in (select part.id from ${name(table)} part where part.accountid = ${account} and ${condition})`

/** Documents of projects, their tasks and their milestones; each condition is on one column, which an index serves. */
const ofProjects = (isOne: (projectid: Fragment) => Fragment): Fragment =>
  anyOfThese([
    isOne(sql`document.projectid`),
    ofPart('taskid', 'task', isOne(sql`part.projectid`)),
    ofPart('milestoneid', 'milestone', isOne(sql`part.projectid`)),
  ])

const among = (column: Fragment, { shape, slotName }: FilterUse): Fragment => amongIds(column, shape, slotName)

export const document = defineResource('document', {
  doc: 'Files of projects, tasks, milestones and work requests, with their versions.',
  access: { list: everyone, read: everyone, create: writers, update: writers, delete: writers },
  ours: ['create', 'update', 'delete'],
  download,
  joins: {
    task: 'document.taskid',
    milestone: 'document.milestoneid',
    project: itsProject,
    client: 'project.clientid',
    projectlabel: 'project.labelid',
    person: 'document.personid',
  },
  visible: visibleDocument,
  fields: {
    file: placed(file, sql`null`, {
      required: true,
      shown: false,
      ours: true,
      doc: 'The file, as a part of a multipart/form-data body; on update it becomes the next version',
    }),
    personid: ref('person', {
      required: true,
      default: (actor) => actor.personid,
      hideFrom,
      doc: 'Who uploaded it; only Administrators may name somebody else',
    }),
    title: stored(text(255), { required: true, default: () => '', doc: "The file's name unless it is given" }),
    notes: stored(text()),
    filename: stored(text(255), { fixed: true, required: true, doc: 'Name of the newest version' }),
    filesize: stored(integer, { fixed: true, required: true, doc: 'Bytes of the newest version' }),
    version: stored(integer, {
      fixed: true,
      required: true,
      ours: true,
      doc: 'Number of the newest version, counted from 1',
    }),
    public: stored(flag, { default: 'f', doc: 'Whether Executives see it' }),
    active: stored(flag, { default: 't' }),
    datecreated: stored(datetime, { fixed: true, default: (actor) => actor.now, doc: 'When it was uploaded first' }),
    datemodified: stored(datetime, { fixed: true, required: true }),
    projectid: placedRef('project', name(itsProject), { doc: 'Its project; that of its task or milestone' }),
    taskid: ref('task'),
    milestoneid: ref('milestone'),
    queueid: ref('request', { doc: 'The work request it came with' }),
    tags: stored(tagList, { doc: 'Comma-separated' }),
    project: label(name('project.name')),
    clientid: computed(id, name('project.clientid')),
    client: label(name('client.name')),
    person: label(fullName('person'), { hideFrom }),
    projectlabel: label(name('projectlabel.name')),
    projectlabel_order: computed(integer, name('projectlabel.priority')),
    projectlabelid: computed(id, name('project.labelid')),
  },
  derived: {
    searchtext: (value) => fold(searched.map((field) => value(field) ?? '').join('\u0001')),
    // Its own project is kept only of a document that is of no task, milestone or request: theirs may change.
    projectid: (value) =>
      ['taskid', 'milestoneid', 'queueid'].some((part) => (value(part) ?? null) !== null) ? null : value('projectid'),
  },
  modified: 'datemodified',
  filters: {
    public: isFlag('public', 'Only documents Executives may see'),
    taskid: anyOf('taskid', 'Documents of the tasks'),
    milestoneid: ids('Documents of the milestones, or of tasks in them', (use) =>
      anyOfThese([among(sql`document.milestoneid`, use), ofPart('taskid', 'task', among(sql`part.milestoneid`, use))]),
    ),
    queueid: anyOf('queueid', 'Documents of the work requests'),
    clientid: ids(
      "Documents of the clients' projects, tasks, milestones",
      (use) =>
        ofProjects(
          (projectid) => sql`${projectid} in (select owned.id from project owned
            where owned.accountid = ${account} and ${among(sql`owned.clientid`, use)})`,
        ),
      { field: 'clientid' },
    ),
    projectid: ids(
      'Documents of the projects, their tasks or milestones',
      (use) => ofProjects((projectid) => among(projectid, use)),
      { field: 'projectid' },
    ),
    moduleid: ids('Documents of tasks having the module', (use) =>
      ofPart('taskid', 'task', among(sql`part.moduleid`, use)),
    ),
    personid: anyOf('personid', 'Originally uploaded by the persons'),
    search: searchIn(`Matches ${searched.join(', ')}`, (use) => [containsText(sql`document.searchtext`, use.slotName)]),
    projectactive: flagFilter(
      'Documents of active projects, or all others',
      () => sql`project.active = 't'`,
      () => sql`project.id is null or project.active = 'f'`,
    ),
    taskassignedorownedby: oneOf(
      'Leaves out documents of tasks that the person neither owns, is assigned to nor follows',
      (use) => sql`document.taskid is null or document.taskid in (select task.id from task
        where task.accountid = ${account} and ${relatedTasks(sql`link.personid = ${slot(use.slotName)}`)})`,
      { hideFrom },
    ),
    tag: textIs(
      'Documents with the tag',
      (use) => sql`document.id in (select documenttag.documentid from documenttag
        where documenttag.accountid = ${account} and documenttag.tag = ${slot(use.slotName)})`,
    ),
    datebegin: sinceDay('datecreated', 'Uploaded on or after'),
    dateend: throughDay('datecreated', 'Uploaded on or before'),
    id: isId('id', 'The document with the id'),
  },
  sorts: {
    id: 'id',
    personid: 'personid',
    title: 'title',
    public: 'public',
    datemodified: 'datemodified',
    active: 'active',
    projectlabelid: 'projectlabelid',
    projectlabel: 'projectlabel',
    projectabel_order: 'projectlabel_order',
    projectlabel_order: 'projectlabel_order',
  },
  before: keepDocumentRules,
  after: writeParts,
  permitRemoval: permitDocumentRemoval,
})
