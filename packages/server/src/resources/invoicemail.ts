// The mail that is suggested for an invoice: the recipients of the client's last invoice, and subject and text from
// the company's template. It sends nothing; the action `mail` of the invoice does.
import { managers } from '../define/actor.ts'
import { defineEndpoint } from '../define/endpoint.ts'
import { datetime, recordId } from '../define/kinds.ts'
import { writeLetter } from '../mail/invoice-mail.ts'
import { readReminders } from '../mail/invoice-reminders.ts'
import { suggesterOf, suggestionFields } from './document-suggestion.ts'
import { invoice } from './invoice.ts'

const suggest = suggesterOf({
  name: 'invoice',
  resource: invoice,
  letter: (tx, id, own) => writeLetter(tx, id, 'mail', own),
})

export const invoicemail = defineEndpoint('invoicemail', {
  doc: 'The mail that is suggested for an invoice. The member id is the invoice id.',
  extension: true,
  record: {
    invoiceid: { kind: recordId, doc: 'The invoice' },
    ...suggestionFields('invoice', "From the company's template, else in the language of the client"),
    reminders: { kind: datetime, doc: 'When reminders of it were sent, UTC', isList: true },
  },
  collection: {},
  member: {
    GET: {
      roles: managers,
      doc: 'The recipients, the subject and the text that are suggested for POST /invoice/9/mail/.',
      status: 200,
      run: async (call) => {
        const { database, actor, id } = call
        const suggested = await suggest(call)
        const reminders = await database.read(actor.accountid, (tx) => readReminders(tx, id ?? 0))
        return { status: 200, record: { invoiceid: String(id), ...suggested, reminders } }
      },
    },
  },
})
