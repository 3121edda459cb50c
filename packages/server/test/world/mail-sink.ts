// A real SMTP server for tests: it keeps what it is given, exactly as it came, and refuses or drops what it is told to. It
// understands as much MIME as our mails use and knows nothing of the product.
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export interface SunkMail {
  /** The addresses of the envelope: who really gets it. */
  readonly from: string
  readonly to: readonly string[]
  /** By lower-case name, in the order of the mail, unfolded; a header given twice has two. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly messageId: string
  readonly subject: string
  readonly plain: string
  readonly html: string
  readonly raw: string
}

/** What to do with a mail: take it, refuse it with a code, break off before the answer, or break off after keeping it. */
export type Fate = 'take' | 'drop' | 'keep and drop' | number

export interface Asked {
  readonly to: string
  /** How many mails to this address have come before. */
  readonly before: number
}

export class MailSink {
  readonly #server: SMTPServer
  readonly #seen = new Map<string, number>()
  mails: SunkMail[] = []
  /** Decides at the recipient's address. */
  atRecipient: (asked: Asked) => Fate = () => 'take'
  /** Decides at the end of the mail. */
  atEnd: (mail: SunkMail) => Fate | Promise<Fate> = () => 'take'

  constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      // Those who will not go are not waited for.
      closeTimeout: 50,
      onRcptTo: ({ address }, session, answer) => {
        const before = this.#seen.get(address) ?? 0
        this.#seen.set(address, before + 1)
        const fate = this.atRecipient({ to: address, before })
        if (typeof fate === 'number') answer(refusal(fate))
        else if (fate === 'take') answer()
        else this.#drop(session)
      },
      onData: (stream, session, answer) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          const mail = mailOf(session, Buffer.concat(chunks).toString('latin1'))
          const fate = await this.atEnd(mail)
          if (fate === 'take' || fate === 'keep and drop') this.mails.push(mail)
          if (typeof fate === 'number') answer(refusal(fate))
          else if (fate === 'take') answer()
          else this.#drop(session)
        })
      },
    })
    // Whoever breaks off a connection is no fault of the sink.
    this.#server.on('error', () => undefined)
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve))
  }

  #drop(session: SMTPServerSession): void {
    const connections = (this.#server as unknown as { connections: Set<{ session: unknown; _socket: Socket }> })
      .connections
    for (const connection of connections) if (connection.session === session) connection._socket.destroy()
  }
}

const refusal = (code: number): Error => Object.assign(new Error('not today'), { responseCode: code })

function mailOf({ envelope }: SMTPServerSession, raw: string): SunkMail {
  const { headers, body } = partOf(raw)
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(first(headers, 'content-type')) ?? []
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  const textOf = (type: string): string => {
    const part = parts.find((each) => first(each.headers, 'content-type').startsWith(type))
    return part === undefined ? '' : decoded(part.body, first(part.headers, 'content-transfer-encoding'))
  }
  return {
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address),
    headers,
    messageId: first(headers, 'message-id'),
    subject: words(first(headers, 'subject')),
    plain: textOf('text/plain').replaceAll('\r\n', '\n'),
    html: textOf('text/html').replaceAll('\r\n', '\n'),
    raw,
  }
}

function partOf(raw: string): { headers: Map<string, string[]>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(line.indexOf(':') + 1).trim()])
  }
  return { headers, body: raw.slice(end + 4) }
}

const first = (headers: ReadonlyMap<string, readonly string[]>, name: string): string => headers.get(name)?.[0] ?? ''

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString('utf8')
  return quotedPrintable(body.replaceAll('=\r\n', ''))
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** A header's text with its encoded words undone. */
export const words = (header: string): string =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quotedPrintable(text.replaceAll('_', ' ')),
    )
