// Columns with secrets of the server itself, such as the key of an authenticator app, and how they are encrypted anew
// with a new key. Encrypted fields of resources are in engine/encryption.ts.
import type { Database } from './database.ts'
import { accountSlot, allConditions, joinFragments, slot, sql, sqlName, statement } from './sql.ts'
import { DecryptionError, isEncrypted } from './vault.ts'

export interface SecretColumn {
  readonly table: string
  readonly column: string
  /** The columns that identify a row of an account. */
  readonly keys: readonly string[]
  /** What binds the text to its row. */
  place(accountid: number, ...keys: unknown[]): string
}

export interface RekeyResult {
  readonly count: number
  /** One message for each text that could not be decrypted; it is left unchanged. */
  readonly failures: readonly string[]
}

/** Encrypts the texts of an account with the first key. A text that is replaced meanwhile has that key already. */
export async function rekeyColumn(database: Database, accountid: number, secret: SecretColumn): Promise<RekeyResult> {
  const { vault } = database
  const [table, column] = [sqlName(secret.table), sqlName(secret.column)]
  const keys = secret.keys.map(sqlName)
  const stored = statement(sql`select ${joinFragments([column, ...keys])} from ${table}
    where accountid = ${accountSlot}`)
  const isRow = keys.map((key, at) => sql`${key} = ${slot(`key${at}`)}`)
  const replace = statement(sql`update ${table} set ${column} = ${slot('now')}
    where accountid = ${accountSlot} and ${column} = ${slot('was')} and ${allConditions(isRow)}`)
  return database.write(accountid, async (tx) => {
    const failures: string[] = []
    let count = 0
    for (const [was, ...key] of await tx.all(stored)) {
      if (!isEncrypted(was) || vault.usesCurrentKey(was)) continue
      const place = secret.place(accountid, ...key)
      try {
        const now = vault.encrypt(vault.decrypt(was, place), place)
        const named = Object.fromEntries(key.map((value, at) => [`key${at}`, value]))
        await tx.run(secret.table, replace, { ...named, was, now })
        count += 1
      } catch (error) {
        if (!(error instanceof DecryptionError)) throw error
        failures.push(error.message)
      }
    }
    return { count, failures }
  })
}
