// The way out for mails: SMTP and nothing else, through nodemailer (docs/adr/0012-mail.md). It gets addresses as objects and
// never as texts to be parsed, reads no files and no URLs, and gives up in time. Which mails there are and what becomes of
// one that was not taken is not its business.
import { createTransport } from 'nodemailer'
import { isEmailAddress } from '../kit/email.ts'
import { excerpt } from '../kit/text.ts'
import { dateAt } from './clock.ts'

export interface MailAddress {
  readonly name: string
  readonly address: string
}

export interface OutgoingMail {
  readonly to: MailAddress
  readonly subject: string
  readonly plain: string
  readonly html: string
  /** The same at every attempt, so that a mail that arrives twice is known as one. */
  readonly messageId: string
  /** When it was written, in milliseconds since 1970. */
  readonly writtenAt: number
}

/** A mail that was not taken. */
export class MailRejected extends Error {
  /** True when the answer will be the same next time: the server refused this mail, not this attempt. */
  readonly permanent: boolean
  constructor(reason: string, forGood: boolean) {
    super(excerpt(reason, 300))
    this.permanent = forGood
  }
}

export interface MailTransport {
  /** Resolves once the server has taken the mail; throws MailRefused. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** All of one attempt; whoever leases mails to a sender must lease them for longer. */
export const sendTimeoutMs = 60_000

const timeouts = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

/** Machines answer these mails with nothing: no holiday notes, no receipts. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** `url` is smtp://... (encrypted as soon as the server can) or smtps://... (encrypted from the start). */
export function openMailTransport(url: string, from: MailAddress): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const auth =
    username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password never travels in the clear.
    requireTLS: !secure && username !== '' && !isLoopback(hostname),
    ...auth,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const attempt = async ({ to, subject, plain, html, messageId, writtenAt }: OutgoingMail): Promise<void> => {
    if (!isEmailAddress(to.address)) throw new MailRejected('the address is none that we write to', true)
    await transport.sendMail({
      from,
      to: { name: headerText(to.name), address: to.address },
      envelope: { from: from.address, to: [to.address] },
      subject: headerText(subject),
      text: plain,
      html,
      messageId,
      date: dateAt(writtenAt),
      headers,
    })
  }
  return {
    send: (mail) => withTimeout(attempt(mail)).catch((error: unknown) => Promise.reject(rejectionFrom(error))),
    close: () => transport.close(),
  }
}

/** Text for a header. What looks like an encoded word would be undone by whoever reads it, line breaks and all. */
const headerText = (text: string): string => text.replaceAll('=?', '= ?')

async function withTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailRejected('the mail server took too long', false)), sendTimeoutMs)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Only what is said to the recipient's address or to the mail itself is about this mail; all else may pass. */
function rejectionFrom(error: unknown): MailRejected {
  if (error instanceof MailRejected) return error
  const { responseCode, command } = Object(error) as { responseCode?: number; command?: string }
  const forGood = (responseCode ?? 0) >= 500 && (command === 'RCPT TO' || command === 'DATA') && responseCode !== 503
  return new MailRejected(error instanceof Error ? error.message : String(error), forGood)
}
