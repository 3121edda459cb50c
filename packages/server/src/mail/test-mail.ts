// The mail that an Administrator asks for to test the mail server. It is sent at once and is not in the outbox, so that
// the request can say whether the mail server took it.
import { randomUUID } from 'node:crypto'
import type { MailSite } from '../define/mailer.ts'
import type { OutgoingMail } from '../io/mail-transport.ts'
import { epochOf, formatInZone } from '../kit/calendar.ts'
import { htmlMail, type MailBody, oneLine, plainMail } from '../kit/mail-body.ts'
import type { Addressee } from './write-mails.ts'

/** For a person with an address. */
export function testMail(
  { reader: { now }, firstname, name, zone }: Addressee,
  address: string,
  { publicUrl, domain }: Pick<MailSite, 'publicUrl' | 'domain'>,
): OutgoingMail {
  const body: MailBody = {
    greeting: `Hello ${oneLine(firstname)},`,
    blocks: [
      `You requested this test email on ${formatInZone(now, zone)}. Email from this server works.`,
      ...(publicUrl === null ? [] : [{ link: `${publicUrl}app/` }]),
    ],
    footer: 'You get this email because you requested it.',
  }
  return {
    to: [{ name: oneLine(name), address }],
    subject: 'Test email from Stint',
    plain: plainMail(body),
    html: htmlMail(body),
    messageId: `<${randomUUID()}@${domain}>`,
    writtenAt: epochOf(now),
  }
}
