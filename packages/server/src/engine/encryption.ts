// Texts kept encrypted: which columns a write puts under lock, where each of them belongs, and how all of them come under a
// new key. Opening one is part of reading its row (selection.ts); the keys and the cipher are the vault's.
import type { Stored } from '../define/kinds.ts'
import { type Change, changes, type Resource } from '../define/resource.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import { forUpdateOf } from '../io/dialect.ts'
import { account, name, slot, sql, statement } from '../io/sql.ts'
import { isSealed, SealBroken, type Vault } from '../io/vault.ts'
import { writePlan } from './write-plan.ts'

/** Where an encrypted text belongs: it opens for this field of this record and nowhere else. */
export const placeOf = (accountid: number, { table }: Resource, field: string, id: number): string =>
  `${table} ${id}, ${field}, account ${accountid}`

/** The columns that a change writes encrypted, or in the clear again because it turned their flag off. */
export function encryptedColumns(
  resource: Resource,
  change: Change,
  id: number,
  { vault, written }: { readonly vault: Vault; readonly written: (field: string) => Stored },
): Record<string, Stored> {
  const columns: Record<string, Stored> = {}
  for (const [field, flag] of writePlan(resource).encrypted) {
    if (!Object.hasOwn(change.values, field) && !changes(change, flag)) continue
    const text = written(field)
    const place = placeOf(change.tx.accountid, resource, field, id)
    columns[field] = written(flag) === 't' && text !== null ? vault.seal(String(text), place) : text
  }
  return columns
}

interface Kept {
  readonly resource: Resource
  readonly field: string
  readonly flag: string
}

const keptIn = (resources: Iterable<Resource>): Kept[] =>
  [...resources].flatMap((resource) =>
    writePlan(resource).encrypted.map(([field, flag]) => ({ resource, field, flag })),
  )

/** A sentence about an encrypted text that the keys at hand do not open; null when one of each kind opens, or there is none. */
export async function lostKey(database: Database, resources: Iterable<Resource>): Promise<string | null> {
  for (const { resource, field, flag } of keptIn(resources)) {
    const [table, column] = [name(resource.table), name(field)]
    const one = statement(sql`select accountid, id, ${column} from ${table} where ${name(flag)} = 't' limit 1`)
    const [accountid, id, text] = (await database.read(0, (tx) => tx.first(one))) ?? []
    if (!isSealed(text)) continue
    try {
      database.vault.open(text, placeOf(Number(accountid), resource, field, Number(id)))
    } catch (error) {
      if (error instanceof SealBroken) return error.message
      throw error
    }
  }
  return null
}

/** Tries to open every encrypted text of an account, and tells of those that do not open or were never encrypted. */
export async function openAll(
  database: Database,
  resources: Iterable<Resource>,
  accountid: number,
): Promise<{ checked: number; faults: string[] }> {
  const faults: string[] = []
  let checked = 0
  for (const { resource, field, flag } of keptIn(resources)) {
    const [table, column] = [name(resource.table), name(field)]
    const next = statement(sql`select id, ${column} from ${table} where accountid = ${account}
      and ${name(flag)} = 't' and id > ${slot('after')} order by id limit ${sql.lit(atOnce)}`)
    for (let after = 0, more = true; more; ) {
      const rows = await database.readApart(accountid, (tx) => tx.all(next, { after }))
      for (const [id, text] of rows) {
        const fault = faultOfText(database.vault, text, placeOf(accountid, resource, field, Number(id)))
        if (fault !== undefined) faults.push(fault)
      }
      checked += rows.length
      after = Number(rows.at(-1)?.[0] ?? 0)
      more = rows.length === atOnce
    }
  }
  return { checked, faults }
}

function faultOfText(vault: Vault, text: unknown, place: string): string | undefined {
  if (text === null) return undefined
  if (!isSealed(text)) return `${place} is marked as encrypted and is not`
  try {
    vault.open(text, place)
    return undefined
  } catch (error) {
    if (error instanceof SealBroken) return error.message
    throw error
  }
}

export interface Renewed {
  readonly count: number
  /** What did not open, each in a sentence; it stays as it is. */
  readonly lost: readonly string[]
}

const atOnce = 100

/** Puts every encrypted text of an account under the first key. A running server may write at the same time. */
export async function renewKeys(
  database: Database,
  resources: Iterable<Resource>,
  accountid: number,
): Promise<Renewed> {
  const lost: string[] = []
  let count = 0
  for (const kept of keptIn(resources)) {
    const { resource, field, flag } = kept
    const [table, column] = [name(resource.table), name(field)]
    const next = statement(sql`select id, ${column} from ${table} where accountid = ${account}
      and ${name(flag)} = 't' and id > ${slot('after')} order by id limit ${sql.lit(atOnce)}${forUpdateOf(resource.table)}`)
    for (let after = 0, more = true; more; ) {
      const done = await database.write(accountid, async (tx) => {
        const rows = await tx.all(next, { after })
        return renewRows(tx, kept, database.vault, rows)
      })
      count += done.count
      lost.push(...done.lost)
      after = done.last
      more = done.read === atOnce
    }
  }
  return { count, lost }
}

async function renewRows(
  tx: WriteTransaction,
  { resource, field }: Kept,
  vault: Vault,
  rows: readonly (readonly unknown[])[],
): Promise<Renewed & { last: number; read: number }> {
  const lost: string[] = []
  let count = 0
  for (const [id, text] of rows) {
    if (!isSealed(text) || vault.isFresh(text)) continue
    const place = placeOf(tx.accountid, resource, field, Number(id))
    try {
      await tx.update(resource.table, Number(id), { [field]: vault.seal(vault.open(text, place), place) })
      count += 1
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      lost.push(error.message)
    }
  }
  return { count, lost, last: Number(rows.at(-1)?.[0] ?? 0), read: rows.length }
}
