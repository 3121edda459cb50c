// The mail that is suggested for an invoice or an estimate: the recipients of the client's last one, and a subject and
// text; and what became of its last mail. It sends nothing; the action `mail` of the record does. The endpoints are in
// `invoicemail.ts` and `estimatemail.ts`.
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import { notFound, ValidationErrors } from '../define/api-error.ts'
import type { EndpointCall, EndpointField, ResponseValue } from '../define/endpoint.ts'
import { isVisibleRecord } from '../define/joins.ts'
import { datetime, integer, plainText } from '../define/kinds.ts'
import type { Resource } from '../define/resource.ts'
import type { ReadTransaction, Row } from '../io/database.ts'
import { accountSlot, type Statement, slot, sql, sqlName, statement } from '../io/sql.ts'
import { isEmailAddress } from '../kit/email.ts'
import { deliveryFields, readDelivery } from '../mail/document-delivery.ts'
import { type DocumentResource, documentLinks } from '../mail/document-link.ts'
import { recipientColumns } from './document-sending.ts'
import { seesAll } from './visibility.ts'

const suggestionFor = (resource: Resource, { to, cc }: Readonly<Record<'to' | 'cc', string>>, viewer: Viewer) => {
  const table = sqlName(resource.table)
  return statement(sql`select ${sqlName(`client.${to}`)}, ${sqlName(`client.${cc}`)}, client.email,
      company.invoicesubject, company.invoicetext
    from ${table}
    join project on project.accountid = ${table}.accountid and project.id = ${table}.projectid
    left join client on client.accountid = project.accountid and client.id = project.clientid
    left join company on company.accountid = ${table}.accountid
    where ${table}.accountid = ${accountSlot} and ${table}.id = ${slot('id')}
      and ${isVisibleRecord(resource, viewer, slot('id'))}`)
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

interface Letter {
  readonly subject: string
  readonly text: string
  readonly filename: string
}

export interface SuggestionSource {
  readonly name: DocumentResource
  readonly resource: Resource
  /** `own` has the company's own templates, of invoices; blank where it has none. */
  readonly letter: (tx: ReadTransaction, id: number, own: Pick<Letter, 'subject' | 'text'>) => Promise<Letter>
}

export type SuggestMail = (call: EndpointCall) => Promise<Record<string, ResponseValue>>

/** A function that returns the fields of `suggestionFields` for the record with the id of the call. */
export function suggesterOf({ name, resource, letter }: SuggestionSource): SuggestMail {
  const columns = recipientColumns[name]
  const forAll = suggestionFor(resource, columns, { role: 'Administrator', restricted: false })
  const forTeam = suggestionFor(resource, columns, { role: 'Manager', restricted: false })
  const suggestion = (actor: Actor): Statement => (seesAll(actor) ? forAll : forTeam)
  return async ({ database, actor, id, query }) => {
    const errors = new ValidationErrors()
    for (const parameter of query.keys()) errors.addUnknownName(parameter, `parameter of ${name}mail`)
    errors.throwIfAny()
    const recordid = id ?? 0
    return database.read(actor.accountid, async (tx) => {
      const row = await tx.first(suggestion(actor), { ...actorValues(actor), id: recordid })
      if (row === undefined) throw notFound(name, recordid)
      const written = await letter(tx, recordid, { subject: textOf(row[3]), text: textOf(row[4]) })
      const link = await documentLinks[name].read(tx, database.vault, recordid)
      return {
        ...recipientsOf(row),
        ...written,
        link: link?.path ?? '',
        linkviews: String(link?.views ?? 0),
        linkviewed: link?.lastview ?? null,
        ...(await readDelivery(tx, name, recordid)),
      }
    })
  }
}

function recipientsOf(row: Row): { to: string; cc: string } {
  const [lastTo = '', lastCc = '', email = ''] = row.map(textOf)
  const known = email.trim()
  return { to: lastTo || (isEmailAddress(known) ? known : ''), cc: lastTo === '' ? '' : lastCc }
}

/** The fields of the response; `template` says where subject and text come from. */
export const suggestionFields = (
  name: DocumentResource,
  template: string,
): Readonly<Record<string, EndpointField>> => ({
  to: { kind: plainText(), doc: `Recipients of the client's last ${name}, else the client's address` },
  cc: { kind: plainText(), doc: `Who got a copy of that ${name}` },
  subject: { kind: plainText(), doc: template },
  text: { kind: plainText(), doc: template },
  filename: { kind: plainText(), doc: 'Name of the attached PDF' },
  link: { kind: plainText(), doc: 'The path of its public link; blank if it has none' },
  linkviews: { kind: integer, doc: 'How often the public page was opened' },
  linkviewed: { kind: datetime, doc: 'When it was opened last, UTC', nullable: true },
  ...deliveryFields,
})
