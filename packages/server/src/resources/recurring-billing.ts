// Bills one period of a recurring invoice: the invoice, its lines, its issue and its mail are one transaction with the
// row of the period, which is locked. So a period has one invoice at most, whoever bills it and whatever fails (T-245).
import { managers, serverId } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import type { ActionContext, CreateAction, RecordRule, UpdateAction } from '../define/resource.ts'
import type { Row, WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { chooseLanguage, documentTexts } from '../kit/document-language.ts'
import { isEmailAddress } from '../kit/email.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { writeLetter } from '../mail/invoice-mail.ts'
import { administratorIds } from '../mail/recipients.ts'
import { tellOfCreatedInvoice } from '../mail/recurring-mails.ts'
import { issueInvoice } from './invoice-actions.ts'
import { addCustomLine, customLineOf, sentPercent, sentText } from './invoice-copies.ts'
import { addExpenses } from './invoice-expenses.ts'
import { mailInvoice } from './invoice-sending.ts'
import { recalculateTotals } from './invoice-totals.ts'

/** A period on which nobody has decided yet. */
export const openPeriod: RecordRule = {
  where: () => sql`recurringperiod.state in ('due', 'waiting')`,
  error: ({ previous: { state } }) => badRequest(`id: this period is already ${state}`),
}

const templateOf = statement(sql`select recurring.projectid, recurring.title, recurring.description,
    recurring.addressfrom, recurring.addressto, recurring.purchaseorder, recurring.disclaimer, recurring.termid,
    recurring.tax, recurring.secondtax, recurring.secondtaxcompound, recurring.includetime, recurring.excludeunapproved,
    recurring.delivery, client.language, company.language, recurring.includeexpenses
  from recurringinvoice recurring
  join project on project.accountid = recurring.accountid and project.id = recurring.projectid
  left join client on client.accountid = project.accountid and client.id = project.clientid
  left join company on company.accountid = recurring.accountid
  where recurring.accountid = ${accountSlot} and recurring.id = ${slot('id')}`)

const readTemplate = async ({ tx, previous }: ActionContext): Promise<Row> =>
  (await tx.first(templateOf, { id: Number(previous.recurringinvoiceid) })) ?? []

const longestName = 255

/** Replaces {period} by the days of the period. */
function withPeriod({ previous }: ActionContext, template: Row): (stored: unknown) => string {
  const { formats } = documentTexts(chooseLanguage(sentText(template[14]), sentText(template[15])))
  const days = formats.dateRange(sentText(previous.period), sentText(previous.periodend))
  return (stored) => sentText(stored).replaceAll('{period}', days)
}

const shortened = (name: string): string => [...name].slice(0, longestName).join('')

/** What the recurring invoice and its period decide. */
const decidedFields = [
  ...['projectid', 'title', 'description', 'termid', 'termother', 'termotherdatedue', 'addressfrom', 'addressto'],
  ...['purchaseorder', 'disclaimer', 'tax', 'secondtax', 'secondtaxcompound', 'draft', 'datebegin', 'dateend'],
  ...['excludefuture', 'excludeunapproved'],
]

async function prepareInvoice(act: ActionContext): Promise<Readonly<Record<string, WireValue>>> {
  const template = await readTemplate(act)
  const [projectid, title, description, addressfrom, addressto, purchaseorder, disclaimer, termid] = template
  const [tax, secondtax, secondtaxcompound, includetime, excludeunapproved] = template.slice(8)
  const fill = withPeriod(act, template)
  const { period, periodend } = act.previous
  const range = {
    datebegin: sentText(period),
    dateend: sentText(periodend),
    excludeunapproved: sentText(excludeunapproved),
  }
  return {
    projectid: sentText(projectid),
    date: act.actor.today,
    termid: sentText(termid),
    title: shortened(fill(title)),
    description: fill(description),
    addressfrom: sentText(addressfrom),
    addressto: sentText(addressto),
    purchaseorder: sentText(purchaseorder),
    disclaimer: sentText(disclaimer),
    tax: sentPercent(tax),
    secondtax: sentPercent(secondtax),
    secondtaxcompound: sentText(secondtaxcompound),
    draft: 't',
    ...(includetime === 't' ? range : {}),
  }
}

const fixedLines = statement(sql`select line.name, line.description, line.quantity, line.rate, line.amount
  from recurringinvoiceitem line where line.accountid = ${accountSlot} and line.recurringinvoiceid = ${slot('id')}
  order by line.id`)

async function addFixedLines(act: ActionContext, invoiceid: number, template: Row): Promise<void> {
  const { tx, previous } = act
  const fill = withPeriod(act, template)
  for (const row of await tx.all(fixedLines, { id: Number(previous.recurringinvoiceid) })) {
    const line = customLineOf(row)
    const words = { name: shortened(fill(line.name)), description: fill(line.description) }
    await addCustomLine(tx, invoiceid, { ...line, ...words })
  }
}

const newInvoice = statement(sql`select invoice.localid, invoice.numitems, invoice.sentto, client.invoiceto,
    client.invoicecc, client.email, company.invoicesubject, company.invoicetext from invoice
  join project on project.accountid = invoice.accountid and project.id = invoice.projectid
  left join client on client.accountid = project.accountid and client.id = project.clientid
  left join company on company.accountid = invoice.accountid
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

/** Replies to a mail of the server go to the first Administrator, as for reminders. */
async function senderOf(tx: WriteTransaction, { actor }: ActionContext): Promise<number> {
  if (actor.personid !== serverId) return actor.personid
  const [first] = await administratorIds(tx)
  if (first === undefined) throw badRequest('mail: the account has no active Administrator who could send it')
  return first
}

/** To the recipients of the client's last invoice, else to the address of the client. */
async function sendNewInvoice(act: ActionContext, id: number): Promise<void> {
  const { tx, actor } = act
  const [, , , invoiceto, invoicecc, email, subject, body] = (await tx.first(newInvoice, { id })) ?? []
  const address = sentText(email).trim()
  const to = sentText(invoiceto) || (isEmailAddress(address) ? address : '')
  if (to === '') throw badRequest('mail: the client has no email address; enter one, or send an invoice by hand first')
  const letter = await writeLetter(tx, id, 'mail', { subject: sentText(subject), text: sentText(body) })
  const values = {
    to,
    cc: sentText(invoiceto) === '' ? '' : sentText(invoicecc),
    subject: letter.subject,
    text: letter.text,
  }
  const sender = { ...actor, personid: await senderOf(tx, act) }
  await mailInvoice({ ...act, actor: sender, id, previous: { sentto: '' }, values })
}

async function finishBilling(act: ActionContext, invoiceid: number): Promise<void> {
  const { tx, id, actor, previous } = act
  const template = await readTemplate(act)
  await addFixedLines(act, invoiceid, template)
  if (template[16] === 't')
    await addExpenses(tx, {
      invoiceid,
      projectid: Number(template[0]),
      datebegin: sentText(previous.period),
      dateend: sentText(previous.periodend),
      ids: null,
    })
  await recalculateTotals(tx, invoiceid)
  const [localid, lines] = (await tx.first(newInvoice, { id: invoiceid })) ?? []
  if (Number(lines) === 0) throw badRequest('id: there is nothing to bill in this period; skip it')
  const delivery = sentText(template[13])
  if (delivery !== 'draft') {
    for (const kind of ['created', 'issue', ...(delivery === 'send' ? ['mail'] : [])])
      tx.nameEvent({ resource: 'invoice', id: invoiceid, kind })
    await issueInvoice({ ...act, id: invoiceid, previous: { creditof: null, localid: Number(localid) } })
  }
  if (delivery === 'send') await sendNewInvoice(act, invoiceid)
  await tx.update('recurringperiod', id, { state: 'created', reason: '', invoiceid })
  if (actor.channel === 'schedule') {
    const about = { recurringid: Number(previous.recurringinvoiceid), invoiceid }
    await tellOfCreatedInvoice({ tx, actor, mailer: act.noticeMailer() ?? act.mailer }, about)
  }
}

export const billPeriod: CreateAction = {
  doc: 'Creates the invoice of the period now, as its recurring invoice says: a draft, issued, or issued and sent. The body may have its date',
  roles: managers,
  creates: 'invoice',
  alsoWrites: ['invoiceitem'],
  decided: { fields: decidedFields, reason: 'comes from the recurring invoice; change it there, or in the draft' },
  prepare: prepareInvoice,
  afterCreate: finishBilling,
}

export const skipPeriod: UpdateAction = {
  doc: 'Decides that the period gets no invoice',
  roles: managers,
  run: ({ tx, id }) => tx.update('recurringperiod', id, { state: 'skipped' }),
}
