// Deletes one record that the caller sees, unless other records refer to it. Its parts (rows that belong to it alone)
// are deleted by the database or by the `beforeRemove` hook.
import type { Actor } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import type { Mailer } from '../define/mailer.ts'
import type { Deletion, Resource } from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { accountSlot, joinFragments, type Statement, slot, sql, sqlName, statement } from '../io/sql.ts'
import type { RecordWriter, WriteRequest } from './write-transaction.ts'

export async function deleteRecord(
  writer: RecordWriter,
  resource: Resource,
  actor: Actor,
  id: number,
  request: WriteRequest,
): Promise<void> {
  let mails = false
  await writer.inTransaction(resource, actor, request, async (tx) => {
    const noticeMailer = (): Mailer | null => {
      mails = true
      return writer.noticeMailer(tx)
    }
    const checkIfMatch = (): Promise<void> => writer.checkIfMatch(resource, tx, actor, id, request)
    await removeRecord(writer, resource, { tx, actor, noticeMailer }, id, checkIfMatch)
    return null
  })
  if (mails) writer.wakeSender()
}

/** Deletes a record in the transaction of a request. `afterLock` runs when nobody else can change it any more. */
export async function removeRecord(
  writer: RecordWriter,
  resource: Resource,
  { tx, actor, noticeMailer }: Pick<Deletion, 'tx' | 'actor' | 'noticeMailer'>,
  id: number,
  afterLock?: () => Promise<void>,
): Promise<void> {
  const { previous, rules } = await writer.lockRecord(resource, 'delete', tx, actor, id, 'closed')
  await afterLock?.()
  await rules.enforce()
  await rejectReferenced(writer, resource, tx, id)
  await rules.enforce('afterReferences')
  await resource.beforeRemove?.({ tx, actor, id, previous, noticeMailer })
  await tx.remove(resource.table, id)
}

/** A record that other records refer to is not deleted; the error says how many of which (decision 47). */
async function rejectReferenced(
  writer: RecordWriter,
  resource: Resource,
  tx: WriteTransaction,
  id: number,
): Promise<void> {
  const referrers = referrersOf(writer, resource)
  const uses: string[] = []
  for (const { noun, statement: countOf } of referrers) {
    const count = Number((await tx.first(countOf, { id }))?.[0] ?? 0)
    if (count > 0) uses.push(`${count} ${noun[count === 1 ? 0 : 1]}`)
  }
  if (uses.length === 0) return
  const verb = uses.length === 1 && uses[0]?.startsWith('1 ') ? 'uses' : 'use'
  throw badRequest(`id: ${resource.name} ${id} cannot be deleted: ${listed.format(uses)} still ${verb} it`)
}

const listed = new Intl.ListFormat('en')

/** Records of one resource that may refer to the deleted one, in their own table or in a table of links. */
interface Referrer {
  readonly noun: readonly [one: string, several: string]
  readonly statement: Statement
}

/** A table that refers to the record, and its column with the id of the record to count. */
interface ReferringTable {
  readonly table: string
  readonly column: string
  readonly counted: string
}

const unnamed: readonly [string, string] = ['other record', 'other records']

const nounOf = ({ noun, name }: Resource): readonly [string, string] => noun ?? [name, `${name}s`]

/** The resource whose records are in the table, or whose links are, with the column of its id. */
function ownerOf(resources: Iterable<Resource>, table: string): { owner: Resource; counted: string } | undefined {
  for (const owner of resources) {
    if (owner.table === table) return { owner, counted: 'id' }
    for (const { from } of Object.values(owner.fields))
      if ('links' in from && from.links.table === table) return { owner, counted: from.links.key }
  }
  return undefined
}

const referrers = new WeakMap<RecordWriter, Map<string, readonly Referrer[]>>()

function referrersOf(writer: RecordWriter, resource: Resource): readonly Referrer[] {
  const known = referrers.get(writer) ?? new Map<string, readonly Referrer[]>()
  referrers.set(writer, known)
  const list = known.get(resource.table) ?? buildReferrers(writer, resource)
  known.set(resource.table, list)
  return list
}

function buildReferrers(writer: RecordWriter, resource: Resource): readonly Referrer[] {
  const tables = new Map<Resource | string, ReferringTable[]>()
  for (const { table, column, part } of writer.database.referencesTo(resource.table)) {
    if (part) continue
    const { owner, counted } = ownerOf(writer.resources.values(), table) ?? { owner: table, counted: column }
    tables.set(owner, [...(tables.get(owner) ?? []), { table, column, counted }])
  }
  return [...tables].map(([owner, referring]) => ({
    noun: typeof owner === 'string' ? unnamed : nounOf(owner),
    statement: countStatement(referring),
  }))
}

/** A record that refers in several ways, such as a task with an owner who is also its assignee, counts once. */
const countStatement = (referring: readonly ReferringTable[]): Statement =>
  statement(
    sql`select count(*) from (${joinFragments(
      referring.map(
        ({ table, column, counted }) => sql`select ${sqlName(counted)} as referrer from ${sqlName(table)}
        where accountid = ${accountSlot} and ${sqlName(column)} = ${slot('id')}`,
      ),
      ' union ',
    )}) referrers`,
  )
