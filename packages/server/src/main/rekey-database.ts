// Encrypts everything that is stored encrypted with the first key: fields of resources, secrets of accounts, and the
// password of the mail server. A test compares this with what is in the database.
import { accountIds } from '../accounts/create-account.ts'
import { oidcSecrets } from '../auth/oidc-setting.ts'
import { factorSecrets } from '../auth/second-factor.ts'
import { rekeyAccount } from '../engine/encryption.ts'
import { savedResponses } from '../engine/idempotency.ts'
import type { Database } from '../io/database.ts'
import { type RekeyResult, rekeyColumn } from '../io/secret-column.ts'
import { documentLinks } from '../mail/document-link.ts'
import { rekeyMailSetting } from '../mail/mail-setting.ts'
import { resources } from '../resources/all.ts'

const linkSecrets = Object.values(documentLinks).map(({ secrets }) => secrets)
const secretColumns = [factorSecrets, oidcSecrets, ...linkSecrets, savedResponses]

export async function rekeyDatabase(database: Database): Promise<RekeyResult> {
  const results: RekeyResult[] = [{ count: await rekeyMailSetting(database), failures: [] }]
  for (const accountid of await accountIds(database)) {
    results.push(await rekeyAccount(database, resources.values(), accountid))
    for (const column of secretColumns) results.push(await rekeyColumn(database, accountid, column))
  }
  return {
    count: results.reduce((sum, { count }) => sum + count, 0),
    failures: results.flatMap(({ failures }) => failures),
  }
}
