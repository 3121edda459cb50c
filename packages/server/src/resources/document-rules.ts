// The rules of documents: who may write which, the one record a document belongs to, its versions and its tags. A file
// that is uploaded with a write becomes a new version, numbered while the document is locked. The document shows its
// newest one.
import { me } from '../define/actor.ts'
import { forbidden, Invalid } from '../define/api-error.ts'
import { type Kind, plainText } from '../define/kinds.ts'
import {
  type Change,
  changesField,
  type Download,
  type FieldChange,
  type RecordRule,
  valueAfter,
} from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { fold } from '../kit/text.ts'
import { WireFile } from '../kit/wire-tree.ts'
import { visibleRequest } from './request-rules.ts'

const maxTagsLength = 500

const splitTags = (tags: string): string[] => (tags === '' ? [] : tags.split(','))

/** Tags as one comma-separated text, such as "plan,draft". Duplicates are removed, ignoring case. */
export const tagList: Kind = {
  ...plainText(maxTagsLength),
  parse: (wire) => {
    const value = plainText(maxTagsLength).parse(wire)
    if (typeof value !== 'string') return value
    if (/[\t\r\n]/.test(value)) return new Invalid('must not contain line breaks or tabs')
    const tags = new Map<string, string>()
    for (const tag of splitTags(value).map((part) => part.trim())) {
      if (tag !== '' && !tags.has(fold(tag))) tags.set(fold(tag), tag)
    }
    return tags.size === 0 ? null : [...tags.values()].join(',')
  },
}

const uploadedByMe = sql`document.personid = ${me}`
/** Accepting a request gives its documents to the task. */
const ofOpenRequest = sql`document.queueid is not null and document.taskid is null`

export const ownDocument = (verb: string): RecordRule => ({
  where: ({ role }) =>
    role === 'Resource' ? uploadedByMe : role === 'Executive' ? sql`${uploadedByMe} and ${ofOpenRequest}` : null,
  error: ({ actor: { role } }) =>
    forbidden(
      role === 'Executive'
        ? `document: an Executive can ${verb} only documents they uploaded to a request, until it is accepted`
        : `document: a Resource can ${verb} only documents they uploaded`,
    ),
})

function checkUploader(change: Change): void {
  const { actor, previous } = change
  const namesOther =
    previous === null ? valueAfter(change, 'personid') !== actor.personid : changesField(change, 'personid')
  if (namesOther && actor.role !== 'Administrator') {
    throw forbidden('personid: only an Administrator can name someone else as the uploader')
  }
}

const parentFields = ['taskid', 'milestoneid', 'queueid'] as const
const parentFieldNames = 'projectid, taskid, milestoneid or queueid'

/**
 * A document has one parent. Naming another one moves it; when its task or milestone is cleared, it stays in the
 * project.
 */
export function checkParent(change: FieldChange): void {
  const { values, previous, errors } = change
  if (['projectid', ...parentFields].some((field) => change.invalid.has(field))) return
  const named = ['projectid', ...parentFields].filter((field) => (values[field] ?? null) !== null)
  if (named.length > 1)
    for (const field of named)
      errors.add(field, `a document belongs to one record; send only one of ${parentFieldNames}`)
  const [parent] = named
  if (parent !== undefined) {
    for (const field of parentFields) if (field !== parent) values[field] = null
    return
  }
  const hasOtherParent = parentFields.some((field) => valueAfter(change, field) !== null)
  if (hasOtherParent) delete values.projectid
  else if ((previous?.projectid ?? null) === null || values.projectid === null) {
    errors.add('projectid', `send one of ${parentFieldNames}`)
  }
}

/**
 * The document of an Executive belongs to a request and is public: their client's projects, tasks and milestones have
 * the documents that staff show to them (ADR 49).
 */
export function requireAttachment(change: FieldChange): void {
  const { values, errors, invalid } = change
  for (const field of ['projectid', 'taskid', 'milestoneid']) {
    if ((values[field] ?? null) === null) continue
    errors.addInvalid(field, String(values[field]), 'an Executive can attach documents only to requests; send queueid')
  }
  if (!invalid.has('queueid') && valueAfter(change, 'queueid') === null)
    errors.addOnce('queueid', 'send the request that the document belongs to')
  if (values.public === 'f') errors.addInvalid('public', 'f', 'documents of Executives are always public')
}

const acceptedRequest = statement(sql`select 1 from task where task.accountid = ${accountSlot}
  and task.queueid = ${slot('id')} and exists (select 1 from request where request.accountid = ${accountSlot}
    and request.id = ${slot('id')} and ${visibleRequest({ role: 'Executive', restricted: false }) ?? sql`1 = 1`})`)

/**
 * The lock excludes an acceptance, which would leave the document behind. Nothing is said about a request that the
 * caller does not see (T-281).
 */
async function requireOpenRequest(change: Change): Promise<void> {
  const { tx, actor, values, errors } = change
  const id = values.queueid
  if (actor.role !== 'Executive' || typeof id !== 'number' || !changesField(change, 'queueid')) return
  await tx.lock('request', id, 'shared')
  if ((await tx.first(acceptedRequest, { id, me: actor.personid })) !== undefined)
    errors.addInvalid('queueid', String(id), 'is accepted, so files can no longer be attached to it')
}

function applyUploadedFile({ values, previous }: Change): void {
  const { file } = values
  if (!(file instanceof WireFile)) return
  values.filename = file.parts.filename
  values.filesize = file.parts.filesize
  values.version = Number(previous?.version ?? 0) + 1
  if (previous === null && values.title === '') values.title = file.parts.filename
}

export async function enforceDocumentRules(change: Change): Promise<void> {
  checkUploader(change)
  applyUploadedFile(change)
  await requireOpenRequest(change)
}

const deleteTags = statement(
  sql`delete from documenttag where accountid = ${accountSlot} and documentid = ${slot('documentid')}`,
)

export async function writeVersionAndTags(change: Change, documentid: number): Promise<void> {
  const { tx, actor, values, previous } = change
  if (values.file instanceof WireFile) {
    const { filename, filesize, mediatype, hash } = values.file.parts
    const version = { version: Number(values.version), personid: actor.personid, date: actor.now }
    await tx.insert('documentversion', { id: nextId, documentid, ...version, filename, filesize, mediatype, hash })
  }
  if (!changesField(change, 'tags')) return
  if (previous !== null) await tx.run('documenttag', deleteTags, { documentid })
  for (const tag of splitTags(String(values.tags ?? ''))) await tx.insert('documenttag', { documentid, tag: fold(tag) })
}

const versionColumns = sql`version.filename, version.filesize, version.mediatype, version.hash from documentversion version
  where version.accountid = ${accountSlot} and version.documentid = ${slot('id')}`
const newestVersion = statement(sql`select ${versionColumns} order by version.version desc limit 1`)
const versionByNumber = statement(sql`select ${versionColumns} and version.version = ${slot('version')}`)

export const documentDownload: Download = {
  doc: 'The file itself: its newest version, or the one that version names.',
  find: async (tx, id, version) => {
    const row = await (version === null ? tx.first(newestVersion, { id }) : tx.first(versionByNumber, { id, version }))
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
