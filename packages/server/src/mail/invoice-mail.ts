// The subject and text of a mail with an invoice, from a template. Its row in the outbox is written in
// `document-mail.ts`.
import type { ReadTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { chooseLanguage, type DocumentTexts, documentTexts, invoiceFileName } from '../kit/document-language.ts'
import { inGroups, paymentReference } from '../kit/iban.ts'
import { payLink } from '../kit/payment-code.ts'
import { fillTemplate, withoutLinesOf } from './document-mail.ts'

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
  // Without an address to pay at, the lines with its word are left out.
  const forPayment = (template: string): string =>
    builtIn.paylink === '' && template.includes('{paylink}') ? withoutLinesOf(template, 'paylink') : template
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
