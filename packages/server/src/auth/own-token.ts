// The API tokens of the signed-in person: lists their names and dates, but never the tokens themselves (T-45). Creating
// a token is not part of the API, so that a stolen token cannot create more.
import { nextId, type ReadTransaction, type WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'

export interface OwnToken {
  readonly id: number
  readonly name: string
  readonly datecreated: string
}

const tokensOfPerson = statement(sql`select token.id, token.name, token.datecreated from token
  where token.accountid = ${accountSlot} and token.personid = ${slot('personid')} order by token.id`)

export async function listOwnTokens(tx: ReadTransaction, personid: number): Promise<OwnToken[]> {
  const rows = await tx.all(tokensOfPerson, { personid })
  return rows.map(([id, name, datecreated]) => ({
    id: Number(id),
    name: String(name),
    datecreated: String(datecreated),
  }))
}

export const addOwnToken = (
  tx: WriteTransaction,
  personid: number,
  { hash, name, now }: { hash: string; name: string; now: string },
): Promise<number> => tx.insert('token', { id: nextId, personid, hash, name, datecreated: now })

const tokenOfPerson = statement(sql`select 1 from token where token.accountid = ${accountSlot}
  and token.personid = ${slot('personid')} and token.id = ${slot('id')}`)

/** False if the person has no such token. */
export async function removeOwnToken(tx: WriteTransaction, personid: number, id: number): Promise<boolean> {
  if ((await tx.first(tokenOfPerson, { personid, id })) === undefined) return false
  await tx.remove('token', id)
  return true
}
