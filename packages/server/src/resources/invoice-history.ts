// The automatic notes of an invoice: made, issued, voided, paid. A change of its own fields leaves its note through the
// engine, like that of a task; these tell of what happened to it otherwise.
import type { Actor } from '../define/actor.ts'
import { actorValues } from '../define/actor.ts'
import { money } from '../define/kinds.ts'
import type { ChangedField } from '../define/resource.ts'
import { nextId, type WriteTransaction } from '../io/database.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { recount, status } from './invoice-money.ts'

export async function noteOn(
  tx: WriteTransaction,
  actor: Actor,
  invoiceid: number,
  title: string,
  changed: readonly ChangedField[] = [],
): Promise<void> {
  await tx.insert('invoicenote', {
    id: nextId,
    invoiceid,
    authorid: actor.personid,
    title,
    date: actor.now,
    datemodified: actor.now,
    changes: JSON.stringify(changed),
  })
}

const standing = statement(sql`select invoice.payments, invoice.balance, ${status} from invoice
  where invoice.accountid = ${account} and invoice.id = ${slot('id')}`)

const told: readonly (readonly [field: string, label: string])[] = [
  ['payments', 'Payments'],
  ['balance', 'Balance'],
  ['status', 'Status'],
]

async function standingOf(tx: WriteTransaction, actor: Actor, id: number): Promise<string[]> {
  const [payments, balance, word] = (await tx.first(standing, { ...actorValues(actor), id })) ?? []
  return [payments, balance].map((amount) => money.print(Number(amount ?? 0)) ?? '').concat(String(word))
}

/** Adds an invoice up again because its payments changed, and notes what that made of it. */
export async function recountPaid(tx: WriteTransaction, actor: Actor, id: number, title: string | null): Promise<void> {
  const before = await standingOf(tx, actor, id)
  await recount(tx, id)
  if (title === null) return
  const after = await standingOf(tx, actor, id)
  const changed = told.flatMap(([field, label], at): ChangedField[] => {
    const [was = '', now = ''] = [before[at], after[at]]
    return was === now ? [] : [{ field, label, was, now }]
  })
  await noteOn(tx, actor, id, title, changed)
}
