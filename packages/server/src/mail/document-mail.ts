// What the mails with invoices and estimates share: filling a template, and the row in the outbox. The row names the
// document; its file is made when the mail is sent, because what was sent does not change.
import type { Actor } from '../define/actor.ts'
import { addressesIn } from '../define/email-list.ts'
import type { Mailer } from '../define/mailer.ts'
import type { WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { isEmailAddress } from '../kit/email.ts'
import type { DocumentResource } from './document-link.ts'
import { firstEmail } from './email-contact.ts'
import { insertMail } from './insert-mail.ts'

/** Replaces the words in braces. A word that is none of them stays as it is. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{([a-z]+)\}/g, (whole, word: string) =>
    Object.hasOwn(values, word) ? String(values[word]) : whole,
  )

/** The template without the lines that have the word. */
export const withoutLinesOf = (template: string, word: string): string =>
  template
    .split('\n')
    .filter((line) => !line.includes(`{${word}}`))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')

/** The document that is attached to a mail. */
export interface AttachedDocument {
  readonly resource: DocumentResource
  readonly id: number
  /** Of an estimate: the mail is not sent if it has another one by then. */
  readonly revision: number | null
}

export interface DocumentMail {
  readonly document: AttachedDocument
  /** Lists of addresses as they are stored. */
  readonly to: string
  readonly cc: string
  readonly subject: string
  readonly text: string
}

const ownAddress = statement(sql`select ${firstEmail} from person
  where person.accountid = ${accountSlot} and person.id = ${slot('personid')}`)

/** Replies go to the person who sends it, because nobody reads the mails of the server. */
export async function writeDocumentMail(
  tx: WriteTransaction,
  actor: Actor,
  site: NonNullable<Mailer['site']>,
  { document, to, cc, subject, text }: DocumentMail,
): Promise<void> {
  const [address] = (await tx.first(ownAddress, { personid: actor.personid })) ?? []
  const copies = addressesIn(cc).filter((copy) => !addressesIn(to).includes(copy))
  await insertMail(tx, {
    personid: actor.personid,
    kind: document.resource,
    recipient: to,
    recipientname: '',
    cc: copies.join(', '),
    replyto: typeof address === 'string' && isEmailAddress(address) ? address : '',
    document,
    subject,
    body: { letter: text },
    domain: site.domain,
    now: actor.now,
  })
}
