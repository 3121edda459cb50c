// The rules of people: a login needs a role and an e-mail address, user names are unique, and the primary account
// holder and the last active Administrator cannot be removed (decision 50, I-33). The account's row is locked first:
// otherwise two Administrators who demote each other at once would both succeed on PostgreSQL (T-64).

import { groupOfRole, groupSql } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import {
  addMissing,
  type Change,
  changesField,
  type FieldChange,
  knownValue,
  type RecordRule,
  valueAfter,
} from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { accountSlot, deleteRows, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { passwordError } from '../kit/password-rules.ts'
import { emailContactId } from '../mail/email-contact.ts'
import { notifyEmailChanged } from '../mail/security-mails.ts'

export const otherWithUsername = statement(sql`select 1 from person where person.accountid = ${accountSlot}
  and lower(person.username) = lower(${slot('username')}) and person.id <> ${slot('id')}`)

/** An Administrator of the account who can log in, other than the person with that id. */
const otherAdministrator = (
  id: Fragment,
): Fragment => sql`select 1 from person other where other.accountid = ${accountSlot}
  and other.groupid = ${groupSql('Administrator')} and other.active = 't' and other.username <> '' and other.id <> ${id}`

const anotherAdministrator = statement(sql`${otherAdministrator(slot('id'))} limit 1`)

const lastAdministratorMessage = 'this is the last active Administrator of the account'

async function protectLastAdministrator(change: Change): Promise<void> {
  const { previous, tx, id, errors, actor } = change
  if (previous === null || previous.groupid !== groupOfRole.Administrator || previous.active !== 't') return
  const staysAdministrator =
    valueAfter(change, 'groupid') === groupOfRole.Administrator &&
    valueAfter(change, 'active') === 't' &&
    valueAfter(change, 'username') !== ''
  if (staysAdministrator) return
  const field = ['groupid', 'active', 'username'].find((name) => changesField(change, name)) ?? 'active'
  if (previous.primaryaccount === 't') {
    errors.add(field, 'the account holder must stay an active Administrator with a username')
    return
  }
  await tx.lock('account', actor.accountid)
  if ((await tx.first(anotherAdministrator, { id })) === undefined) errors.add(field, lastAdministratorMessage)
}

/** A login needs a role, and the first one an e-mail address. */
export function requireRoleAndEmail(change: FieldChange): void {
  if (!knownValue(change, 'username')) return
  if (knownValue(change, 'groupid') === null) addMissing(change, 'groupid', 'is required for a person who can log in')
  if (change.id === null && !change.values.email)
    addMissing(change, 'email', 'is required for a new person who can log in')
}

async function checkLogin(change: Change): Promise<void> {
  const { tx, id, errors } = change
  const username = valueAfter(change, 'username')
  if (username === '' || username === null) return
  if (!changesField(change, 'username')) return
  if (await tx.first(otherWithUsername, { username, id: id ?? 0 })) {
    errors.addInvalid('username', String(username), 'is already used by another person')
  }
}

const companyName = statement(sql`select account.name from account where account.id = ${accountSlot}`)

/** The other rules for passwords are part of its kind. */
async function checkPasswordIsNoName(change: Change): Promise<void> {
  const { password } = change.requested
  if (typeof password !== 'string' || password === '') return
  const textAfter = (field: string): string => String(valueAfter(change, field) ?? '')
  const [company] = (await change.tx.first(companyName)) ?? []
  const names = {
    username: textAfter('username'),
    person: `${textAfter('firstname')} ${textAfter('lastname')}`,
    company: String(company),
  }
  const error = passwordError(password, names)
  if (error !== null) change.errors.add('password', error)
}

export async function enforcePersonRules(change: Change): Promise<void> {
  if (change.id === null) change.values.username ??= ''
  await checkLogin(change)
  await checkPasswordIsNoName(change)
  await protectLastAdministrator(change)
}

const deleteTokens = deleteRows('token', sql`personid = ${slot('id')}`)
const deleteCalendarFeed = deleteRows('calendarfeed', sql`personid = ${slot('id')}`)

/**
 * The address is stored as a contact entry. Without a login the person's tokens and calendar address
 * are deleted (T-06).
 */
export async function writeEmailAndTokens(change: Change, id: number): Promise<void> {
  const { tx, values } = change
  if (changesField(change, 'username') && values.username === '') {
    await tx.run('token', deleteTokens, { id })
    await tx.run('calendarfeed', deleteCalendarFeed, { id })
  }
  if (!changesField(change, 'email')) return
  const mailer = change.id === null ? null : change.noticeMailer()
  if (mailer !== null) await notifyEmailChanged({ tx, actor: change.actor, mailer }, id)
  const contactid = Number((await tx.first(emailContactId, { id }))?.[0] ?? 0)
  if (values.email === null) {
    if (contactid !== 0) await tx.remove('personcontact', contactid)
  } else if (contactid !== 0) await tx.update('personcontact', contactid, { value: String(values.email) })
  else {
    const row = { id: nextId, personid: id, contacttypeid: 1, contactdescriptorid: 1, value: String(values.email) }
    await tx.insert('personcontact', row)
  }
}

const notPrimaryHolder: RecordRule = {
  where: () => sql`person.primaryaccount = 'f'`,
  error: () => badRequest('id: the account holder cannot be deleted'),
  afterReferences: true,
}

const notLastAdministrator: RecordRule = {
  where: () => sql`person.groupid is null or person.groupid <> ${groupSql('Administrator')} or person.active = 'f'
    or exists (${otherAdministrator(sql`person.id`)})`,
  readsOtherRows: ({ actor, previous }) =>
    previous.groupid === groupOfRole.Administrator && previous.active === 't'
      ? { table: 'account', id: actor.accountid, mode: 'alone' }
      : null,
  error: () => badRequest(`id: ${lastAdministratorMessage}`),
  afterReferences: true,
}

export const personRules = { delete: [notPrimaryHolder, notLastAdministrator] }
