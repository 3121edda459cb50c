// The public link of an invoice: whoever has it sees this invoice without a sign-in (T-193). It is found by the hash of
// its secret of 256 bits; the secret itself is encrypted, so that people can copy the link again and mails contain it.

import { randomBytes } from 'node:crypto'
import type { Database, ReadTransaction, WriteTransaction } from '../io/database.ts'
import type { SecretColumn } from '../io/secret-column.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { DecryptionError, type Vault } from '../io/vault.ts'
import { tokenHash } from '../kit/token.ts'

const secretBytes = 32

/** The secret is behind the #, which browsers send to no server: no log and no preview of a chat program has it. */
export const publicInvoicePath = (secret: string): string => `app/invoice#${secret}`

export interface InvoiceLink {
  /** Without the address of the server. Null if the key with which it was encrypted is missing. */
  readonly path: string | null
  readonly datecreated: string
  readonly views: number
  readonly lastview: string | null
}

const place = (accountid: number, invoiceid: number): string => `invoice link ${accountid} ${invoiceid}`

const linkOfInvoice = statement(sql`select invoicelink.secret, invoicelink.datecreated, invoicelink.views,
    invoicelink.lastview
  from invoicelink where invoicelink.accountid = ${accountSlot} and invoicelink.invoiceid = ${slot('id')}`)

function openSecret(vault: Vault, stored: string, where: string): string | null {
  try {
    return vault.decrypt(stored, where)
  } catch (error) {
    if (error instanceof DecryptionError) return null
    throw error
  }
}

export async function readInvoiceLink(tx: ReadTransaction, vault: Vault, id: number): Promise<InvoiceLink | null> {
  const row = await tx.first(linkOfInvoice, { id })
  if (row === undefined) return null
  const [stored, datecreated, views, lastview] = row
  const secret = openSecret(vault, String(stored), place(tx.accountid, id))
  return {
    path: secret === null ? null : publicInvoicePath(secret),
    datecreated: String(datecreated),
    views: Number(views),
    lastview: lastview === null ? null : String(lastview),
  }
}

const deleteLink = statement(sql`delete from invoicelink
  where accountid = ${accountSlot} and invoiceid = ${slot('id')}`)

export const removeInvoiceLink = (tx: WriteTransaction, id: number): Promise<void> =>
  tx.run('invoicelink', deleteLink, { id })

/** The one that it had stops working. The caller has locked the invoice. */
export async function replaceInvoiceLink(tx: WriteTransaction, vault: Vault, id: number, now: string): Promise<void> {
  const secret = randomBytes(secretBytes).toString('base64url')
  await removeInvoiceLink(tx, id)
  await tx.insert('invoicelink', {
    invoiceid: id,
    hash: tokenHash(secret),
    secret: vault.encrypt(secret, place(tx.accountid, id)),
    datecreated: now,
  })
}

export async function ensureInvoiceLink(tx: WriteTransaction, vault: Vault, id: number, now: string): Promise<void> {
  const link = await readInvoiceLink(tx, vault, id)
  if (link === null || link.path === null) await replaceInvoiceLink(tx, vault, id, now)
}

const invoiceByHash = statement(sql`select invoicelink.accountid, invoicelink.invoiceid from invoicelink
  join invoice on invoice.accountid = invoicelink.accountid and invoice.id = invoicelink.invoiceid
  where invoicelink.hash = ${slot('hash')} and invoice.dateissued is not null`)

export interface LinkedInvoice {
  readonly accountid: number
  readonly invoiceid: number
}

/** Null for a wrong, replaced or revoked secret. Every text costs one hash and one search in an index. */
export async function findLinkedInvoice(database: Database, secret: string): Promise<LinkedInvoice | null> {
  const row = await database.read(0, (tx) => tx.first(invoiceByHash, { hash: tokenHash(secret) }))
  return row === undefined ? null : { accountid: Number(row[0]), invoiceid: Number(row[1]) }
}

const addView = statement(sql`update invoicelink set views = views + 1, lastview = ${slot('now')}
  where accountid = ${accountSlot} and invoiceid = ${slot('id')}`)

export const countView = (database: Database, { accountid, invoiceid }: LinkedInvoice, now: string): Promise<void> =>
  database.write(accountid, (tx) => tx.run('invoicelink', addView, { id: invoiceid, now }))

export const invoiceLinkSecrets: SecretColumn = {
  table: 'invoicelink',
  column: 'secret',
  keys: ['invoiceid'],
  place: (accountid, invoiceid) => place(accountid, Number(invoiceid)),
}
