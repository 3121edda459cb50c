// The texts of a document in the language of its client: for what is stored with an invoice when it is written. What
// is printed or mailed reads the language itself.
import type { ReadTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { chooseLanguage, type DocumentTexts, documentTexts } from '../kit/document-language.ts'

const languagesOf = statement(sql`select client.language, company.language from invoice
  join project on project.accountid = invoice.accountid and project.id = invoice.projectid
  left join client on client.accountid = project.accountid and client.id = project.clientid
  left join company on company.accountid = invoice.accountid
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

export async function textsForInvoice(tx: ReadTransaction, id: number): Promise<DocumentTexts> {
  const [ofClient, ofCompany] = ((await tx.first(languagesOf, { id })) ?? []).map((value) => String(value ?? ''))
  return documentTexts(chooseLanguage(ofClient ?? '', ofCompany ?? ''))
}
