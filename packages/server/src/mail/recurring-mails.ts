// Tells Administrators what the job of recurring invoices did: that it created an invoice, or that periods wait for a
// decision.
import { visibleRows } from './mail-text.ts'
import { administratorIds } from './recipients.ts'
import { type MailContext, tellPeople } from './write-mails.ts'

const because = 'you are an Administrator'

export async function tellOfCreatedInvoice(
  context: MailContext,
  { recurringid, invoiceid }: { readonly recurringid: number; readonly invoiceid: number },
): Promise<void> {
  await tellPeople(context, {
    kind: 'recurringcreated',
    to: await administratorIds(context.tx),
    about: { resource: 'recurringinvoice', id: recurringid },
    write: async ({ record, read }) => {
      const invoice = await read('invoice', invoiceid)
      const done = { draft: 'was created as a draft', issue: 'was issued', send: 'was issued and is being sent' }
      const word = done[record.delivery as keyof typeof done]
      return {
        subject: `Recurring invoice: ${invoice?.number ?? ''} ${record.title ?? ''}`.trim(),
        blocks: [
          `Invoice ${invoice?.number ?? ''} ${word}.`,
          ...visibleRows(invoice ?? {}, { client: 'Client', project: 'Project', total: 'Total' }),
        ],
        because,
        path: `app/invoices/${invoiceid}`,
      }
    },
  })
}

/** `reasons` are sentences that say why. */
export async function tellOfWaitingPeriods(
  context: MailContext,
  recurringid: number,
  reasons: readonly string[],
): Promise<void> {
  await tellPeople(context, {
    kind: 'recurringwaiting',
    to: await administratorIds(context.tx),
    about: { resource: 'recurringinvoice', id: recurringid },
    write: ({ record }) => ({
      subject: `Recurring invoice waits for you: ${record.title ?? ''}`,
      blocks: [
        'No invoice was created. Open the recurring invoice, and create it or skip the period.',
        ...new Set(reasons),
        ...visibleRows(record, { client: 'Client', project: 'Project' }),
      ],
      because,
      path: `app/recurring/${recurringid}`,
    }),
  })
}
