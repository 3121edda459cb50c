// The set-up of a new account: parses the answers of the person with the set-up link and stores them as the account's
// name, time zone and currency and as the Administrator's login. The code in the link is in `auth/link-code.ts`.

import { invalidateLinks, isSetupPending } from '../auth/link-code.ts'
import { Invalid, type ValidationErrors } from '../define/api-error.ts'
import { type Kind, plainText } from '../define/kinds.ts'
import { nextId, type WriteTransaction } from '../io/database.ts'
import { accountSlot, sql, statement } from '../io/sql.ts'
import { emailContactId } from '../mail/email-contact.ts'
import { changeTimezone } from '../resources/company.ts'
import { currency, timezoneKind } from '../resources/company-kinds.ts'
import { email } from '../resources/person-kinds.ts'
import { otherWithUsername } from '../resources/person-rules.ts'

/** The fields of the set-up by wire name, without the password. */
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

/** The answers as they are stored. Adds an error for every invalid one. */
export function parseSetupAnswers(submitted: (name: string) => string, errors: ValidationErrors): SetupAnswers {
  const answers: Record<string, string> = {}
  for (const [name, kind] of Object.entries(answerKinds)) {
    const value = kind.parse(submitted(name).trim())
    if (value instanceof Invalid) errors.addInvalid(name, submitted(name), value.reason)
    else answers[name] = String(value ?? '')
  }
  return answers
}

const currentTimezone = statement(sql`select account.timezone from account where account.id = ${accountSlot}`)

/** False if the code was used by another request in the meantime. */
export async function applySetup(
  tx: WriteTransaction,
  { personid, hash }: { personid: number; hash: string },
  answers: SetupAnswers & { readonly password: string },
  errors: ValidationErrors,
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
    errors.addInvalid('username', username, 'is already used by another person')
  }
  errors.throwIfAny()
  await changeTimezone(tx, String((await tx.first(currentTimezone))?.[0]), timezone)
  await tx.update('account', tx.accountid, { name: company, timezone })
  await tx.update('company', 1, { currency })
  await tx.update('person', personid, { firstname, lastname, username, password: answers.password })
  const contactid = Number((await tx.first(emailContactId, { id: personid }))?.[0] ?? 0)
  const contact = { personid, contacttypeid: 1, contactdescriptorid: 1, value: email }
  if (contactid === 0) await tx.insert('personcontact', { id: nextId, ...contact })
  else await tx.update('personcontact', contactid, { value: email })
  await invalidateLinks(tx, personid)
  return true
}
