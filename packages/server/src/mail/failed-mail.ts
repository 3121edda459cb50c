// Tells people that the mail with an invoice or estimate was given up: whoever asked for it, and the Administrators,
// who can correct the mail server. Other mails are not worth a mail about them.
import { oneLine } from '../kit/mail-body.ts'
import { recordTitle, visibleRows } from './mail-text.ts'
import type { LeasedMail } from './outbox.ts'
import { administratorIds } from './recipients.ts'
import { type MailContext, tellPeople } from './write-mails.ts'

export async function tellOfFailedMail(context: MailContext, mail: LeasedMail, reason: string): Promise<void> {
  const { document, personid, recipient } = mail
  if (document === null) return
  const { resource, id } = document
  await tellPeople(context, {
    kind: 'mailfailed',
    to: [...new Set([personid, ...(await administratorIds(context.tx))])],
    about: { resource, id },
    write: ({ personid: reader, record, at }) => {
      const number = record.number ?? record.localid
      return {
        subject: `Not delivered: ${resource} ${number} ${oneLine(record.title ?? '')}`,
        blocks: [
          `The email with ${recordTitle(resource, number, record.title)} to ${recipient} was not delivered: ${reason}. Stint stopped trying on ${at}.`,
          ...visibleRows(record, { client: 'Client', project: 'Project' }),
          'Open it, and send it again when the cause is corrected.',
        ],
        because: reader === personid ? 'you sent it' : 'you are an Administrator',
        path: `app/${resource}s/${id}`,
      }
    },
  })
}
