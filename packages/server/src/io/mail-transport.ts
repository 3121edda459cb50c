// Sends mails through SMTP only, with nodemailer (docs/adr/0012-mail.md). It gets addresses as objects and never parses
// them from text, reads no files and no URLs, and has a timeout. Which mails are sent, and what happens after a
// failure, is decided by the caller.

import { createTransport } from 'nodemailer'
import { isEmailAddress } from '../kit/email.ts'
import { excerpt } from '../kit/text.ts'
import { dateAt } from './clock.ts'
import { type MailServerFacts, mailErrorText } from './mail-errors.ts'

export interface MailAddress {
  readonly name: string
  readonly address: string
}

export interface MailAttachment {
  readonly filename: string
  readonly mediatype: string
  readonly bytes: Uint8Array
}

export interface OutgoingMail {
  readonly to: readonly MailAddress[]
  readonly cc?: readonly MailAddress[]
  /** Where replies go, if not to the sender. */
  readonly replyTo?: string
  readonly attachments?: readonly MailAttachment[]
  readonly subject: string
  readonly plain: string
  readonly html: string
  /** The same at every attempt, so that a mail client recognizes a mail that arrives twice. */
  readonly messageId: string
  /** When it was written, in milliseconds since 1970. */
  readonly writtenAt: number
}

/** The mail server did not accept the mail. */
export class MailRejected extends Error {
  /** True when another attempt would fail too: the server rejected this mail, not this attempt. */
  readonly permanent: boolean
  /** True when there is another mail server meanwhile, which was not asked yet. */
  readonly isOutdated: boolean
  constructor(reason: string, permanent: boolean, isOutdated = false) {
    super(excerpt(reason, 300))
    this.permanent = permanent
    this.isOutdated = isOutdated
  }
}

export interface MailTransport {
  /**
   * Resolves when the server has accepted the mail, with the addresses that it refused; throws MailRejected if it
   * refused all of them.
   */
  send(mail: OutgoingMail): Promise<readonly string[]>
  close(): void
}

/** The limit for one attempt. The lease of a mail must be longer. */
export const sendTimeoutMs = 60_000

/**
 * The limits of the steps of an attempt. Each ends before the attempt itself, because it says what took so long. They
 * keep their proportions in a shorter attempt: a missing greeting must be noticed before the silence of the connection.
 */
const stepTimeouts = (attemptMs: number) => {
  const share = Math.min(1, (attemptMs * 2) / 3 / 30_000)
  return {
    dnsTimeout: 10_000 * share,
    connectionTimeout: 15_000 * share,
    greetingTimeout: 15_000 * share,
    socketTimeout: 30_000 * share,
  }
}

/** Asks mail servers not to reply automatically, for example with holiday notes or receipts. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** The texts of a login that a mail server could repeat, as SMTP encodes them and as they are. */
const secretsOf = (user: string, pass: string): string[] => [
  ...[`\0${user}\0${pass}`, pass].map((text) => Buffer.from(text).toString('base64')),
  pass,
]

/** `url` is smtp://... (encrypted as soon as the server can) or smtps://... (encrypted from the start). */
export function openMailTransport(url: string, from: MailAddress, attemptMs = sendTimeoutMs): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  const server: MailServerFacts = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    sender: from.address,
    secrets: pass === '' ? [] : secretsOf(user, pass),
  }
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure,
    // A password is never sent unencrypted.
    requireTLS: !secure && username !== '' && !isLoopback(hostname),
    ...(username === '' ? {} : { auth: { user, pass } }),
    ...stepTimeouts(attemptMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const attempt = async (mail: OutgoingMail): Promise<readonly string[]> => {
    const { to, cc = [], replyTo, attachments = [], subject, plain, html, messageId, writtenAt } = mail
    const everybody = [...to, ...cc].map(({ address }) => address)
    if (!everybody.every(isEmailAddress)) throw new MailRejected('the address is none that we write to', true)
    const sent = await transport.sendMail({
      from,
      to: to.map(headerAddress),
      ...(cc.length === 0 ? {} : { cc: cc.map(headerAddress) }),
      ...(replyTo === undefined ? {} : { replyTo }),
      envelope: { from: from.address, to: everybody },
      attachments: attachments.map(({ filename, mediatype, bytes }) => ({
        filename,
        contentType: mediatype,
        content: Buffer.from(bytes),
      })),
      subject: headerText(subject),
      text: plain,
      html,
      messageId,
      date: dateAt(writtenAt),
      headers,
    })
    return (sent.rejected as readonly (string | { readonly address: string })[]).map((refused) =>
      typeof refused === 'string' ? refused : refused.address,
    )
  }
  return {
    send: (mail) =>
      withTimeout(attempt(mail), attemptMs).catch((error: unknown) => Promise.reject(rejectionFrom(error, server))),
    close: () => transport.close(),
  }
}

/** Text for a header. The receiver would decode an encoded word in it, including line breaks. */
const headerText = (text: string): string => text.replaceAll('=?', '= ?')

const headerAddress = ({ name, address }: MailAddress): MailAddress => ({ name: headerText(name), address })

async function withTimeout<T>(work: Promise<T>, attemptMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailRejected('the mail server took too long', false)), attemptMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** Only a rejection of the recipient or of the message itself is permanent. Every other error may be temporary. */
function rejectionFrom(error: unknown, server: MailServerFacts): MailRejected {
  if (error instanceof MailRejected) return error
  const { responseCode, command } = Object(error) as { responseCode?: number; command?: string }
  const permanent = (responseCode ?? 0) >= 500 && (command === 'RCPT TO' || command === 'DATA') && responseCode !== 503
  return new MailRejected(mailErrorText(error, server), permanent)
}
