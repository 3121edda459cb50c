// Notes of a project. A secure one is kept encrypted and is there only for Administrators and for members of the project's
// team who were given access to secure notes; for everyone else it does not exist.
import type { Role, Viewer } from '../define/actor.ts'
import { me } from '../define/actor.ts'
import { computed, fullName, label, ref, sequence, stored } from '../define/fields.ts'
import { anyOf, contains, found, isId, searchIn } from '../define/filters.ts'
import { flag, html, id, integer, text } from '../define/kinds.ts'
import { notAllowed } from '../define/refusal.ts'
import { type Change, changes, defineResource, type Removal, after as valueAfter } from '../define/resource.ts'
import { account, type Fragment, name, slot, sql, statement } from '../io/sql.ts'
import { tellOfProjectNote } from './mail-note.ts'
import { refuseSilenced, written } from './note-rules.ts'
import { both, inVisibleProject, seesAll } from './visibility.ts'

const writers: readonly Role[] = ['Administrator', 'Manager', 'Resource']

const securedProjects: Fragment = sql`(select member.projectid from projectteam member
  where member.accountid = ${account} and member.personid = ${me} and member.securenotes = 't')`

const openTo = (viewer: Viewer): Fragment | null =>
  seesAll(viewer) ? null : sql`projectnote.secure = 'f' or projectnote.projectid in ${securedProjects}`

const hasSecureAccess = statement(sql`select 1 from projectteam member where member.accountid = ${account}
  and member.personid = ${me} and member.projectid = ${slot('projectid')} and member.securenotes = 't'`)

/** Nobody locks a note that they could not open themselves. */
async function keepSecureAccess(change: Change): Promise<void> {
  const { tx, actor, id: noteid } = change
  if (seesAll(actor) || valueAfter(change, 'secure') !== 't') return
  if (noteid !== null && !changes(change, 'secure') && !changes(change, 'projectid')) return
  const projectid = valueAfter(change, 'projectid')
  if ((await tx.first(hasSecureAccess, { me: actor.personid, projectid })) === undefined)
    throw notAllowed('secure: you have no access to the secure notes of this project')
}

function keepToOwn({ actor, was }: Pick<Removal, 'actor'> & Pick<Change, 'was'>): void {
  if (!seesAll(actor) && was?.authorid !== actor.personid)
    throw notAllowed('projectnote: only its author and Administrators may change or delete a note')
}

export const projectnote = defineResource('projectnote', {
  doc: 'Notes of a project, secure ones among them.',
  access: { list: writers, read: writers, create: writers, update: writers, delete: writers },
  joins: {
    project: 'projectnote.projectid',
    client: 'project.clientid',
    author: ['person', 'projectnote.authorid'],
  },
  visible: (viewer) => both(inVisibleProject(viewer, 'projectnote.projectid'), openTo(viewer)),
  fields: {
    localid: sequence('projectnote', integer, { doc: 'Human-readable number' }),
    projectid: ref('project', { required: true, doc: 'New notes only on active projects' }),
    clientid: computed(id, name('project.clientid')),
    title: stored(text(255), { required: true, doc: 'Never encrypted: it can be searched for' }),
    note: stored(html, { required: true, encryptedIf: 'secure' }),
    secure: stored(flag, {
      required: true,
      default: 'f',
      doc: "'t' keeps the note encrypted and shows it only to people with access to the project's secure notes",
    }),
    authorid: written.authorid({ hideFrom: [] }),
    author: label(fullName('author')),
    date: written.date,
    datemodified: written.datemodified,
    project: label(name('project.name')),
    client: label(name('client.name')),
  },
  modified: 'datemodified',
  filters: {
    localid: anyOf('localid', 'By note number'),
    clientid: anyOf('clientid', "Of the clients' projects"),
    projectid: anyOf('projectid', 'Of the projects'),
    authorid: anyOf('authorid', 'Written by'),
    title: contains('title', 'Title containing the string'),
    search: searchIn('Matches title, and the text of what is not secure', (use) => [
      found(sql`projectnote.title`, use),
      sql`projectnote.secure = 'f' and ${found(sql`projectnote.note`, use)}`,
    ]),
    noteid: isId('id', 'One note by id'),
  },
  before: async (change) => {
    if (change.id === null) await refuseSilenced(change)
    else keepToOwn(change)
    await keepSecureAccess(change)
  },
  tell: tellOfProjectNote,
  permitRemoval: async (removal) => keepToOwn(removal),
})
