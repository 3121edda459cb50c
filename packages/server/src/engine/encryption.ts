// Texts kept encrypted: which columns a write puts under lock, where each of them belongs, and how all of them come under a
// new key. Opening one is part of reading its row (selection.ts); the keys and the cipher are the vault's.
import type { StoredValue } from '../define/kinds.ts'
import { type Change, changesField, type Resource } from '../define/resource.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import { forUpdateOf } from '../io/dialect.ts'
import { accountSlot, slot, sql, sqlName, statement } from '../io/sql.ts'
import { DecryptionError, isEncrypted, type Vault } from '../io/vault.ts'
import { writePlan } from './write-plan.ts'

/** Where an encrypted text belongs: it opens for this field of this record and nowhere else. */
export const associatedDataFor = (accountid: number, { table }: Resource, field: string, id: number): string =>
  `${table} ${id}, ${field}, account ${accountid}`

/** The columns that a change writes encrypted, or in the clear again because it turned their flag off. */
export function encryptedColumns(
  resource: Resource,
  change: Change,
  id: number,
  { vault, written }: { readonly vault: Vault; readonly written: (field: string) => StoredValue },
): Record<string, StoredValue> {
  const columns: Record<string, StoredValue> = {}
  for (const [field, flag] of writePlan(resource).encrypted) {
    if (!Object.hasOwn(change.values, field) && !changesField(change, flag)) continue
    const text = written(field)
    const place = associatedDataFor(change.tx.accountid, resource, field, id)
    columns[field] = written(flag) === 't' && text !== null ? vault.encrypt(String(text), place) : text
  }
  return columns
}

interface EncryptedField {
  readonly resource: Resource
  readonly field: string
  readonly flag: string
}

const encryptedFieldsOf = (resources: Iterable<Resource>): EncryptedField[] =>
  [...resources].flatMap((resource) =>
    writePlan(resource).encrypted.map(([field, flag]) => ({ resource, field, flag })),
  )

/** A sentence about an encrypted text that the keys at hand do not open; null when one of each kind opens, or there is none. */
export async function findUndecryptable(database: Database, resources: Iterable<Resource>): Promise<string | null> {
  for (const { resource, field, flag } of encryptedFieldsOf(resources)) {
    const [table, column] = [sqlName(resource.table), sqlName(field)]
    const one = statement(sql`select accountid, id, ${column} from ${table} where ${sqlName(flag)} = 't' limit 1`)
    const [accountid, id, text] = (await database.read(0, (tx) => tx.first(one))) ?? []
    if (!isEncrypted(text)) continue
    try {
      database.vault.decrypt(text, associatedDataFor(Number(accountid), resource, field, Number(id)))
    } catch (error) {
      if (error instanceof DecryptionError) return error.message
      throw error
    }
  }
  return null
}

/** Tries to open every encrypted text of an account, and tells of those that do not open or were never encrypted. */
export async function checkEncryptedTexts(
  database: Database,
  resources: Iterable<Resource>,
  accountid: number,
): Promise<{ checked: number; problems: string[] }> {
  const problems: string[] = []
  let checked = 0
  for (const { resource, field, flag } of encryptedFieldsOf(resources)) {
    const [table, column] = [sqlName(resource.table), sqlName(field)]
    const next = statement(sql`select id, ${column} from ${table} where accountid = ${accountSlot}
      and ${sqlName(flag)} = 't' and id > ${slot('after')} order by id limit ${sql.lit(batchSize)}`)
    for (let after = 0, more = true; more; ) {
      const rows = await database.readOffloaded(accountid, (tx) => tx.all(next, { after }))
      for (const [id, text] of rows) {
        const fault = decryptionError(database.vault, text, associatedDataFor(accountid, resource, field, Number(id)))
        if (fault !== undefined) problems.push(fault)
      }
      checked += rows.length
      after = Number(rows.at(-1)?.[0] ?? 0)
      more = rows.length === batchSize
    }
  }
  return { checked, problems }
}

function decryptionError(vault: Vault, text: unknown, place: string): string | undefined {
  if (text === null) return undefined
  if (!isEncrypted(text)) return `${place} is marked as encrypted and is not`
  try {
    vault.decrypt(text, place)
    return undefined
  } catch (error) {
    if (error instanceof DecryptionError) return error.message
    throw error
  }
}

export interface RekeyResult {
  readonly count: number
  /** What did not open, each in a sentence; it stays as it is. */
  readonly failures: readonly string[]
}

const batchSize = 100

/** Puts every encrypted text of an account under the first key. A running server may write at the same time. */
export async function rekeyAccount(
  database: Database,
  resources: Iterable<Resource>,
  accountid: number,
): Promise<RekeyResult> {
  const failures: string[] = []
  let count = 0
  for (const kept of encryptedFieldsOf(resources)) {
    const { resource, field, flag } = kept
    const [table, column] = [sqlName(resource.table), sqlName(field)]
    const next = statement(sql`select id, ${column} from ${table} where accountid = ${accountSlot}
      and ${sqlName(flag)} = 't' and id > ${slot('after')} order by id limit ${sql.lit(batchSize)}${forUpdateOf(resource.table)}`)
    for (let after = 0, more = true; more; ) {
      const done = await database.write(accountid, async (tx) => {
        const rows = await tx.all(next, { after })
        return rekeyRows(tx, kept, database.vault, rows)
      })
      count += done.count
      failures.push(...done.failures)
      after = done.last
      more = done.read === batchSize
    }
  }
  return { count, failures }
}

async function rekeyRows(
  tx: WriteTransaction,
  { resource, field }: EncryptedField,
  vault: Vault,
  rows: readonly (readonly unknown[])[],
): Promise<RekeyResult & { last: number; read: number }> {
  const failures: string[] = []
  let count = 0
  for (const [id, text] of rows) {
    if (!isEncrypted(text) || vault.usesCurrentKey(text)) continue
    const place = associatedDataFor(tx.accountid, resource, field, Number(id))
    try {
      await tx.update(resource.table, Number(id), { [field]: vault.encrypt(vault.decrypt(text, place), place) })
      count += 1
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error
      failures.push(error.message)
    }
  }
  return { count, failures, last: Number(rows.at(-1)?.[0] ?? 0), read: rows.length }
}
