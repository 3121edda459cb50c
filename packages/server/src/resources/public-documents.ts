// What leaves the server without a sign-in: the files of mails with invoices and estimates, and what their public pages
// show and can do. The files are those that people of the company see.
import type { Actor } from '../define/actor.ts'
import type { Database, ReadTransaction } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import type { MailAttachment } from '../io/mail-transport.ts'
import type { AttachedDocument } from '../mail/document-mail.ts'
import type { MailContext } from '../mail/write-mails.ts'
import { decideOnPublicPage, type PublicDecision, typedFields } from './estimate-decision.ts'
import { readPublicEstimate, readSent, renderEstimate } from './estimate-pdf.ts'
import { invoicePdf, readPublicInvoice, renderInvoice } from './invoice-pdf.ts'

const { mediatype } = invoicePdf

/** Null for a draft, and for another revision than the wanted one, if there is one. */
const readEstimateFile = (tx: ReadTransaction, id: number, wanted: number | null) =>
  readSent(tx, id, async (revision) => (wanted === null || wanted === revision ? await renderEstimate(tx, id) : null))

/** Makes the file of a document; null if it is no longer what is wanted. */
export const documentFiles =
  (database: Database, files: FileStore) =>
  async (accountid: number, { resource, id, revision }: AttachedDocument): Promise<MailAttachment | null> => {
    const render = await database.read(accountid, (tx) =>
      resource === 'invoice' ? renderInvoice(tx, id) : readEstimateFile(tx, id, revision),
    )
    return render === null ? null : { ...(await render(files)), mediatype }
  }

export const publicDocuments = (database: Database, files: FileStore) => {
  const file = documentFiles(database, files)
  return {
    invoice: {
      read: ({ accountid }: Actor, id: number) => database.read(accountid, (tx) => readPublicInvoice(tx, id)),
      file: (accountid: number, id: number) => file(accountid, { resource: 'invoice', id, revision: null }),
    },
    estimate: {
      read: (actor: Actor, id: number) => database.read(actor.accountid, (tx) => readPublicEstimate(tx, actor, id)),
      file: (accountid: number, id: number) => file(accountid, { resource: 'estimate', id, revision: null }),
      typedFields,
      decide: (context: MailContext, id: number, decision: PublicDecision) => decideOnPublicPage(context, id, decision),
    },
  }
}
