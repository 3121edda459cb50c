// What became of the last mail with an invoice or estimate, from the row that waits in the outbox and from the document
// itself. Nothing is stored for it: a mail that the mail server has accepted leaves the outbox.
import type { EndpointField } from '../define/endpoint.ts'
import { datetime, plainText } from '../define/kinds.ts'
import type { ReadTransaction } from '../io/database.ts'
import { accountSlot, type Statement, slot, sql, sqlName, statement } from '../io/sql.ts'
import type { DocumentResource } from './document-link.ts'

const waitingMailOf = (key: string): Statement =>
  statement(sql`select outbox.recipient, outbox.cc, outbox.lasterror, outbox.heldtill, outbox.claim from outbox
    where outbox.accountid = ${accountSlot} and ${sqlName(`outbox.${key}`)} = ${slot('id')} and outbox.givenup is null
    order by outbox.id desc limit 1`)

const lastMailOf = (table: DocumentResource): Statement =>
  statement(sql`select ${sqlName(`${table}.sentto`)}, ${sqlName(`${table}.mailerror`)} from ${sqlName(table)}
    where ${sqlName(`${table}.accountid`)} = ${accountSlot} and ${sqlName(`${table}.id`)} = ${slot('id')}`)

const statements = {
  invoice: { waiting: waitingMailOf('invoiceid'), last: lastMailOf('invoice') },
  estimate: { waiting: waitingMailOf('estimateid'), last: lastMailOf('estimate') },
}

export interface Delivery {
  readonly delivery: '' | 'sending' | 'waiting' | 'failed' | 'accepted'
  readonly deliveryto: string
  readonly deliveryerror: string
  readonly deliverynext: string | null
}

/** A mail that waits comes first: a later one may have been accepted, and this one is still not delivered. */
export async function readDelivery(tx: ReadTransaction, resource: DocumentResource, id: number): Promise<Delivery> {
  const { waiting, last } = statements[resource]
  const row = await tx.first(waiting, { id })
  if (row !== undefined) {
    const [to = '', cc = '', error = '', heldtill = '', claim = ''] = row.map(String)
    return {
      delivery: error === '' ? 'sending' : 'waiting',
      deliveryto: [to, cc].filter((list) => list !== '').join(', '),
      deliveryerror: error,
      // While a sender has it, that is the end of the lease.
      deliverynext: error === '' || claim !== '' ? null : heldtill,
    }
  }
  const [sentto = '', mailerror = ''] = ((await tx.first(last, { id })) ?? []).map(String)
  const delivery = mailerror !== '' ? 'failed' : sentto === '' ? '' : 'accepted'
  return { delivery, deliveryto: sentto, deliveryerror: mailerror, deliverynext: null }
}

export const deliveryFields: Readonly<Record<keyof Delivery, EndpointField>> = {
  delivery: {
    kind: plainText(),
    doc: 'Its last mail: sending, waiting (not taken so far, tried again), failed, accepted by the mail server, or blank for none',
  },
  deliveryto: { kind: plainText(), doc: 'The recipients of that mail' },
  deliveryerror: { kind: plainText(), doc: 'Why the mail server has not taken it; blank otherwise' },
  deliverynext: { kind: datetime, doc: 'When it is tried again, UTC; blank while it is being sent', nullable: true },
}
