// Creates an account with its initial records: the fixed groups and contact types, default statuses, priorities,
// modules and work types, and the primary Administrator (decisions 34, 36, 50). Used by the first start, the demo and
// the tests.

import { storeSetupCode } from '../auth/link-code.ts'
import { allRoles, groupOfRole } from '../define/actor.ts'
import { ConstraintViolation, type Database, NextNumber, nextId, type WriteTransaction } from '../io/database.ts'
import { accountSlot, deleteRows, insertRows, slot, sql, statement } from '../io/sql.ts'

export interface NewAccount {
  readonly name: string
  readonly timezone: string
  /** The account's first day, YYYY-MM-DD. */
  readonly today: string
  readonly administrator: {
    readonly firstname: string
    readonly lastname: string
    readonly username: string
    readonly passwordHash: string
    readonly email: string
    /** A first token, created in the same transaction, so that every account can be accessed. */
    readonly token?: NewToken
    /** The hash of the code in the set-up link; none for an account that is set up already. */
    readonly setup?: { readonly hash: string; readonly now: string }
  }
}

export interface NewToken {
  readonly hash: string
  readonly name: string
  readonly now: string
}

/** Contact types with their descriptors. The ids are the same in every account; both are numbered in this order. */
const contacts: readonly (readonly [string, readonly string[]])[] = [
  ['Email', ['Work', 'Home', 'Other']],
  ['Phone', ['Work', 'Home', 'Mobile', 'Fax', 'Other']],
  ['Address', ['Work', 'Home', 'Other']],
  ['Website', ['Work', 'Personal', 'Other']],
  ['IM', ['AIM', 'MSN', 'Yahoo', 'Skype', 'Other']],
]

const statuses: readonly (readonly [string, number, frozen: string, closed: string])[] = [
  ['Open', 1, 't', 'f'],
  ['In Progress', 2, 'f', 'f'],
  ['Verify & Close', 3, 'f', 'f'],
  ['Staged', 4, 'f', 'f'],
  ['Closed', 10, 't', 't'],
]

const priorityColors = ['D7263D', 'F46036', 'E2B33C', '2E86AB', '7D8597']
const modules = ['Project Management', 'Design', 'Development', 'Testing', 'Support']
const worktypes: readonly (readonly [string, number])[] = [
  ['Consulting', 120_0000],
  ['Design', 90_0000],
  ['Development', 100_0000],
  ['Meeting', 80_0000],
]

/** The ids are the same in every account: term 6 is the one whose due date is set on the invoice. */
const terms: readonly (readonly [string, number | null])[] = [
  ['Upon Receipt', 0],
  ['Net 10', 10],
  ['Net 15', 15],
  ['Net 30', 30],
  ['Net 60', 60],
  ['Other', null],
]
const paymentTypes = ['Cash', 'Check', 'Credit Card', 'Electronic Transfer', 'Other']
const expenseCategories = ['Travel', 'Accommodation', 'Meals', 'Materials', 'Software', 'Other']

const highestAccountId = statement(sql`select coalesce(max(account.id), 0) from account`)

const insertAccount = insertRows(
  'account',
  sql`(id, name, timezone, datecreated)
  values (${accountSlot}, ${slot('name')}, ${slot('timezone')}, ${slot('today')})`,
)

const allAccountIds = statement(sql`select account.id from account order by account.id`)

export const accountIds = (database: Database): Promise<number[]> =>
  database.read(0, async (tx) => (await tx.all(allAccountIds)).map(([id]) => Number(id)))

export async function countAccounts(database: Database): Promise<number> {
  const row = await database.read(0, (tx) => tx.first(highestAccountId))
  return Number(row?.[0] ?? 0)
}

/** Creates an account and returns its id and that of its primary Administrator. */
export async function createAccount(
  database: Database,
  account: NewAccount,
): Promise<{ accountid: number; personid: number }> {
  for (let attempt = 0; ; attempt++) {
    const accountid = (await countAccounts(database)) + 1
    try {
      const personid = await database.write(accountid, (tx) => fillAccount(tx, account))
      return { accountid, personid }
    } catch (error) {
      // Another process took the id in the meantime.
      if (!(error instanceof ConstraintViolation) || attempt >= 5) throw error
    }
  }
}

async function fillAccount(
  tx: WriteTransaction,
  { name, timezone, today, administrator }: NewAccount,
): Promise<number> {
  await tx.run('account', insertAccount, { name, timezone, today })
  for (const role of allRoles) await tx.insert('persongroup', { id: groupOfRole[role], name: role })
  await fillContacts(tx)
  for (const [status, priority, frozen, closed] of statuses) {
    await tx.insert('taskstatus', { id: nextId, name: status, priority, frozen, active: 't', closed })
  }
  for (const [index, color] of priorityColors.entries()) {
    const [name, priority, isdefault] = [`P${index + 1}`, index + 1, index === 2 ? 't' : 'f']
    await tx.insert('taskpriority', { id: nextId, name, color, priority, isdefault, active: 't' })
  }
  for (const module of modules) await tx.insert('module', { id: nextId, name: module, active: 't', custom: 'f' })
  for (const [worktype, rate] of worktypes) {
    await tx.insert('worktype', { id: nextId, name: worktype, defaulthourlyrate: rate, active: 't', custom: 'f' })
  }
  await fillBilling(tx)
  return addAdministrator(tx, timezone, administrator)
}

async function fillBilling(tx: WriteTransaction): Promise<void> {
  for (const [index, [name, duration]] of terms.entries()) {
    await tx.insert('invoiceterm', { id: index + 1, name, duration, priority: index + 1 })
  }
  for (const [index, name] of paymentTypes.entries()) {
    await tx.insert('paymenttype', { id: index + 1, name, priority: index + 1 })
  }
  for (const [index, name] of expenseCategories.entries()) {
    await tx.insert('expensecategory', { id: index + 1, name, priority: index + 1 })
  }
  await tx.insert('company', { id: 1 })
}

async function fillContacts(tx: WriteTransaction): Promise<void> {
  let descriptor = 0
  for (const [index, [type, descriptors]] of contacts.entries()) {
    await tx.insert('contacttype', { id: index + 1, name: type })
    for (const name of descriptors) {
      descriptor++
      await tx.insert('contactdescriptor', { id: descriptor, contacttypeid: index + 1, name })
    }
  }
}

async function addAdministrator(
  tx: WriteTransaction,
  timezone: string,
  { firstname, lastname, username, passwordHash, email, token, setup }: NewAccount['administrator'],
): Promise<number> {
  const personid = await tx.insert('person', {
    id: nextId,
    localid: new NextNumber('person'),
    firstname,
    lastname,
    primaryaccount: 't',
    allprojects: 'f',
    active: 't',
    private: 'f',
    username,
    password: passwordHash,
    groupid: groupOfRole.Administrator,
    timezone,
  })
  await tx.insert('personcontact', { id: nextId, personid, contacttypeid: 1, contactdescriptorid: 1, value: email })
  if (token !== undefined) await insertToken(tx, personid, token)
  if (setup !== undefined) await storeSetupCode(tx, personid, setup.hash, setup.now)
  return personid
}

const insertToken = (tx: WriteTransaction, personid: number, { hash, name, now }: NewToken): Promise<number> =>
  tx.insert('token', { id: nextId, personid, hash, name, datecreated: now })

export interface TokenOwner {
  readonly accountid: number
  readonly personid: number
}

/** Stores only the hash of a token; the token itself is shown once (T-45). */
export const storeToken = (database: Database, { accountid, personid }: TokenOwner, token: NewToken): Promise<number> =>
  database.write(accountid, (tx) => insertToken(tx, personid, token))

const deleteTokensOfPerson = deleteRows('token', sql`personid = ${slot('personid')}`)

export const revokeTokens = (database: Database, { accountid, personid }: TokenOwner): Promise<void> =>
  database.write(accountid, (tx) => tx.run('token', deleteTokensOfPerson, { personid }))

const loginsByNameOrId = statement(sql`select person.accountid, person.id, person.active from person
  where person.username <> '' and (lower(person.username) = lower(${slot('wanted')}) or cast(person.id as text) = ${slot('wanted')})`)

/** People who can log in, by user name or id, in any account. For the operator's command line only. */
export async function findLogins(database: Database, nameOrId: string): Promise<TokenOwner[]> {
  const rows = await database.read(0, (tx) => tx.all(loginsByNameOrId, { wanted: nameOrId }))
  return rows.map(([accountid, personid]) => ({ accountid: Number(accountid), personid: Number(personid) }))
}
