// The mail with an invoice: its subject and text from a template, and its row in the outbox. The row names the invoice;
// the file is made when the mail is sent, because an issued invoice does not change.
import type { Actor } from '../define/actor.ts'
import { addressesIn } from '../define/email-list.ts'
import type { Mailer } from '../define/mailer.ts'
import type { ReadTransaction, WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { chooseLanguage, type DocumentTexts, documentTexts, invoiceFileName } from '../kit/document-language.ts'
import { isEmailAddress } from '../kit/email.ts'
import { inGroups, paymentReference } from '../kit/iban.ts'
import { payLink } from '../kit/payment-code.ts'
import { firstEmail } from './email-contact.ts'
import { insertMail } from './insert-mail.ts'

export const templateWords = [
  'number',
  'title',
  'project',
  'client',
  'company',
  'total',
  'balance',
  'due',
  'reference',
  'paylink',
] as const

type TemplateValues = Readonly<Record<(typeof templateWords)[number], string>>

/** Replaces the words in braces. A word that is none of them stays as it is. */
const fillTemplate = (template: string, values: TemplateValues): string =>
  template.replaceAll(/\{([a-z]+)\}/g, (whole, word: string) =>
    Object.hasOwn(values, word) ? String(values[word as keyof typeof values]) : whole,
  )

/** Without an address to pay at, the lines with its word are left out. */
const withoutPayLink = (template: string): string =>
  template
    .split('\n')
    .filter((line) => !line.includes('{paylink}'))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')

const templateRow = statement(sql`select invoice.localid, invoice.title, project.name, client.name, account.name,
    cast(invoice.total as text), cast(invoice.balance as text), invoice.datedue, invoice.currency,
    client.language, company.language, invoice.issuednumber, company.paylink,
    case when invoice.creditof is null then '' else 't' end
  from invoice
  join account on account.id = invoice.accountid
  join project on project.accountid = invoice.accountid and project.id = invoice.projectid
  left join client on client.accountid = project.accountid and client.id = project.clientid
  left join company on company.accountid = invoice.accountid
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

const templateValues = (row: readonly unknown[], { formats }: DocumentTexts): TemplateValues => {
  const [localid, title, project, client, company, total, balance, due, currency, , , issuednumber, paylink, credit] =
    row
  const number = String(issuednumber) || String(localid).padStart(5, '0')
  const amount = (units: unknown): string => `${formats.number(BigInt(String(units)), 4, 2)} ${currency}`.trim()
  return {
    number,
    title: String(title),
    project: String(project),
    client: String(client),
    company: String(company),
    total: amount(total),
    balance: amount(balance),
    due: formats.date(String(due)),
    reference: inGroups(paymentReference(number) ?? ''),
    paylink: credit === 't' ? '' : payLink(String(paylink), number, BigInt(String(balance)), String(currency)),
  }
}

/** Which of the built-in texts a mail has where the company has none of its own. */
export type BuiltInMail = 'mail' | 'reminder'

/**
 * The subject and text of a mail about an existing invoice. The built-in texts are in the language of the client; the
 * company's own ones stay as they are, with amounts and dates in the company's language. They ask for money, so a mail
 * with a credit note always has the built-in ones. It does not check who may see the invoice.
 */
export async function writeLetter(
  tx: ReadTransaction,
  id: number,
  kind: BuiltInMail,
  own: { readonly subject: string; readonly text: string },
): Promise<{ subject: string; text: string; filename: string }> {
  const row = ((await tx.first(templateRow, { id })) ?? []).map((value) => value ?? '')
  const [ofClient = '', ofCompany = ''] = row.slice(9).map(String)
  const language = chooseLanguage(ofClient, ofCompany)
  const texts = documentTexts(language)
  const builtIn = templateValues(row, texts)
  const inOwn = templateValues(row, documentTexts(chooseLanguage(ofCompany)))
  const forPayment = (template: string): string =>
    builtIn.paylink === '' && template.includes('{paylink}') ? withoutPayLink(template) : template
  const isCreditNote = row[13] === 't'
  const fill = (part: 'subject' | 'text'): string => {
    if (isCreditNote) return fillTemplate(texts.credit.mail[part], builtIn)
    return own[part] === ''
      ? fillTemplate(forPayment(texts[kind][part]), builtIn)
      : fillTemplate(forPayment(own[part]), inOwn)
  }
  const filename = invoiceFileName(language, builtIn.number, isCreditNote)
  return { subject: fill('subject'), text: fill('text'), filename }
}

export interface InvoiceMail {
  readonly invoiceid: number
  /** Lists of addresses as they are stored. */
  readonly to: string
  readonly cc: string
  readonly subject: string
  readonly text: string
}

const ownAddress = statement(sql`select ${firstEmail} from person
  where person.accountid = ${accountSlot} and person.id = ${slot('personid')}`)

/** Replies go to the person who sends it, because nobody reads the mails of the server. */
export async function writeInvoiceMail(
  tx: WriteTransaction,
  actor: Actor,
  site: NonNullable<Mailer['site']>,
  { invoiceid, to, cc, subject, text }: InvoiceMail,
): Promise<void> {
  const [address] = (await tx.first(ownAddress, { personid: actor.personid })) ?? []
  const copies = addressesIn(cc).filter((copy) => !addressesIn(to).includes(copy))
  await insertMail(tx, {
    personid: actor.personid,
    kind: 'invoice',
    recipient: to,
    recipientname: '',
    cc: copies.join(', '),
    replyto: typeof address === 'string' && isEmailAddress(address) ? address : '',
    invoiceid,
    subject,
    body: { letter: text },
    domain: site.domain,
    now: actor.now,
  })
}
