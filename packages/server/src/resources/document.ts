// A document: a file with its versions, of a project, a task, a milestone or a work request. Who sees that record sees
// the document; Executives see only public ones. Writing documents is an extension of the reference (decision 49).
// Executives attach public documents to open requests (ADR 49).
import { allRoles, executiveOnly, type Viewer } from '../define/actor.ts'
import {
  computed,
  computedText,
  computedWritable,
  computedWritableRef,
  fullName,
  ref,
  stored,
} from '../define/fields.ts'
import {
  anyOf,
  equalsId,
  type FilterContext,
  flagFilter,
  idFilter,
  idMatches,
  idsFilter,
  isFlag,
  sinceDay,
  textFilter,
  throughDay,
} from '../define/filters.ts'
import { datetime, file, flag, integer, plainText, recordId } from '../define/kinds.ts'
import { defineResource, type Resource } from '../define/resource.ts'
import { searchedColumn, searchFilter } from '../define/search-filters.ts'
import { containsText } from '../io/dialect.ts'
import { accountSlot, anyCondition, type Fragment, slot, sql, sqlName } from '../io/sql.ts'
import { searchForm } from '../kit/text.ts'
import {
  checkParent,
  documentDownload,
  enforceDocumentRules,
  ownDocument,
  requireAttachment,
  tagList,
  writeVersionAndTags,
} from './document-rules.ts'
import { milestone } from './milestone.ts'
import { request } from './request.ts'
import { task } from './task.ts'
import { bothConditions, inVisibleProject, refersToVisible, relatedTasks } from './visibility.ts'

/** Executives do not see who did the work (decision 33). */
const hideFrom = executiveOnly
/** Their documents are public and belong to requests (requireAttachment). */
const fixedFor = executiveOnly

const searchedFields = ['title', 'notes', 'filename', 'tags']

const documentProjectId = 'coalesce(document.projectid, task.projectid, milestone.projectid)'

const belongsToVisible = (key: string, resource: Resource, viewer: Viewer): Fragment =>
  refersToVisible(viewer, `document.${key}`, resource) ?? sql`document.${sqlName(key)} is not null`

function visibleDocument(viewer: Viewer): Fragment | null {
  const ofVisibleProject = inVisibleProject(viewer, 'document.projectid')
  if (ofVisibleProject === null) return null
  const ofVisibleParent = anyCondition([
    ofVisibleProject,
    belongsToVisible('taskid', task, viewer),
    belongsToVisible('milestoneid', milestone, viewer),
    // Documents of an accepted request belong to its task, so only the task decides.
    sql`document.taskid is null and ${belongsToVisible('queueid', request, viewer)}`,
  ])
  return bothConditions(ofVisibleParent, viewer.role === 'Executive' ? sql`document.public = 't'` : null)
}

/** Documents whose task or milestone matches `condition`, in which `part` is the row of that task or milestone. */
const throughParent = (key: string, table: string, condition: Fragment): Fragment =>
  sql`document.${sqlName(key)} in (select part.id from ${sqlName(table)} part where part.accountid = ${accountSlot} and ${condition})`

/**
 * Documents of projects, their tasks and their milestones. Each condition is on one column, so that an index is used.
 */
const inProjects = (matches: (projectid: Fragment) => Fragment): Fragment =>
  anyCondition([
    matches(sql`document.projectid`),
    throughParent('taskid', 'task', matches(sql`part.projectid`)),
    throughParent('milestoneid', 'milestone', matches(sql`part.projectid`)),
  ])

const matchesIds = (column: Fragment, { variant, slotName }: FilterContext): Fragment =>
  idMatches(column, variant, slotName)

export const document = defineResource('document', {
  doc: 'Files of projects, tasks, milestones and work requests, with their versions.',
  access: { list: allRoles, read: allRoles, create: allRoles, update: allRoles, delete: allRoles },
  extensionOperations: ['create', 'update', 'delete'],
  download: documentDownload,
  joins: {
    task: 'document.taskid',
    milestone: 'document.milestoneid',
    project: documentProjectId,
    client: 'project.clientid',
    projectlabel: 'project.labelid',
    person: 'document.personid',
  },
  visible: visibleDocument,
  allowed: { update: [ownDocument('change')], delete: [ownDocument('delete')] },
  fields: {
    file: computedWritable(file, sql`null`, {
      required: true,
      shown: false,
      extension: true,
      doc: 'The file, as a part of a multipart/form-data body; on update it becomes the next version',
    }),
    personid: ref('person', {
      required: true,
      default: (actor) => actor.personid,
      hideFrom,
      doc: 'Who uploaded it; only Administrators can name someone else',
    }),
    title: stored(plainText(255), { required: true, default: () => '', doc: "The file's name unless it is given" }),
    notes: stored(plainText()),
    filename: stored(plainText(255), { readOnly: true, required: true, doc: 'Name of the newest version' }),
    filesize: stored(integer, { readOnly: true, required: true, doc: 'Bytes of the newest version' }),
    version: stored(integer, {
      readOnly: true,
      required: true,
      extension: true,
      doc: 'Number of the newest version, counted from 1',
    }),
    public: stored(flag, {
      default: ({ role }) => (fixedFor.includes(role) ? 't' : 'f'),
      fixedFor,
      doc: "Whether Executives see it: 'f' unless it is sent; documents of Executives are always public",
    }),
    active: stored(flag, { default: 't' }),
    datecreated: stored(datetime, { readOnly: true, default: (actor) => actor.now, doc: 'When it was uploaded first' }),
    datemodified: stored(datetime, { readOnly: true, required: true }),
    projectid: computedWritableRef('project', sqlName(documentProjectId), {
      doc: 'Its project; that of its task or milestone',
      fixedFor,
    }),
    taskid: ref('task', { fixedFor }),
    milestoneid: ref('milestone', { fixedFor }),
    queueid: ref('request', { doc: 'The work request it came with' }),
    tags: stored(tagList, { doc: 'Comma-separated' }),
    project: computedText(sqlName('project.name')),
    clientid: computed(recordId, sqlName('project.clientid'), { target: 'client' }),
    client: computedText(sqlName('client.name')),
    person: computedText(fullName('person'), { hideFrom }),
    projectlabel: computedText(sqlName('projectlabel.name')),
    projectlabel_order: computed(integer, sqlName('projectlabel.priority')),
    projectlabelid: computed(recordId, sqlName('project.labelid'), { target: 'projectlabel' }),
  },
  derivedColumns: {
    searchtext: (value) => searchForm(searchedFields.map((field) => value(field) ?? '').join('\u0001')),
    // Stored only without a task, milestone or request: the project of those may change later.
    projectid: (value) =>
      ['taskid', 'milestoneid', 'queueid'].some((part) => (value(part) ?? null) !== null) ? null : value('projectid'),
  },
  modifiedColumn: 'datemodified',
  inSearch: { title: ['title'], context: 'project' },
  filters: {
    public: isFlag('public', 'Only documents Executives may see'),
    taskid: anyOf('taskid', 'Documents of the tasks'),
    milestoneid: idsFilter(
      'Documents of the milestones, or of tasks in them',
      (use) =>
        anyCondition([
          matchesIds(sql`document.milestoneid`, use),
          throughParent('taskid', 'task', matchesIds(sql`part.milestoneid`, use)),
        ]),
      { target: 'milestone' },
    ),
    queueid: anyOf('queueid', 'Documents of the work requests'),
    clientid: idsFilter(
      "Documents of the clients' projects, tasks, milestones",
      (use) =>
        inProjects(
          (projectid) => sql`${projectid} in (select owned.id from project owned
            where owned.accountid = ${accountSlot} and ${matchesIds(sql`owned.clientid`, use)})`,
        ),
      { field: 'clientid' },
    ),
    projectid: idsFilter(
      'Documents of the projects, their tasks or milestones',
      (use) => inProjects((projectid) => matchesIds(projectid, use)),
      { field: 'projectid' },
    ),
    moduleid: idsFilter(
      'Documents of tasks having the module',
      (use) => throughParent('taskid', 'task', matchesIds(sql`part.moduleid`, use)),
      { target: 'module' },
    ),
    personid: anyOf('personid', 'Originally uploaded by the persons'),
    search: searchFilter(`Matches ${searchedFields.join(', ')}`, (use) => [
      { ...searchedColumn(use, 'searchtext'), matches: containsText(sql`document.searchtext`, use.slotName) },
    ]),
    projectactive: flagFilter(
      'Documents of active projects, or all others',
      () => sql`project.active = 't'`,
      () => sql`project.id is null or project.active = 'f'`,
    ),
    taskassignedorownedby: idFilter(
      'Leaves out documents of tasks that the person neither owns, is assigned to nor follows',
      (use) => sql`document.taskid is null or document.taskid in (select task.id from task
        where task.accountid = ${accountSlot} and ${relatedTasks(sql`link.personid = ${slot(use.slotName)}`)})`,
      { target: 'person', hideFrom },
    ),
    tag: textFilter(
      'Documents with the tag',
      (use) => sql`document.id in (select documenttag.documentid from documenttag
        where documenttag.accountid = ${accountSlot} and documenttag.tag = ${slot(use.slotName)})`,
    ),
    datebegin: sinceDay('datecreated', 'Uploaded on or after'),
    dateend: throughDay('datecreated', 'Uploaded on or before'),
    id: equalsId('id', 'The document with the id'),
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
  resolveFields: (change) => (fixedFor.includes(change.actor.role) ? requireAttachment(change) : checkParent(change)),
  before: enforceDocumentRules,
  after: writeVersionAndTags,
})
