// What sending an invoice and sending an estimate by mail share: the body of the request, the row in the outbox, the
// recipients that the client remembers, and the actions on the public link. The mail is a row of the same transaction,
// so it is sent once for each request that succeeded (T-191).
import { managers } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { addressesIn, emailList } from '../define/email-list.ts'
import { stored } from '../define/fields.ts'
import { plainText } from '../define/kinds.ts'
import type { ActionContext, UpdateAction } from '../define/resource.ts'
import { accountSlot, type Statement, slot, sql, sqlName, statement } from '../io/sql.ts'
import { hasLinkWord, isOnlyLink } from '../kit/mail-body.ts'
import { type DocumentResource, documentLinks } from '../mail/document-link.ts'
import { type AttachedDocument, writeDocumentMail } from '../mail/document-mail.ts'

export const mailFields = {
  to: stored(emailList, { required: true, doc: 'Addresses, separated by commas' }),
  cc: stored(emailList, { doc: 'Addresses that get a copy' }),
  subject: stored(plainText(150), { required: true }),
  text: stored(plainText(10_000), {
    required: true,
    doc: 'Plain text, line by line; {link} becomes the public link',
  }),
}

/** The columns of a client with the recipients of its last document. */
export const recipientColumns = {
  invoice: { to: 'invoiceto', cc: 'invoicecc' },
  estimate: { to: 'estimateto', cc: 'estimatecc' },
} as const satisfies Readonly<Record<DocumentResource, object>>

const clientOf = (resource: DocumentResource): Statement => {
  const table = sqlName(resource)
  return statement(sql`select project.clientid from ${table}
    join project on project.accountid = ${table}.accountid and project.id = ${table}.projectid
    where ${table}.accountid = ${accountSlot} and ${table}.id = ${slot('id')}`)
}

const clientStatements = { invoice: clientOf('invoice'), estimate: clientOf('estimate') }

/** The next document of this client suggests the same recipients. */
async function rememberRecipients(
  { tx }: ActionContext,
  { resource, id }: AttachedDocument,
  to: string,
  cc: string,
): Promise<void> {
  const [clientid] = (await tx.first(clientStatements[resource], { id })) ?? []
  if (clientid === null || clientid === undefined) return
  const columns = recipientColumns[resource]
  await tx.update('client', Number(clientid), { [columns.to]: to, [columns.cc]: cc })
}

/** Returns all addresses it is sent to. `otherWay` completes what can be done without a mail server. */
export async function mailDocument(
  context: ActionContext,
  document: AttachedDocument,
  otherWay: string,
): Promise<string> {
  const { tx, actor, values } = context
  const site = context.noticeMailer()?.site ?? null
  if (site === null) {
    throw badRequest(
      `mail: this server has no mail server, so nothing was sent; an Administrator can enter one in the settings, or ${otherWay}`,
    )
  }
  const [to, cc] = [String(values.to), String(values.cc ?? '')]
  const mail = { document, to, cc, subject: String(values.subject), text: String(values.text) }
  if (site.publicUrl === null && isOnlyLink(mail.text)) {
    throw badRequest(
      'text: has nothing but the line with {link}, which is left out because this server has no public address; write more, or set STINT_PUBLIC_URL',
    )
  }
  if (hasLinkWord(mail.text) && site.publicUrl !== null)
    await documentLinks[document.resource].ensure(tx, context.vault, document.id, actor.now)
  await writeDocumentMail(tx, actor, site, mail)
  await rememberRecipients(context, document, to, cc)
  return [...new Set([...addressesIn(to), ...addressesIn(cc)])].join(', ')
}

/** Create and revoke the public link. `what` says which of the documents may have one. */
export const linkActions = (
  resource: DocumentResource,
  what: string,
): Readonly<Record<'link' | 'unlink', UpdateAction>> => ({
  link: {
    doc: `Creates the public link of ${what}, in place of the one it has. GET /${resource}mail/ returns it`,
    roles: managers,
    run: ({ tx, actor, id, vault }) => documentLinks[resource].replace(tx, vault, id, actor.now),
  },
  unlink: {
    doc: `Revokes the public link of an ${resource}`,
    roles: managers,
    run: ({ tx, id }) => documentLinks[resource].remove(tx, id),
  },
})
