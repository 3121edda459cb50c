// Encrypted texts: which columns a write encrypts, with which associated data, and how all of them are re-encrypted
// with a new key. Decryption is part of reading a row (selection.ts); the keys and the cipher are in io/vault.ts.

import type { StoredValue } from '../define/kinds.ts'
import { type Change, changesField, type Resource } from '../define/resource.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import { forUpdateOf } from '../io/dialect.ts'
import type { RekeyResult } from '../io/secret-column.ts'
import { accountSlot, slot, sql, sqlName, statement } from '../io/sql.ts'
import { DecryptionError, isEncrypted, type Vault } from '../io/vault.ts'
import { writePlan } from './write-plan.ts'

/** Binds an encrypted text to one field of one record: it cannot be decrypted anywhere else. */
export const associatedDataFor = (accountid: number, { table }: Resource, field: string, id: number): string =>
  `${table} ${id}, ${field}, account ${accountid}`

/** The columns that a change writes encrypted, or in plain text because it cleared their flag. */
export function encryptedColumns(
  resource: Resource,
  change: Change,
  id: number,
  { vault, written }: { readonly vault: Vault; readonly written: (field: string) => StoredValue },
): Record<string, StoredValue> {
  const columns: Record<string, StoredValue> = {}
  for (const [field, flag] of writePlan(resource).encrypted) {
    if (!Object.hasOwn(change.values, field) && !changesField(change, flag)) continue
    // The text that was open until now must not stay in the files of the database (T-104).
    if (change.previous !== null && changesField(change, flag) && written(flag) === 't') change.tx.eraseOverwritten()
    const text = written(field)
    const associatedData = associatedDataFor(change.tx.accountid, resource, field, id)
    columns[field] = written(flag) === 't' && text !== null ? vault.encrypt(String(text), associatedData) : text
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

/** A message about an encrypted text that the current keys cannot decrypt; null when there is no such text. */
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

/** Tries to decrypt every encrypted text of an account; returns those that fail or were never encrypted. */
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
        const problem = decryptionError(database.vault, text, associatedDataFor(accountid, resource, field, Number(id)))
        if (problem !== undefined) problems.push(problem)
      }
      checked += rows.length
      after = Number(rows.at(-1)?.[0] ?? 0)
      more = rows.length === batchSize
    }
  }
  return { checked, problems }
}

function decryptionError(vault: Vault, text: unknown, associatedData: string): string | undefined {
  if (text === null) return undefined
  if (!isEncrypted(text)) return `${associatedData} is marked as encrypted and is not`
  try {
    vault.decrypt(text, associatedData)
    return undefined
  } catch (error) {
    if (error instanceof DecryptionError) return error.message
    throw error
  }
}

const batchSize = 100

/** Re-encrypts every encrypted text of an account with the first key. A running server may write at the same time. */
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
    const associatedData = associatedDataFor(tx.accountid, resource, field, Number(id))
    try {
      await tx.update(resource.table, Number(id), {
        [field]: vault.encrypt(vault.decrypt(text, associatedData), associatedData),
      })
      count += 1
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error
      failures.push(error.message)
    }
  }
  return { count, failures, last: Number(rows.at(-1)?.[0] ?? 0), read: rows.length }
}
