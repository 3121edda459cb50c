// The rules of people: who can log in needs a role and an address, names of logins are unique, the primary holder and the
// last active Administrator stay (decision 50, I-33). The account's row is locked first, because two Administrators
// demoting each other would otherwise both succeed on PostgreSQL (T-64).

import { invalid } from '../define/refusal.ts'
import { type Change, changes, type Removal, after as valueAfter } from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { account, type Fragment, slot, sql, statement } from '../io/sql.ts'

/** The oldest e-mail contact is the person's address. */
export const firstEmail: Fragment = sql`(select first.value from personcontact first where first.accountid = person.accountid
  and first.personid = person.id and first.contacttypeid = 1 order by first.id limit 1)`

export const otherWithUsername = statement(sql`select 1 from person where person.accountid = ${account}
  and lower(person.username) = lower(${slot('username')}) and person.id <> ${slot('id')}`)

const otherAdministrators = statement(sql`select count(*) from person where person.accountid = ${account}
  and person.groupid = 2 and person.active = 't' and person.username <> '' and person.id <> ${slot('id')}`)

async function keepAdministrators(change: Change): Promise<void> {
  const { was, tx, id, faults, actor } = change
  if (was === null || was.groupid !== 2 || was.active !== 't') return
  const stays =
    valueAfter(change, 'groupid') === 2 && valueAfter(change, 'active') === 't' && valueAfter(change, 'username') !== ''
  if (stays) return
  const field = ['groupid', 'active', 'username'].find((name) => changes(change, name)) ?? 'active'
  if (was.primaryaccount === 't') {
    faults.add(field, 'the primary account holder stays an active Administrator with a login')
    return
  }
  await tx.lock('account', actor.accountid)
  const row = await tx.first(otherAdministrators, { id })
  if (Number(row?.[0]) === 0) faults.add(field, 'this is the last active Administrator of the account')
}

async function keepLogins(change: Change): Promise<void> {
  const { tx, id, faults, values } = change
  const username = valueAfter(change, 'username')
  if (username === '' || username === null) return
  if (valueAfter(change, 'groupid') === null) faults.add('groupid', 'is required for a person who can log in')
  if (id === null && !values.email) faults.add('email', 'is required for a new person who can log in')
  if (!changes(change, 'username')) return
  if (await tx.first(otherWithUsername, { username, id: id ?? 0 })) {
    faults.unfit('username', String(username), 'is taken by another person')
  }
}

export async function keepPersonRules(change: Change): Promise<void> {
  if (change.id === null) change.values.username ??= ''
  await keepLogins(change)
  await keepAdministrators(change)
}

const revokeTokens = statement(sql`delete from token where accountid = ${account} and personid = ${slot('id')}`)

export const emailContact =
  statement(sql`select personcontact.id from personcontact where personcontact.accountid = ${account}
  and personcontact.personid = ${slot('id')} and personcontact.contacttypeid = 1 order by personcontact.id limit 1`)

/** The address lives among the contacts; a login that is taken away takes its tokens along (T-06). */
export async function writePersonRest(change: Change, id: number): Promise<void> {
  const { tx, values } = change
  if (changes(change, 'username') && values.username === '') await tx.run('token', revokeTokens, { id })
  if (!changes(change, 'email')) return
  const known = Number((await tx.first(emailContact, { id }))?.[0] ?? 0)
  if (values.email === null) {
    if (known !== 0) await tx.remove('personcontact', known)
  } else if (known !== 0) await tx.update('personcontact', known, { value: String(values.email) })
  else {
    const row = { id: nextId, personid: id, contacttypeid: 1, contactdescriptorid: 1, value: String(values.email) }
    await tx.insert('personcontact', row)
  }
}

export async function protectFromRemoval({ tx, id, was, actor }: Removal): Promise<void> {
  if (was.primaryaccount === 't') throw invalid('id: the primary account holder cannot be deleted')
  if (was.groupid !== 2 || was.active !== 't') return
  await tx.lock('account', actor.accountid)
  const row = await tx.first(otherAdministrators, { id })
  if (Number(row?.[0]) === 0) throw invalid('id: this is the last active Administrator of the account')
}
