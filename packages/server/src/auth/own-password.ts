// Changing one's own password: ends all other sessions of the person, invalidates open links and sends a mail
// (T-50, T-55). The caller of this file has already checked the old password.
import type { Actor } from '../define/actor.ts'
import type { Mailer } from '../define/mailer.ts'
import type { ReadTransaction, WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import type { KnownNames } from '../kit/password-rules.ts'
import { firstEmail } from '../mail/email-contact.ts'
import { notifyPasswordChanged } from '../mail/login-mails.ts'
import { removeCalendarFeed } from './calendar-feed.ts'
import { forgetBrowsers, rememberBrowser } from './known-browser.ts'
import { invalidateLinks } from './link-code.ts'
import { removeOwnTokens } from './own-token.ts'
import { endOtherSessions } from './session.ts'

const loginOfPerson = statement(sql`select person.password, person.username, ${firstEmail},
    person.firstname, person.lastname, account.name
  from person join account on account.id = person.accountid
  where person.accountid = ${accountSlot} and person.id = ${slot('personid')}`)

export interface OwnLogin {
  readonly password: string
  readonly email: string | null
  /** The names that the password must not be. */
  readonly names: KnownNames
}

export async function readOwnLogin(tx: ReadTransaction, personid: number): Promise<OwnLogin | null> {
  const row = await tx.first(loginOfPerson, { personid })
  if (row === undefined) return null
  const [password, username, email, firstname, lastname, company] = row
  return {
    password: String(password),
    email: email === null ? null : String(email),
    names: { username: String(username), person: `${firstname} ${lastname}`, company: String(company) },
  }
}

export interface PasswordChange {
  readonly actor: Actor
  readonly sessionid: number
  /** Both are hashes: the one that the old password was compared with, and the new one. */
  readonly was: string
  readonly password: string
  /** True to end all API tokens of the person and the calendar address too. */
  readonly revokesTokens: boolean
  /** The browser in which it is changed, which stays known. */
  readonly browserHash?: string | undefined
}

/** False if the password was changed by another request since it was compared. */
export async function changeOwnPassword(
  tx: WriteTransaction,
  mailer: Mailer,
  { actor, sessionid, was, password, revokesTokens, browserHash }: PasswordChange,
): Promise<boolean> {
  const { personid } = actor
  await tx.lock('person', personid)
  if ((await readOwnLogin(tx, personid))?.password !== was) return false
  await tx.update('person', personid, { password })
  await endOtherSessions(tx, personid, sessionid)
  await invalidateLinks(tx, personid)
  await forgetBrowsers(tx, personid)
  if (browserHash !== undefined) await rememberBrowser(tx, personid, browserHash, actor.now)
  if (revokesTokens) {
    await removeOwnTokens(tx, personid)
    await removeCalendarFeed(tx, personid)
  }
  await notifyPasswordChanged({ tx, actor, mailer }, personid)
  return true
}
