// The set-up of a new account: what whoever has its link is asked, and what becomes of the answers: the account's name, zone and
// currency, and its Administrator's login. The code in the link is `setup-code.ts`.

import { invalidateSetupCode, isSetupPending } from '../auth/setup-code.ts'
import { Invalid, type ValidationErrors } from '../define/api-error.ts'
import { type Kind, plainText } from '../define/kinds.ts'
import { nextId, type WriteTransaction } from '../io/database.ts'
import { accountSlot, sql, statement } from '../io/sql.ts'
import { emailContactId } from '../mail/email-contact.ts'
import { changeTimezone } from '../resources/company.ts'
import { currency, timezoneKind } from '../resources/company-kinds.ts'
import { email } from '../resources/person-kinds.ts'
import { otherWithUsername } from '../resources/person-rules.ts'

/** What is asked at the set-up, besides the password: the wire's names and what they take. */
const answerKinds: Readonly<Record<string, Kind>> = {
  company: plainText(255),
  timezone: timezoneKind,
  currency,
  firstname: plainText(65),
  lastname: plainText(85),
  username: plainText(255),
  email,
}

export const setupFields: readonly string[] = Object.keys(answerKinds)

export type SetupAnswers = Readonly<Record<string, string>>

/** The answers as they are kept; whatever is wrong with them is told of each. */
export function parseSetupAnswers(sent: (name: string) => string, faults: ValidationErrors): SetupAnswers {
  const answers: Record<string, string> = {}
  for (const [name, kind] of Object.entries(answerKinds)) {
    const value = kind.parse(sent(name).trim())
    if (value instanceof Invalid) faults.addInvalid(name, sent(name), value.reason)
    else answers[name] = String(value ?? '')
  }
  return answers
}

const currentTimezone = statement(sql`select account.timezone from account where account.id = ${accountSlot}`)

/** False when the code was used by somebody else in the meantime. */
export async function applySetup(
  tx: WriteTransaction,
  { personid, hash }: { personid: number; hash: string },
  answers: SetupAnswers & { readonly password: string },
  faults: ValidationErrors,
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
  if (!(await isSetupPending(tx, hash))) return false
  if (await tx.first(otherWithUsername, { username, id: personid })) {
    faults.addInvalid('username', username, 'is taken by another person')
  }
  faults.throwIfAny()
  await changeTimezone(tx, String((await tx.first(currentTimezone))?.[0]), timezone)
  await tx.update('account', tx.accountid, { name: company, timezone })
  await tx.update('company', 1, { currency })
  await tx.update('person', personid, { firstname, lastname, username, password: answers.password })
  const known = Number((await tx.first(emailContactId, { id: personid }))?.[0] ?? 0)
  const contact = { personid, contacttypeid: 1, contactdescriptorid: 1, value: email }
  if (known === 0) await tx.insert('personcontact', { id: nextId, ...contact })
  else await tx.update('personcontact', known, { value: email })
  await invalidateSetupCode(tx, personid)
  return true
}
