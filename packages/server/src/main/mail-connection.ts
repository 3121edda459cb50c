// The mail server of a process: the one of the environment, or else the one that an Administrator has entered,
// which may change while the server runs. Without either no mails are written, because they would never be sent.
import type { Logger } from 'pino'
import type { MailControl, MailSettingsMode } from '../api/server-options.ts'
import type { MailSite } from '../define/mailer.ts'
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import {
  type MailAddress,
  MailRejected,
  type MailTransport,
  type OutgoingMail,
  openMailTransport,
} from '../io/mail-transport.ts'
import { DecryptionError } from '../io/vault.ts'
import { utcText } from '../kit/calendar.ts'
import { parseSender } from '../kit/email.ts'
import { type MailSetting, readMailSetting } from '../mail/mail-setting.ts'
import { makeMailsDue } from '../mail/outbox.ts'
import { resources } from '../resources/all.ts'
import { documentFiles } from '../resources/public-documents.ts'
import { clockOf, SettingError, type Settings } from './config.ts'
import { MailSender } from './mail-sender.ts'

/** How soon a process uses what another process has stored. */
const refreshMs = 10_000
/** The limit for a mail that a person waits for. */
const testTimeoutMs = 15_000

export function checkMailSettings({ smtpUrl, mailFrom }: Settings): void {
  if (smtpUrl !== undefined && mailFrom === undefined) {
    throw new SettingError('STINT_MAIL_FROM (--mail-from): is needed when STINT_SMTP_URL is set.')
  }
}

/** The settings of the environment as an Administrator sees them, without the password. */
function fixedSetting({ smtpUrl, mailFrom }: Settings): MailControl['fixed'] {
  if (smtpUrl === undefined || mailFrom === undefined) return null
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname,
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    security: isTls ? 'tls' : 'starttls',
    username: decodeURIComponent(username),
    haspassword: password !== '',
    sender: mailFrom.name === '' ? mailFrom.address : `${mailFrom.name} <${mailFrom.address}>`,
  }
}

const urlOf = ({ host, port, security, username, password }: MailSetting): string => {
  const login = username === '' ? '' : `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${host.includes(':') ? `[${host}]` : host}:${port}`
}

interface OpenServer {
  readonly url: string
  readonly transport: MailTransport
  readonly from: MailAddress
  readonly publicUrl: string | null
}

export class MailConnection implements MailControl {
  readonly fixed: MailControl['fixed']
  readonly fixedPublicUrl: string | null
  readonly mode: MailSettingsMode
  readonly site: MailSite
  readonly sender: MailSender
  readonly #database: Database
  readonly #clock: Clock
  readonly #log: Logger
  #connection: OpenServer | null = null
  /** What the connection was opened with. */
  #applied = ''
  #timer: NodeJS.Timeout | undefined

  constructor(settings: Settings, database: Database, log: Logger, files: FileStore) {
    const { smtpUrl, mailFrom, publicUrl, mailSettings } = settings
    this.fixed = fixedSetting(settings)
    this.fixedPublicUrl = publicUrl ?? null
    this.mode = mailSettings
    this.#database = database
    this.#clock = clockOf(settings)
    this.#log = log
    if (smtpUrl !== undefined && mailFrom !== undefined) this.#open(smtpUrl, mailFrom, null)
    const transport: MailTransport = {
      send: (mail) => this.#send(mail),
      close: () => this.#connection?.transport.close(),
    }
    const current = () => this.#connection
    const isOn = () => current() !== null
    this.sender = new MailSender({
      database,
      transport,
      isOn,
      documentFile: documentFiles(database, files),
      site: () => this.site,
      resources,
      clock: this.#clock,
      log,
    })
    this.site = {
      isOn,
      get publicUrl() {
        return publicUrl ?? current()?.publicUrl ?? null
      },
      get domain() {
        return current()?.from.address.replace(/^.*@/, '') ?? 'localhost'
      },
      wakeSender: () => this.sender.wake(),
    }
  }

  /** Begins to send, and to look for changes that other processes have stored. */
  async start(): Promise<void> {
    if (this.fixed === null) await this.refresh()
    else await this.#tryWaiting()
    this.sender.start()
    if (this.fixed === null) this.#timer = setInterval(() => void this.refresh(), refreshMs).unref()
  }

  async stop(withinMs: number): Promise<void> {
    clearInterval(this.#timer)
    await this.sender.stop(withinMs)
  }

  /** Uses what is stored now. An error leaves the connection as it is. */
  async refresh(): Promise<void> {
    if (this.fixed !== null || this.mode === 'off') return
    try {
      const setting = await readMailSetting(this.#database)
      const wanted = JSON.stringify(setting)
      if (wanted === this.#applied) return
      this.#connection?.transport.close()
      this.#connection = null
      this.#applied = wanted
      const from = setting === null ? null : parseSender(setting.sender)
      if (setting !== null && from !== null) this.#open(urlOf(setting), from, setting.publicurl || null)
      await this.#tryWaiting()
    } catch (error) {
      const reason = error instanceof DecryptionError ? 'the password of the mail server' : 'the mail setting'
      this.#log.error({ err: error }, `${reason} cannot be read`)
    }
  }

  /**
   * Mails that the previous mail server did not take are tried at once. Each process does it when it has the new one,
   * because a process that still has the old one may have tried and failed meanwhile.
   */
  async #tryWaiting(): Promise<void> {
    if (this.#connection !== null)
      await makeMailsDue(this.#database, utcText(this.#clock.now())).catch((error: unknown) => {
        this.#log.warn({ err: error }, 'waiting mails are not tried before their time')
      })
    this.sender.wake()
  }

  async #send(mail: OutgoingMail): Promise<readonly string[]> {
    const server = this.#server()
    try {
      return await server.transport.send(mail)
    } catch (error) {
      const isOutdated = this.#connection !== server && error instanceof MailRejected
      throw isOutdated ? new MailRejected(error.message, error.permanent, true) : error
    }
  }

  async sendNow(mail: OutgoingMail): Promise<void> {
    const { url, from } = this.#server()
    const transport = openMailTransport(url, from, testTimeoutMs)
    await transport.send(mail).finally(() => transport.close())
  }

  #open(url: string, from: MailAddress, publicUrl: string | null): void {
    this.#connection = { url, transport: openMailTransport(url, from), from, publicUrl }
  }

  /** Mails that were written before the mail server was removed wait for another one. */
  #server(): OpenServer {
    if (this.#connection === null) throw new MailRejected('no mail server is set', false)
    return this.#connection
  }
}
