// What becomes of a person's way in when their record is written through the API: a new password ends every session and tells
// the person (T-50, T-55), and whoever may not come in any more is out at once.
import { type Change, changes } from '../define/resource.ts'
import { tellOfPassword } from './mail-login.ts'
import { endSessions } from './session.ts'
import { voidSetup } from './setup-code.ts'

export async function keepLoginsTrue(change: Change, id: number): Promise<void> {
  const { tx, actor, values, notice } = change
  // Somebody who was just made has never come in.
  if (change.id === null) return
  const newPassword = changes(change, 'password')
  const shutOut =
    (changes(change, 'username') && values.username === '') || (changes(change, 'active') && values.active === 'f')
  if (newPassword || shutOut) await endSessions(tx, id)
  if (!newPassword) return
  await voidSetup(tx, id)
  const post = notice()
  if (post !== null && values.password !== '') await tellOfPassword({ tx, actor, post }, id)
}
