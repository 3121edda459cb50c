// The rules of documents: who may write which, the one thing a document belongs to, its versions and its tags. A file that
// came with a write is a new version, numbered while the document is locked, and the newest is what the document shows.
import type { Actor } from '../define/actor.ts'
import { type Kind, text } from '../define/kinds.ts'
import { notAllowed, Unfit } from '../define/refusal.ts'
import { type Change, changes, type Download, type Removal, after as valueAfter } from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { fold } from '../kit/text.ts'
import { WireFile } from '../kit/wire-tree.ts'

const tagsLimit = 500

const tagsIn = (tags: string): string[] => (tags === '' ? [] : tags.split(','))

/** Tags in one text, each once whatever its case: "plan,draft". */
export const tagList: Kind = {
  ...text(tagsLimit),
  parse: (wire) => {
    const read = text(tagsLimit).parse(wire)
    if (typeof read !== 'string') return read
    if (/[\t\r\n]/.test(read)) return new Unfit('has a line break or a tab, which a tag cannot have')
    const tags = new Map<string, string>()
    for (const tag of tagsIn(read).map((part) => part.trim())) {
      if (tag !== '' && !tags.has(fold(tag))) tags.set(fold(tag), tag)
    }
    return tags.size === 0 ? null : [...tags.values()].join(',')
  },
}

function refuseOthers(actor: Actor, personid: unknown, verb: string): void {
  if (actor.role === 'Resource' && personid !== actor.personid) {
    throw notAllowed(`document: a Resource may ${verb} only the documents they uploaded`)
  }
}

function keepUploader(change: Change): void {
  const { actor, was } = change
  if (was !== null) refuseOthers(actor, was.personid, 'change')
  const named = was === null ? valueAfter(change, 'personid') !== actor.personid : changes(change, 'personid')
  if (named && actor.role !== 'Administrator') {
    throw notAllowed('personid: only Administrators may say that somebody else uploaded a document')
  }
}

const parts = ['taskid', 'milestoneid', 'queueid'] as const
const places = 'projectid, taskid, milestoneid or queueid'

/** One place at a time: naming another one moves the document there; without its task or milestone it stays in the project. */
function keepPlace(change: Change): void {
  const { values, was, faults } = change
  const named = ['projectid', ...parts].filter((field) => (values[field] ?? null) !== null)
  if (named.length > 1)
    for (const field of named) faults.add(field, `a document belongs to one thing: name one of ${places}`)
  const [place] = named
  if (place !== undefined) {
    for (const part of parts) if (part !== place) values[part] = null
    return
  }
  const isPart = parts.some((part) => valueAfter(change, part) !== null)
  if (isPart) delete values.projectid
  else if ((was?.projectid ?? null) === null || values.projectid === null) {
    faults.add('projectid', `a document belongs to something: one of ${places} is required`)
  }
}

function takeFile({ values, was }: Change): void {
  const { file } = values
  if (!(file instanceof WireFile)) return
  values.filename = file.parts.filename
  values.filesize = file.parts.filesize
  values.version = Number(was?.version ?? 0) + 1
  if (was === null && values.title === '') values.title = file.parts.filename
}

export function keepDocumentRules(change: Change): void {
  keepUploader(change)
  keepPlace(change)
  takeFile(change)
}

const removeTags = statement(
  sql`delete from documenttag where accountid = ${account} and documentid = ${slot('documentid')}`,
)

export async function writeParts(change: Change, documentid: number): Promise<void> {
  const { tx, actor, values, was } = change
  if (values.file instanceof WireFile) {
    const { filename, filesize, mediatype, hash } = values.file.parts
    const version = { version: Number(values.version), personid: actor.personid, date: actor.now }
    await tx.insert('documentversion', { id: nextId, documentid, ...version, filename, filesize, mediatype, hash })
  }
  if (!changes(change, 'tags')) return
  if (was !== null) await tx.run('documenttag', removeTags, { documentid })
  for (const tag of tagsIn(String(values.tags ?? ''))) await tx.insert('documenttag', { documentid, tag: fold(tag) })
}

export async function permitDocumentRemoval({ actor, was }: Removal): Promise<void> {
  refuseOthers(actor, was.personid, 'delete')
}

const columns = sql`version.filename, version.filesize, version.mediatype, version.hash from documentversion version
  where version.accountid = ${account} and version.documentid = ${slot('id')}`
const newest = statement(sql`select ${columns} order by version.version desc limit 1`)
const numbered = statement(sql`select ${columns} and version.version = ${slot('version')}`)

export const download: Download = {
  doc: 'The file itself: its newest version, or the one that version names.',
  find: async (tx, id, version) => {
    const row = await (version === null ? tx.first(newest, { id }) : tx.first(numbered, { id, version }))
    if (row === undefined) return undefined
    const [filename, filesize, mediatype, hash] = row
    return {
      filename: String(filename),
      filesize: Number(filesize),
      mediatype: String(mediatype),
      hash: String(hash),
    }
  },
}
