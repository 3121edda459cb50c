// The public links of invoices and estimates: whoever has one sees its document without a sign-in (T-193). It is found
// by the hash of its secret of 256 bits; the secret itself is encrypted, so that people can copy the link again and
// mails contain it. Each resource has a table of its own, so a secret of one opens nothing of the other (T-275).

import { randomBytes } from 'node:crypto'
import type { Database, ReadTransaction, WriteTransaction } from '../io/database.ts'
import { lookUpFirst, lookup } from '../io/lookup.ts'
import type { SecretColumn } from '../io/secret-column.ts'
import { accountSlot, type Fragment, slot, sql, sqlName, statement } from '../io/sql.ts'
import { DecryptionError, type Vault } from '../io/vault.ts'
import { tokenHash } from '../kit/token.ts'

const secretBytes = 32

export type DocumentResource = 'invoice' | 'estimate'

export interface DocumentLink {
  /** Without the address of the server. Null if the key with which it was encrypted is missing. */
  readonly path: string | null
  readonly datecreated: string
  readonly views: number
  readonly lastview: string | null
}

export interface LinkedDocument {
  readonly accountid: number
  readonly id: number
}

function openSecret(vault: Vault, stored: string, where: string): string | null {
  try {
    return vault.decrypt(stored, where)
  } catch (error) {
    if (error instanceof DecryptionError) return null
    throw error
  }
}

const statementsOf = (resource: DocumentResource, isPublic: Fragment) => {
  const [table, owner, key] = [sqlName(`${resource}link`), sqlName(resource), sqlName(`${resource}id`)]
  const ofDocument = sql`accountid = ${accountSlot} and ${key} = ${slot('id')}`
  return {
    read: statement(sql`select secret, datecreated, views, lastview from ${table} where ${ofDocument}`),
    remove: statement(sql`delete from ${table} where ${ofDocument}`),
    find: lookup(
      `${resource}link`,
      (account) => sql`select link.accountid, link.${key} from ${table} link
      join ${owner} on ${owner}.accountid = link.accountid and ${owner}.id = link.${key}
      where link.hash = ${slot('hash')} and ${account} and ${isPublic}`,
      'link',
    ),
    addView: statement(sql`update ${table} set views = views + 1, lastview = ${slot('now')} where ${ofDocument}`),
  }
}

export class DocumentLinks {
  readonly resource: DocumentResource
  readonly #table: string
  readonly #statements: ReturnType<typeof statementsOf>

  /** `isPublic` is true for the documents whose links work. */
  constructor(resource: DocumentResource, isPublic: Fragment) {
    this.resource = resource
    this.#table = `${resource}link`
    this.#statements = statementsOf(resource, isPublic)
  }

  /** For the change of the server's key. */
  get secrets(): SecretColumn {
    return {
      table: this.#table,
      column: 'secret',
      keys: [`${this.resource}id`],
      place: (accountid, id) => this.#place(accountid, Number(id)),
    }
  }

  async read(tx: ReadTransaction, vault: Vault, id: number): Promise<DocumentLink | null> {
    const row = await tx.first(this.#statements.read, { id })
    if (row === undefined) return null
    const [stored, datecreated, views, lastview] = row
    const secret = openSecret(vault, String(stored), this.#place(tx.accountid, id))
    return {
      // The secret is behind the #, which browsers send to no server: no log and no preview of a chat program has it.
      path: secret === null ? null : `app/${this.resource}#${secret}`,
      datecreated: String(datecreated),
      views: Number(views),
      lastview: lastview === null ? null : String(lastview),
    }
  }

  remove(tx: WriteTransaction, id: number): Promise<void> {
    return tx.run(this.#table, this.#statements.remove, { id })
  }

  /** The one that it had stops working. The caller has locked the document. */
  async replace(tx: WriteTransaction, vault: Vault, id: number, now: string): Promise<void> {
    const secret = randomBytes(secretBytes).toString('base64url')
    await this.remove(tx, id)
    await tx.insert(this.#table, {
      [`${this.resource}id`]: id,
      hash: tokenHash(secret),
      secret: vault.encrypt(secret, this.#place(tx.accountid, id)),
      datecreated: now,
    })
  }

  async ensure(tx: WriteTransaction, vault: Vault, id: number, now: string): Promise<void> {
    const link = await this.read(tx, vault, id)
    if (link === null || link.path === null) await this.replace(tx, vault, id, now)
  }

  /** Null for a wrong, replaced or revoked secret. Every text costs one hash and one search in an index. */
  async find(database: Database, secret: string): Promise<LinkedDocument | null> {
    const row = await lookUpFirst(database, this.#statements.find, { hash: tokenHash(secret) })
    return row === undefined ? null : { accountid: Number(row[0]), id: Number(row[1]) }
  }

  countView(database: Database, { accountid, id }: LinkedDocument, now: string): Promise<void> {
    return database.write(accountid, (tx) => tx.run(this.#table, this.#statements.addView, { id, now }))
  }

  #place(accountid: number, id: number): string {
    return `${this.resource} link ${accountid} ${id}`
  }
}

export const documentLinks: Readonly<Record<DocumentResource, DocumentLinks>> = {
  invoice: new DocumentLinks('invoice', sql`invoice.dateissued is not null`),
  estimate: new DocumentLinks('estimate', sql`estimate.state <> 'draft'`),
}
