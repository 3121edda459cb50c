// An invoice as a PDF: reads the data in the transaction that checked its visibility, and renders the file afterwards.
// The file is the same for everybody who sees the invoice: what its sender has checked is what its client gets. The
// layout of the page is in `invoice-layout.ts`.
import type { ReadTransaction, Rendering } from '../define/resource.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { chooseLanguage, type DocumentLanguage, documentTexts, invoiceFileName } from '../kit/document-language.ts'
import { paymentReference } from '../kit/iban.ts'
import { payLink, transferText } from '../kit/payment-code.ts'
import { qrCode } from '../kit/qr-code.ts'
import type { PrintedInvoice, PrintedPayment, PrintedPaymentWays } from '../pdf/printed-invoice.ts'
import { lineOrder } from './invoice-line-order.ts'
import { shownNumber } from './invoice-number.ts'
import { termName } from './invoice-rules.ts'
import { isPaid } from './invoice-totals.ts'
import {
  addressOr,
  amountText,
  linesOf,
  type PrintedFacts,
  printMoney,
  readLines,
  readSender,
  readSums,
  rendererOf,
  sumsOf,
  textOf,
  units,
} from './printed-document.ts'
import { paddedNumber } from './visibility.ts'

const invoiceOf = statement(sql`select ${shownNumber}, invoice.title, invoice.description, invoice.date,
    invoice.datedue, invoice.purchaseorder, invoice.addressfrom, invoice.addressto, invoice.disclaimer,
    ${termName},
    case when invoice.datevoided is not null then 'void' when invoice.draft = 't' then 'draft'
      when invoice.creditof is not null then '' when ${isPaid} then 'paid' else '' end,
    project.name, coalesce(client.name, ''), coalesce(client.address, ''), coalesce(client.language, ''),
    coalesce(invoice.dateissued, ''), coalesce(credited.date, ''),
    coalesce(credited.issuednumber, ${paddedNumber('credited.localid')}, ''), invoice.datebegin, invoice.dateend
  from invoice
  left join invoice credited on credited.accountid = invoice.accountid and credited.id = invoice.creditof
  join invoiceterm on invoiceterm.accountid = invoice.accountid and invoiceterm.id = invoice.termid
  join project on project.accountid = invoice.accountid and project.id = invoice.projectid
  left join client on client.accountid = project.accountid and client.id = project.clientid
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

const paymentsOf = statement(sql`select payment.date, paymenttype.name, ${amountText('payment.amount')} from payment
  join paymenttype on paymenttype.accountid = payment.accountid and paymenttype.id = payment.typeid
  where payment.accountid = ${accountSlot} and payment.invoiceid = ${slot('id')} and payment.amount <> 0
  order by payment.date, payment.id`)

const creditsOf = statement(sql`select ${shownNumber}, invoice.date, ${amountText('invoice.total')} from invoice
  where invoice.accountid = ${accountSlot} and invoice.creditof = ${slot('id')} and invoice.dateissued is not null
    and invoice.datevoided is null order by invoice.date, invoice.id`)

const invoiceSums = sumsOf('invoice', sql`invoice.balance`)
const invoiceLines = linesOf('invoiceitem', 'invoiceid', lineOrder('line'))

const dayOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

async function readPayments(tx: ReadTransaction, id: number): Promise<PrintedPayment[]> {
  return (await tx.all(paymentsOf, { id })).map(([date, type, amount]) => ({
    date: textOf(date),
    type: textOf(type),
    amount: units(amount),
  }))
}

async function readCredits(tx: ReadTransaction, id: number): Promise<PrintedInvoice['credits']> {
  return (await tx.all(creditsOf, { id })).map(([number, date, amount]) => ({
    number: textOf(number),
    date: textOf(date),
    amount: units(amount),
  }))
}

/** How a client can pay what is owed; null if the company has said nothing about it. */
function paymentWays(
  language: DocumentLanguage,
  number: string,
  currency: string,
  balance: bigint,
  company: Readonly<Record<'paylink' | 'iban' | 'bic' | 'holder', string | undefined>>,
): PrintedPaymentWays | null {
  const { paylink = '', iban = '', bic = '', holder = '' } = company
  if ((paylink === '' && iban === '') || balance <= 0n) return null
  const reference = paymentReference(number) ?? ''
  const text = `${documentTexts(language).heading(number)} ${reference}`
  const code =
    currency === 'EUR' && iban !== '' ? transferText({ iban, bic, name: holder, amount: balance, text }) : null
  return { holder, iban, bic, reference, link: payLink(paylink, number, balance, currency), code: code ?? '' }
}

async function readInvoice(tx: ReadTransaction, id: number): Promise<PrintedFacts> {
  const row = (await tx.first(invoiceOf, { id })) ?? []
  const [number, title, description, date, datedue, purchaseorder, from, to, disclaimer] = row.map(textOf)
  const [term, status, project, client, clientaddress, language, dateissued] = row.slice(9).map(textOf)
  const [creditedDate, creditedNumber] = row.slice(16).map(textOf)
  const company = await readSender(tx)
  const { owner, taxnumber, logohash, paylink, iban, bic, accountholder } = company
  const sums = await readSums(tx, invoiceSums, id)
  const shownLanguage = chooseLanguage(textOf(language), company.language)
  const isOwed = textOf(dateissued) !== '' && textOf(status) === ''
  const ways = { paylink, iban, bic, holder: accountholder || owner }
  const facts: PrintedInvoice = {
    language: shownLanguage,
    number: textOf(number),
    estimate: null,
    credited: creditedDate ? { date: creditedDate, number: textOf(creditedNumber) } : null,
    status: textOf(status),
    title: textOf(title),
    description: textOf(description),
    date: textOf(date),
    datedue: textOf(datedue),
    purchaseorder: textOf(purchaseorder),
    term: textOf(term),
    project: textOf(project),
    // Executives do not see the fields of the range. The document has it: it is the time of the supply, which the
    // sender states to the client, and which invoices in many countries must have.
    period: { begin: dayOrNull(row[18]), end: dayOrNull(row[19]) },
    sender: addressOr(textOf(from), owner, company.address),
    recipient: addressOr(textOf(to), textOf(client), textOf(clientaddress)),
    taxnumber,
    disclaimer: textOf(disclaimer),
    lines: await readLines(tx, invoiceLines, id),
    ...sums,
    payment: isOwed ? paymentWays(shownLanguage, textOf(number), sums.currency, sums.balance, ways) : null,
    payments: await readPayments(tx, id),
    credits: await readCredits(tx, id),
  }
  return { facts, logohash }
}

export const renderInvoice = (tx: ReadTransaction, id: number) =>
  rendererOf(
    () => readInvoice(tx, id),
    ({ language, number, credited }) => invoiceFileName(language, number, credited !== null),
    `invoice ${id}`,
  )

export const invoicePdf: Rendering = {
  doc: 'The invoice as a PDF, as its client gets it.',
  mediatype: 'application/pdf',
  prepareRenderer: renderInvoice,
}

const payInfo = statement(sql`select owner.name, company.paymentinfo from account owner
  left join company on company.accountid = ${accountSlot} where owner.id = ${accountSlot}`)

/** What the public page of an invoice shows: what its client sees. */
export async function readPublicInvoice(tx: ReadTransaction, id: number): Promise<Record<string, string>> {
  const { facts } = await readInvoice(tx, id)
  const [company, paymentinfo] = ((await tx.first(payInfo)) ?? []).map(textOf)
  const { language, number, status, title, date, datedue, currency, total, balance, payment, credited } = facts
  return {
    language,
    filename: invoiceFileName(language, number, credited !== null),
    number,
    creditof: credited?.number ?? '',
    status,
    title,
    date,
    datedue,
    currency,
    total: printMoney(total),
    balance: printMoney(balance),
    company: textOf(company),
    paymentinfo: textOf(paymentinfo),
    paylink: payment?.link ?? '',
    iban: payment?.iban ?? '',
    bic: payment?.bic ?? '',
    accountholder: payment?.holder ?? '',
    reference: payment?.reference ?? '',
    qr: payment === null || payment.code === '' ? '' : qrCode(payment.code),
  }
}
