// Sending an issued invoice: by mail with its PDF, or in another way that a person notes. What it shares with
// estimates is in `document-sending.ts`.
import { managers } from '../define/actor.ts'
import { badRequest, ValidationErrors } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { date, flag } from '../define/kinds.ts'
import type { ActionContext, RecordRule, UpdateAction } from '../define/resource.ts'
import { sql } from '../io/sql.ts'
import { linkActions, mailDocument, mailFields } from './document-sending.ts'
import { addInvoiceNote } from './invoice-history.ts'

/** A draft may still change, so nobody outside may get it. */
export const sendable: RecordRule = {
  where: () => sql`invoice.dateissued is not null and invoice.datevoided is null`,
  error: ({ previous: { datevoided } }) =>
    badRequest(
      datevoided === null
        ? 'id: this invoice is not issued; issue it before you send it'
        : 'id: a void invoice cannot be sent',
    ),
}

/** It does not check that the invoice is issued. */
export async function mailInvoice(context: ActionContext): Promise<void> {
  const { tx, actor, id, sideEffects, previous } = context
  const document = { resource: 'invoice', id, revision: null } as const
  const sentto = await mailDocument(context, document, 'mark the invoice as sent')
  await tx.update('invoice', id, { datesent: actor.today, sentto, mailerror: '' })
  if (sideEffects.leaveNote) {
    const change = { field: 'sentto', label: 'Sent to', was: String(previous.sentto ?? ''), now: sentto }
    await addInvoiceNote(tx, actor, id, 'Invoice sent by email', [change])
  }
}

async function markSent({ tx, actor, id, values, sideEffects, previous }: ActionContext): Promise<void> {
  const day = String(values.date ?? actor.today)
  if (day > actor.today) {
    const errors = new ValidationErrors()
    errors.addInvalid('date', day, `is in the future (today is ${actor.today})`)
    errors.throwIfAny()
  }
  await tx.update('invoice', id, { datesent: day, sentto: '', mailerror: '' })
  if (sideEffects.leaveNote) {
    const change = { field: 'datesent', label: 'Sent on', was: String(previous.datesent ?? ''), now: day }
    await addInvoiceNote(tx, actor, id, 'Invoice marked as sent', [change])
  }
}

export const sendingActions: Readonly<Record<string, UpdateAction>> = {
  mail: {
    doc: 'Mails an issued invoice with its PDF. GET /invoicemail/ suggests recipients, subject and text',
    roles: managers,
    fields: mailFields,
    run: mailInvoice,
  },
  reminders: {
    doc: 'Pauses or resumes the reminders of an issued invoice',
    roles: managers,
    fields: { remindersoff: stored(flag, { required: true, doc: "'t' pauses them" }) },
    run: ({ tx, id, values }) => tx.update('invoice', id, { remindersoff: String(values.remindersoff) }),
  },
  ...linkActions('invoice', 'an issued invoice'),
  marksent: {
    doc: 'Records that an issued invoice was sent in another way. It sends no mail',
    roles: managers,
    fields: { date: stored(date, { doc: 'The day; today if it is left out' }) },
    run: markSent,
  },
}
