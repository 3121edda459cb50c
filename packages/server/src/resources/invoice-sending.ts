// Sending an issued invoice: by mail with its PDF, or in another way that a person notes. The mail is a row of the same
// transaction, so it is sent once for each request that succeeded (T-191).
import { managers } from '../define/actor.ts'
import { badRequest, ValidationErrors } from '../define/api-error.ts'
import { addressesIn, emailList } from '../define/email-list.ts'
import { stored } from '../define/fields.ts'
import { date, flag, plainText } from '../define/kinds.ts'
import type { ActionContext, RecordRule, UpdateAction } from '../define/resource.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { hasLinkWord } from '../kit/mail-body.ts'
import { ensureInvoiceLink, removeInvoiceLink, replaceInvoiceLink } from '../mail/invoice-link.ts'
import { writeInvoiceMail } from '../mail/invoice-mail.ts'

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

const clientOfInvoice = statement(sql`select project.clientid from invoice
  join project on project.accountid = invoice.accountid and project.id = invoice.projectid
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

/** The next invoice of this client suggests the same recipients. */
async function rememberRecipients({ tx, id }: ActionContext, invoiceto: string, invoicecc: string): Promise<void> {
  const [clientid] = (await tx.first(clientOfInvoice, { id })) ?? []
  if (clientid === null || clientid === undefined) return
  await tx.update('client', Number(clientid), { invoiceto, invoicecc })
}

/** It does not check that the invoice is issued. */
export async function mailInvoice(context: ActionContext): Promise<void> {
  const { tx, actor, id, values, sideEffects, previous } = context
  const site = context.noticeMailer()?.site ?? null
  if (site === null) {
    throw badRequest(
      'mail: this server has no mail server, so nothing was sent; an Administrator can enter one in the settings, or mark the invoice as sent',
    )
  }
  const [to, cc] = [String(values.to), String(values.cc ?? '')]
  const mail = { invoiceid: id, to, cc, subject: String(values.subject), text: String(values.text) }
  if (hasLinkWord(mail.text) && site.publicUrl !== null) await ensureInvoiceLink(tx, context.vault, id, actor.now)
  await writeInvoiceMail(tx, actor, site, mail)
  await rememberRecipients(context, to, cc)
  const sentto = [...new Set([...addressesIn(to), ...addressesIn(cc)])].join(', ')
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

const createLink = ({ tx, actor, id, vault }: ActionContext): Promise<void> =>
  replaceInvoiceLink(tx, vault, id, actor.now)

export const sendingActions: Readonly<Record<string, UpdateAction>> = {
  mail: {
    doc: 'Mails an issued invoice with its PDF. GET /invoicemail/ suggests recipients, subject and text',
    roles: managers,
    fields: {
      to: stored(emailList, { required: true, doc: 'Addresses, separated by commas' }),
      cc: stored(emailList, { doc: 'Addresses that get a copy' }),
      subject: stored(plainText(150), { required: true }),
      text: stored(plainText(10_000), {
        required: true,
        doc: 'Plain text, line by line; {link} becomes the public link',
      }),
    },
    run: mailInvoice,
  },
  reminders: {
    doc: 'Pauses or resumes the reminders of an issued invoice',
    roles: managers,
    fields: { remindersoff: stored(flag, { required: true, doc: "'t' pauses them" }) },
    run: ({ tx, id, values }) => tx.update('invoice', id, { remindersoff: String(values.remindersoff) }),
  },
  link: {
    doc: 'Creates the public link of an issued invoice, in place of the one it has. GET /invoicemail/ returns it',
    roles: managers,
    run: createLink,
  },
  unlink: {
    doc: 'Revokes the public link of an invoice',
    roles: managers,
    run: ({ tx, id }) => removeInvoiceLink(tx, id),
  },
  marksent: {
    doc: 'Notes that an issued invoice was sent in another way. It sends no mail',
    roles: managers,
    fields: { date: stored(date, { doc: 'The day; today if it is left out' }) },
    run: markSent,
  },
}
