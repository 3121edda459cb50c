// The mail that is suggested for an invoice: the recipients of the client's last invoice, and subject and text from
// the company's template. It sends nothing; the action `mail` of the invoice does.
import { actorValues, managers, type Viewer } from '../define/actor.ts'
import { notFound, ValidationErrors } from '../define/api-error.ts'
import { defineEndpoint, type EndpointCall, type EndpointResponse } from '../define/endpoint.ts'
import { isVisibleRecord } from '../define/joins.ts'
import { datetime, integer, plainText, recordId } from '../define/kinds.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { isEmailAddress } from '../kit/email.ts'
import { readInvoiceLink } from '../mail/invoice-link.ts'
import { writeLetter } from '../mail/invoice-mail.ts'
import { readReminders } from '../mail/invoice-reminders.ts'
import { invoice } from './invoice.ts'
import { seesAll } from './visibility.ts'

const suggestionFor = (viewer: Viewer) =>
  statement(sql`select client.invoiceto, client.invoicecc, client.email, company.invoicesubject, company.invoicetext
  from invoice
  join project on project.accountid = invoice.accountid and project.id = invoice.projectid
  left join client on client.accountid = project.accountid and client.id = project.clientid
  left join company on company.accountid = invoice.accountid
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}
    and ${isVisibleRecord(invoice, viewer, slot('id'))}`)

const suggestionForAll = suggestionFor({ role: 'Administrator', restricted: false })
const suggestionForTeam = suggestionFor({ role: 'Manager', restricted: false })

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

async function suggestMail({ database, actor, id, query }: EndpointCall): Promise<EndpointResponse> {
  const errors = new ValidationErrors()
  for (const name of query.keys()) errors.addUnknownName(name, 'parameter of invoicemail')
  errors.throwIfAny()
  const invoiceid = id ?? 0
  const { row, link, letter, reminders } = await database.read(actor.accountid, async (tx) => {
    const values = { ...actorValues(actor), id: invoiceid }
    const found = await tx.first(seesAll(actor) ? suggestionForAll : suggestionForTeam, values)
    if (found === undefined) throw notFound('invoice', invoiceid)
    return {
      row: found,
      letter: await writeLetter(tx, invoiceid, 'mail', { subject: textOf(found[3]), text: textOf(found[4]) }),
      link: await readInvoiceLink(tx, database.vault, invoiceid),
      reminders: await readReminders(tx, invoiceid),
    }
  })
  const [lastTo, lastCc, email] = row.map(textOf)
  const known = email?.trim() ?? ''
  const record = {
    invoiceid: String(id),
    to: lastTo || (isEmailAddress(known) ? known : ''),
    cc: lastTo === '' ? '' : textOf(lastCc),
    ...letter,
    link: link?.path ?? '',
    linkviews: String(link?.views ?? 0),
    linkviewed: link?.lastview ?? null,
    reminders,
  }
  return { status: 200, record }
}

export const invoicemail = defineEndpoint('invoicemail', {
  doc: 'The mail that is suggested for an invoice. The member id is the invoice id.',
  extension: true,
  record: {
    invoiceid: { kind: recordId, doc: 'The invoice' },
    to: { kind: plainText(), doc: "Recipients of the client's last invoice, else the client's address" },
    cc: { kind: plainText(), doc: 'Who got a copy of that invoice' },
    subject: { kind: plainText(), doc: "From the company's template, else in the language of the client" },
    text: { kind: plainText(), doc: "From the company's template, else in the language of the client" },
    filename: { kind: plainText(), doc: 'Name of the attached PDF' },
    link: { kind: plainText(), doc: 'The path of its public link; blank if it has none' },
    linkviews: { kind: integer, doc: 'How often the public page was opened' },
    linkviewed: { kind: datetime, doc: 'When it was opened last, UTC', nullable: true },
    reminders: { kind: datetime, doc: 'When reminders of it were sent, UTC', isList: true },
  },
  collection: {},
  member: {
    GET: { roles: managers, doc: 'What POST /invoice/9/mail/ may be sent with.', status: 200, run: suggestMail },
  },
})
