// The rules of people: a login needs a role and an e-mail address, user names are unique, and the primary account
// holder and the last active Administrator cannot be removed (decision 50, I-33). The account's row is locked first:
// otherwise two Administrators who demote each other at once would both succeed on PostgreSQL (T-64).

import { groupOfRole, groupSql } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { type Change, changesField, type Removal, valueAfter } from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { emailContactId } from '../mail/email-contact.ts'

export const otherWithUsername = statement(sql`select 1 from person where person.accountid = ${accountSlot}
  and lower(person.username) = lower(${slot('username')}) and person.id <> ${slot('id')}`)

const otherAdministrators = statement(sql`select count(*) from person where person.accountid = ${accountSlot}
  and person.groupid = ${groupSql('Administrator')} and person.active = 't' and person.username <> '' and person.id <> ${slot('id')}`)

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
    errors.add(field, 'the primary account holder stays an active Administrator with a login')
    return
  }
  await tx.lock('account', actor.accountid)
  const row = await tx.first(otherAdministrators, { id })
  if (Number(row?.[0]) === 0) errors.add(field, 'this is the last active Administrator of the account')
}

async function checkLogin(change: Change): Promise<void> {
  const { tx, id, errors, values } = change
  const username = valueAfter(change, 'username')
  if (username === '' || username === null) return
  if (valueAfter(change, 'groupid') === null) errors.add('groupid', 'is required for a person who can log in')
  if (id === null && !values.email) errors.add('email', 'is required for a new person who can log in')
  if (!changesField(change, 'username')) return
  if (await tx.first(otherWithUsername, { username, id: id ?? 0 })) {
    errors.addInvalid('username', String(username), 'is taken by another person')
  }
}

export async function enforcePersonRules(change: Change): Promise<void> {
  if (change.id === null) change.values.username ??= ''
  await checkLogin(change)
  await protectLastAdministrator(change)
}

const deleteTokens = statement(sql`delete from token where accountid = ${accountSlot} and personid = ${slot('id')}`)

/** The address is stored as a contact entry. Without a login the person's tokens are deleted (T-06). */
export async function writeEmailAndTokens(change: Change, id: number): Promise<void> {
  const { tx, values } = change
  if (changesField(change, 'username') && values.username === '') await tx.run('token', deleteTokens, { id })
  if (!changesField(change, 'email')) return
  const contactid = Number((await tx.first(emailContactId, { id }))?.[0] ?? 0)
  if (values.email === null) {
    if (contactid !== 0) await tx.remove('personcontact', contactid)
  } else if (contactid !== 0) await tx.update('personcontact', contactid, { value: String(values.email) })
  else {
    const row = { id: nextId, personid: id, contacttypeid: 1, contactdescriptorid: 1, value: String(values.email) }
    await tx.insert('personcontact', row)
  }
}

export async function checkPersonRemoval({ tx, id, previous, actor }: Removal): Promise<void> {
  if (previous.primaryaccount === 't') throw badRequest('id: the primary account holder cannot be deleted')
  if (previous.groupid !== groupOfRole.Administrator || previous.active !== 't') return
  await tx.lock('account', actor.accountid)
  const row = await tx.first(otherAdministrators, { id })
  if (Number(row?.[0]) === 0) throw badRequest('id: this is the last active Administrator of the account')
}
