// A new account and what it starts with: the fixed groups and kinds of contact, starter statuses, priorities, modules and
// work types, and its primary Administrator (decisions 34, 36, 50). Used by the first start, the demo and the tests.

import { storeSetupCode } from '../auth/setup-code.ts'
import { groupOfRole } from '../define/actor.ts'
import { ConstraintViolation, type Database, NextNumber, nextId, type WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'

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
    /** A first token, made together with the account, so that no account is left without a way in. */
    readonly token?: NewToken
    /** The code of the set-up link, hashed; none for an account that is set up already. */
    readonly setup?: { readonly hash: string; readonly now: string }
  }
}

export interface NewToken {
  readonly hash: string
  readonly name: string
  readonly now: string
}

const groups: readonly (readonly [number, string])[] = [
  [2, 'Administrator'],
  [3, 'Manager'],
  [4, 'Resource'],
  [5, 'Executive'],
]

/** Kinds of contact with their descriptors; ids are the same in every account, descriptors numbered in this order. */
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

/** Their ids are the same in every account: the sixth term is the one that invoices name themselves. */
const terms: readonly (readonly [string, number | null])[] = [
  ['Upon Receipt', 0],
  ['Net 10', 10],
  ['Net 15', 15],
  ['Net 30', 30],
  ['Net 60', 60],
  ['Other', null],
]
const paymentTypes = ['Cash', 'Check', 'Credit Card', 'Electronic Transfer', 'Other']

const highestAccountId = statement(sql`select coalesce(max(account.id), 0) from account`)

const insertAccount = statement(sql`insert into account (id, name, timezone, datecreated)
  values (${accountSlot}, ${slot('name')}, ${slot('timezone')}, ${slot('today')})`)

const allAccountIds = statement(sql`select account.id from account order by account.id`)

export const accountIds = (database: Database): Promise<number[]> =>
  database.read(0, async (tx) => (await tx.all(allAccountIds)).map(([id]) => Number(id)))

export async function countAccounts(database: Database): Promise<number> {
  const row = await database.read(0, (tx) => tx.first(highestAccountId))
  return Number(row?.[0] ?? 0)
}

/** Makes an account and answers its id and that of its primary Administrator. */
export async function createAccount(
  database: Database,
  wanted: NewAccount,
): Promise<{ accountid: number; personid: number }> {
  for (let attempt = 0; ; attempt++) {
    const accountid = (await countAccounts(database)) + 1
    try {
      const personid = await database.write(accountid, (tx) => fillAccount(tx, wanted))
      return { accountid, personid }
    } catch (error) {
      // Another process took the number in between.
      if (!(error instanceof ConstraintViolation) || attempt >= 5) throw error
    }
  }
}

async function fillAccount(
  tx: WriteTransaction,
  { name, timezone, today, administrator }: NewAccount,
): Promise<number> {
  await tx.run('account', insertAccount, { name, timezone, today })
  for (const [id, groupName] of groups) await tx.insert('persongroup', { id, name: groupName })
  await fillContacts(tx)
  for (const [status, priority, frozen, closed] of statuses) {
    await tx.insert('taskstatus', { id: nextId, name: status, priority, frozen, active: 't', closed })
  }
  for (const [at, color] of priorityColors.entries()) {
    const isdefault = at === 2 ? 't' : 'f'
    await tx.insert('taskpriority', { id: nextId, name: `P${at + 1}`, color, priority: at + 1, isdefault, active: 't' })
  }
  for (const module of modules) await tx.insert('module', { id: nextId, name: module, active: 't', custom: 'f' })
  for (const [worktype, rate] of worktypes) {
    await tx.insert('worktype', { id: nextId, name: worktype, defaulthourlyrate: rate, active: 't', custom: 'f' })
  }
  await fillBilling(tx)
  return addAdministrator(tx, timezone, administrator)
}

async function fillBilling(tx: WriteTransaction): Promise<void> {
  for (const [at, [name, duration]] of terms.entries()) {
    await tx.insert('invoiceterm', { id: at + 1, name, duration, priority: at + 1 })
  }
  for (const [at, name] of paymentTypes.entries()) {
    await tx.insert('paymenttype', { id: at + 1, name, priority: at + 1 })
  }
  await tx.insert('company', { id: 1 })
}

async function fillContacts(tx: WriteTransaction): Promise<void> {
  let descriptor = 0
  for (const [at, [type, descriptors]] of contacts.entries()) {
    await tx.insert('contacttype', { id: at + 1, name: type })
    for (const name of descriptors) {
      descriptor++
      await tx.insert('contactdescriptor', { id: descriptor, contacttypeid: at + 1, name })
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

/** Keeps a token by its hash alone: the token itself is shown once and never again (T-45). */
export const storeToken = (database: Database, { accountid, personid }: TokenOwner, token: NewToken): Promise<number> =>
  database.write(accountid, (tx) => insertToken(tx, personid, token))

const deleteTokensOfPerson = statement(
  sql`delete from token where accountid = ${accountSlot} and personid = ${slot('personid')}`,
)

export const revokeTokens = (database: Database, { accountid, personid }: TokenOwner): Promise<void> =>
  database.write(accountid, (tx) => tx.run('token', deleteTokensOfPerson, { personid }))

const loginsByNameOrId = statement(sql`select person.accountid, person.id, person.active from person
  where person.username <> '' and (lower(person.username) = lower(${slot('wanted')}) or cast(person.id as text) = ${slot('wanted')})`)

/** People who can log in, by login name or id, in any account: for the operator's command line only. */
export async function findLogins(database: Database, wanted: string): Promise<TokenOwner[]> {
  const rows = await database.read(0, (tx) => tx.all(loginsByNameOrId, { wanted }))
  return rows.map(([accountid, personid]) => ({ accountid: Number(accountid), personid: Number(personid) }))
}
