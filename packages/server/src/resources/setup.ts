// The set-up of a new account: what whoever has its link is asked, and what becomes of the answers: the account's name, zone and
// currency, and its Administrator's login. The code in the link is `setup-code.ts`.
import { type Kind, text } from '../define/kinds.ts'
import { type Faults, Unfit } from '../define/refusal.ts'
import { nextId, type WriteTransaction } from '../io/database.ts'
import { account, sql, statement } from '../io/sql.ts'
import { moveZone } from './company.ts'
import { currency, zone } from './company-kinds.ts'
import { email } from './person-kinds.ts'
import { emailContact, otherWithUsername } from './person-rules.ts'
import { isWaiting, voidSetup } from './setup-code.ts'

/** What is asked at the set-up, besides the password: the wire's names and what they take. */
const kinds: Readonly<Record<string, Kind>> = {
  company: text(255),
  timezone: zone,
  currency,
  firstname: text(65),
  lastname: text(85),
  username: text(255),
  email,
}

export const setupFields: readonly string[] = Object.keys(kinds)

export type Answers = Readonly<Record<string, string>>

/** The answers as they are kept; whatever is wrong with them is told of each. */
export function readAnswers(sent: (name: string) => string, faults: Faults): Answers {
  const answers: Record<string, string> = {}
  for (const [name, kind] of Object.entries(kinds)) {
    const value = kind.parse(sent(name).trim())
    if (value instanceof Unfit) faults.unfit(name, sent(name), value.reason)
    else answers[name] = String(value ?? '')
  }
  return answers
}

const zoneNow = statement(sql`select account.timezone from account where account.id = ${account}`)

/** False when the code was used by somebody else in the meantime. */
export async function applySetup(
  tx: WriteTransaction,
  { personid, hash }: { personid: number; hash: string },
  answers: Answers & { readonly password: string },
  faults: Faults,
): Promise<boolean> {
  const {
    company = '',
    timezone = '',
    currency = '',
    firstname = '',
    lastname = '',
    username = '',
    email = '',
  } = answers
  await tx.lock('account', tx.accountid)
  if (!(await isWaiting(tx, hash))) return false
  if (await tx.first(otherWithUsername, { username, id: personid })) {
    faults.unfit('username', username, 'is taken by another person')
  }
  faults.refuse()
  await moveZone(tx, String((await tx.first(zoneNow))?.[0]), timezone)
  await tx.update('account', tx.accountid, { name: company, timezone })
  await tx.update('company', 1, { currency })
  await tx.update('person', personid, { firstname, lastname, username, password: answers.password })
  const known = Number((await tx.first(emailContact, { id: personid }))?.[0] ?? 0)
  const contact = { personid, contacttypeid: 1, contactdescriptorid: 1, value: email }
  if (known === 0) await tx.insert('personcontact', { id: nextId, ...contact })
  else await tx.update('personcontact', known, { value: email })
  await voidSetup(tx, personid)
  return true
}
