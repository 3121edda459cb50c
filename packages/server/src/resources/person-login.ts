// What a write of a person does to their sessions and open links: a new password ends them all and sends the person a
// mail (T-50, T-55). A person who loses the login or becomes inactive is signed out at once.

import { forgetBrowsers } from '../auth/known-browser.ts'
import { invalidateLinks } from '../auth/link-code.ts'
import { endSessions } from '../auth/session.ts'
import { type Change, changesField } from '../define/resource.ts'
import { notifyPasswordChanged } from '../mail/login-mails.ts'

export async function endRevokedSessions(change: Change, id: number): Promise<void> {
  const { tx, actor, values, noticeMailer } = change
  // A new person has no sessions yet.
  if (change.id === null) return
  const newPassword = changesField(change, 'password')
  const loginRevoked =
    (changesField(change, 'username') && values.username === '') ||
    (changesField(change, 'active') && values.active === 'f')
  if (newPassword || loginRevoked) {
    await endSessions(tx, id)
    await invalidateLinks(tx, id)
    await forgetBrowsers(tx, id)
  }
  if (!newPassword) return
  const mailer = noticeMailer()
  if (mailer !== null && values.password !== '') await notifyPasswordChanged({ tx, actor, mailer }, id)
}
