// Creates the mail sender and the mail settings of the API from the configuration. Without a mail server no mails are
// written at all, because they would never be sent.
import type { Logger } from 'pino'
import type { MailSite } from '../define/mailer.ts'
import type { Database } from '../io/database.ts'
import { openMailTransport } from '../io/mail-transport.ts'
import { clockOf, SettingError, type Settings } from './config.ts'
import { MailSender } from './mail-sender.ts'

export interface MailSetup {
  readonly site: MailSite
  readonly sender: MailSender
}

export function checkMailSettings({ smtpUrl, mailFrom }: Settings): void {
  if (smtpUrl !== undefined && mailFrom === undefined) {
    throw new SettingError('STINT_MAIL_FROM (--mail-from): is needed when STINT_SMTP_URL is set.')
  }
}

export function setUpMail(settings: Settings, database: Database, log: Logger): MailSetup | null {
  const { smtpUrl, mailFrom, publicUrl } = settings
  if (smtpUrl === undefined || mailFrom === undefined) return null
  const transport = openMailTransport(smtpUrl, mailFrom)
  const sender = new MailSender({ database, transport, clock: clockOf(settings), log })
  const domain = mailFrom.address.slice(mailFrom.address.indexOf('@') + 1)
  return { sender, site: { domain, publicUrl: publicUrl ?? null, wakeSender: () => sender.wake() } }
}
