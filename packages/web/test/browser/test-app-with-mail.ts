// The application with a mail server, for the browser tests of what is sent. It keeps the mails and delivers none.
import { after } from 'node:test'
import { MailSink } from '../../../server/test/fixture/mail-sink.ts'
import { openApp, type TestApp } from './test-app.ts'

/** Called once at the top of a test file, like `openApp`. Links in mails lead to stint.example.com. */
export function openAppWithMail(): { readonly app: TestApp; readonly sink: MailSink } {
  const sink = new MailSink()
  const app = openApp('sqlite', async () => ({
    STINT_SMTP_URL: await sink.listen(),
    STINT_MAIL_FROM: 'Stint <stint@server.example.com>',
    STINT_PUBLIC_URL: 'https://stint.example.com/',
  }))
  after(() => sink.close())
  return { app, sink }
}
