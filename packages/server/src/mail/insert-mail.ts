// Writes one mail into the outbox, as plain text and as HTML. Who gets which mail is decided in `write-mails.ts`, for
// mails with several notifications in `digest.ts`, for invoices and estimates in `document-mail.ts`.
import { randomUUID } from 'node:crypto'
import { nextId, type WriteTransaction } from '../io/database.ts'
import type { Vault } from '../io/vault.ts'
import { htmlLetter, htmlMail, type MailBody, oneLine, plainLetter, plainMail } from '../kit/mail-body.ts'
import type { AttachedDocument } from './document-mail.ts'
import { mailPlace } from './outbox.ts'

export interface NewMail {
  readonly personid: number
  readonly kind: string
  /** One address, or several separated by a comma and a blank. */
  readonly recipient: string
  readonly recipientname: string
  readonly cc?: string
  readonly replyto?: string
  /** The document that is attached when the mail is sent. */
  readonly document?: AttachedDocument
  readonly subject: string
  /** A letter is a person's own text, which gets neither a greeting nor a footer. */
  readonly body: MailBody | { readonly letter: string }
  /** The domain of its message id. */
  readonly domain: string
  readonly now: string
  /** Encrypts the texts of a mail with a secret while it waits (T-142). */
  readonly vault?: Vault | undefined
}

export function insertMail(tx: WriteTransaction, mail: NewMail): Promise<number> {
  const { document } = mail
  const messageid = `<${randomUUID()}@${mail.domain}>`
  const stored = (text: string): string => mail.vault?.encrypt(text, mailPlace(messageid)) ?? text
  return tx.insert('outbox', {
    id: nextId,
    personid: mail.personid,
    kind: mail.kind,
    recipient: mail.recipient,
    recipientname: oneLine(mail.recipientname),
    subject: oneLine(mail.subject),
    plain: stored('letter' in mail.body ? plainLetter(mail.body.letter) : plainMail(mail.body)),
    html: stored('letter' in mail.body ? htmlLetter(mail.body.letter) : htmlMail(mail.body)),
    cc: mail.cc ?? '',
    replyto: mail.replyto ?? '',
    invoiceid: document?.resource === 'invoice' ? document.id : null,
    estimateid: document?.resource === 'estimate' ? document.id : null,
    revision: document?.revision ?? null,
    messageid,
    datecreated: mail.now,
    heldtill: mail.now,
  })
}
