// The API tokens of people: what each may be used for, and when it was last used. Nothing returns a token again after
// it was created (T-45). Creating a token is not part of the API, so that a stolen token cannot create more.
import { nextId, type ReadTransaction, type WriteTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'

/** A number that nobody reaches by hand, and that keeps the list readable. */
export const maxTokensPerPerson = 50

export interface TokenSettings {
  readonly name: string
  /** The instant from which it is not valid; null for never. */
  readonly dateexpires: string | null
  readonly readonly: 't' | 'f'
  /** Names of resources separated by commas; blank for all. */
  readonly resources: string
}

export interface TokenView extends TokenSettings {
  readonly id: number
  readonly personid: number
  readonly person: string
  readonly datecreated: string
  readonly lastused: string | null
  readonly lastaddress: string | null
}

const tokensWhere = (which: Fragment) =>
  statement(sql`select token.id, token.name, token.dateexpires, token.readonly, token.resources, token.personid,
      trim(person.firstname || ' ' || person.lastname), token.datecreated, used.lastused, used.lastaddress
    from token join person on person.accountid = token.accountid and person.id = token.personid
    left join tokenuse used on used.accountid = token.accountid and used.tokenid = token.id
    where token.accountid = ${accountSlot} and ${which} order by token.id`)

const tokensOfPerson = tokensWhere(sql`token.personid = ${slot('personid')}`)
const tokensOfAccount = tokensWhere(sql`1 = 1`)
const tokenById = tokensWhere(sql`token.id = ${slot('id')}`)

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value))

const toView = (row: readonly unknown[]): TokenView => ({
  id: Number(row[0]),
  name: String(row[1]),
  dateexpires: textOrNull(row[2]),
  readonly: row[3] === 't' ? 't' : 'f',
  resources: String(row[4]),
  personid: Number(row[5]),
  person: String(row[6]),
  datecreated: String(row[7]),
  lastused: textOrNull(row[8]),
  lastaddress: textOrNull(row[9]),
})

export const listOwnTokens = async (tx: ReadTransaction, personid: number): Promise<TokenView[]> =>
  (await tx.all(tokensOfPerson, { personid })).map(toView)

/** Those of everybody, for Administrators. */
export const listAccountTokens = async (tx: ReadTransaction): Promise<TokenView[]> =>
  (await tx.all(tokensOfAccount)).map(toView)

export const addOwnToken = (
  tx: WriteTransaction,
  personid: number,
  { hash, now, ...settings }: TokenSettings & { readonly hash: string; readonly now: string },
): Promise<number> => tx.insert('token', { id: nextId, personid, hash, datecreated: now, ...settings })

/** A token of the person, or of anybody in the account if no person is given. */
export async function findToken(tx: ReadTransaction, id: number, personid: number | null): Promise<TokenView | null> {
  const row = await tx.first(tokenById, { id })
  const token = row === undefined ? null : toView(row)
  return personid === null || token?.personid === personid ? token : null
}

/** Deletes all tokens of the person. */
export async function removeOwnTokens(tx: WriteTransaction, personid: number): Promise<void> {
  for (const { id } of await listOwnTokens(tx, personid)) await tx.remove('token', id)
}

/** Not if the token was revoked meanwhile. */
export const recordTokenUse = statement(sql`insert into tokenuse (accountid, tokenid, lastused, lastaddress)
  select token.accountid, token.id, ${slot('now')}, ${slot('address')} from token
  where token.accountid = ${accountSlot} and token.id = ${slot('id')}
  on conflict (accountid, tokenid) do update set lastused = excluded.lastused, lastaddress = excluded.lastaddress`)
