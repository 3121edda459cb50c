// What becomes of a person's way in when their record is written through the API: a new password ends every session and tells
// the person (T-50, T-55), and whoever may not come in any more is out at once.

import { endSessions } from '../auth/session.ts'
import { invalidateSetupCode } from '../auth/setup-code.ts'
import { type Change, changesField } from '../define/resource.ts'
import { notifyPasswordChanged } from '../mail/login-mails.ts'

export async function endRevokedSessions(change: Change, id: number): Promise<void> {
  const { tx, actor, values, noticeMailer } = change
  // Somebody who was just made has never come in.
  if (change.id === null) return
  const newPassword = changesField(change, 'password')
  const shutOut =
    (changesField(change, 'username') && values.username === '') ||
    (changesField(change, 'active') && values.active === 'f')
  if (newPassword || shutOut) await endSessions(tx, id)
  if (!newPassword) return
  await invalidateSetupCode(tx, id)
  const mailer = noticeMailer()
  if (mailer !== null && values.password !== '') await notifyPasswordChanged({ tx, actor, mailer }, id)
}
