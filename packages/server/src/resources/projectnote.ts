// Notes of a project. A secure note is stored encrypted. Only Administrators and team members with access to secure
// notes see it; for everyone else it does not exist.
import { me, staff, type Viewer } from '../define/actor.ts'
import { forbidden } from '../define/api-error.ts'
import { computed, computedText, fullName, ref, sequence, stored } from '../define/fields.ts'
import { anyOf, equalsId } from '../define/filters.ts'
import { flag, html, integer, plainText, recordId } from '../define/kinds.ts'
import { type Change, changesField, defineResource, valueAfter } from '../define/resource.ts'
import { matchesSearch, searchedColumn, searchFilter, textContains } from '../define/search-filters.ts'
import { accountSlot, type Fragment, slot, sql, sqlName, statement } from '../io/sql.ts'
import { notifyProjectNote } from '../mail/note-mails.ts'
import { authorFields, byAuthor, requireCommentPermission } from './note-rules.ts'
import { bothConditions, inVisibleProject, seesAll } from './visibility.ts'

const writers = staff

const secureNoteProjects: Fragment = sql`(select member.projectid from projectteam member
  where member.accountid = ${accountSlot} and member.personid = ${me} and member.securenotes = 't')`

const secureNoteCondition = (viewer: Viewer): Fragment | null =>
  seesAll(viewer) ? null : sql`projectnote.secure = 'f' or projectnote.projectid in ${secureNoteProjects}`

const hasSecureAccess = statement(sql`select 1 from projectteam member where member.accountid = ${accountSlot}
  and member.personid = ${me} and member.projectid = ${slot('projectid')} and member.securenotes = 't'`)

/** Only a person who can read secure notes may make a note secure. Otherwise they would lose access to it. */
async function requireSecureAccess(change: Change): Promise<void> {
  const { tx, actor, id: noteid } = change
  if (seesAll(actor) || valueAfter(change, 'secure') !== 't') return
  if (noteid !== null && !changesField(change, 'secure') && !changesField(change, 'projectid')) return
  const projectid = valueAfter(change, 'projectid')
  if ((await tx.first(hasSecureAccess, { me: actor.personid, projectid })) === undefined)
    throw forbidden('secure: you do not have access to the secure notes of this project')
}

export const projectnote = defineResource('projectnote', {
  noun: ['project note', 'project notes'],
  doc: 'Notes of a project, secure ones among them.',
  access: { list: writers, read: writers, create: writers, update: writers, delete: writers },
  joins: {
    project: 'projectnote.projectid',
    client: 'project.clientid',
    author: ['person', 'projectnote.authorid'],
  },
  visible: (viewer) => bothConditions(inVisibleProject(viewer, 'projectnote.projectid'), secureNoteCondition(viewer)),
  allowed: { update: [byAuthor('projectnote')], delete: [byAuthor('projectnote')] },
  fields: {
    localid: sequence('projectnote', integer, { doc: 'Human-readable number' }),
    projectid: ref('project', { required: true, doc: 'New notes only on active projects' }),
    clientid: computed(recordId, sqlName('project.clientid'), { target: 'client' }),
    title: stored(plainText(255), { required: true, doc: 'Never encrypted: it can be searched for' }),
    note: stored(html, { required: true, encryptedIf: 'secure' }),
    secure: stored(flag, {
      required: true,
      default: 'f',
      doc: "'t' keeps the note encrypted and shows it only to people with access to the project's secure notes",
    }),
    authorid: authorFields.authorid({ hideFrom: [] }),
    author: computedText(fullName('author')),
    date: authorFields.date,
    datemodified: authorFields.datemodified,
    project: computedText(sqlName('project.name')),
    client: computedText(sqlName('client.name')),
  },
  modifiedColumn: 'datemodified',
  inSearch: { title: ['title'], context: 'project', only: sql`projectnote.secure = 'f'` },
  filters: {
    localid: anyOf('localid', 'By note number'),
    clientid: anyOf('clientid', "Of the clients' projects"),
    projectid: anyOf('projectid', 'Of the projects'),
    authorid: anyOf('authorid', 'Written by'),
    title: textContains('title', 'Title containing the string'),
    search: searchFilter('Matches title, and the text of what is not secure', (use) => [
      searchedColumn(use, 'title'),
      // There is no index of the text: an index could keep parts of a text after it was made secure.
      {
        ...searchedColumn(use, 'note'),
        matches: sql`projectnote.secure = 'f' and ${matchesSearch(sql`projectnote.note`, use)}`,
      },
    ]),
    noteid: equalsId('id', 'One note by id'),
  },
  before: async (change) => {
    if (change.id === null) await requireCommentPermission(change)
    await requireSecureAccess(change)
  },
  notify: notifyProjectNote,
})
