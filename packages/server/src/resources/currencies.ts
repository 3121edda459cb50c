// The currencies of clients, invoices, estimates and payments (docs/adr/0039-currencies.md). Nothing is ever converted:
// a client has one currency for its rates; an invoice, an estimate and a payment keep theirs.
import { badRequest } from '../define/api-error.ts'
import type { FieldValue } from '../define/kinds.ts'
import { type Change, changesField, valueAfter } from '../define/resource.ts'
import type { ReadTransaction, WriteTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statement, updateRows } from '../io/sql.ts'
import { hasCents } from '../kit/currency.ts'
import { countPayments } from './invoice-totals.ts'

/** SQL for the currency of the company; blank for none. */
export const companyCurrency: Fragment = sql`coalesce((select company.currency from company where company.accountid = ${accountSlot}), '')`

/** SQL for the currency of the joined client: its own, or that of the company. */
export const clientCurrency: Fragment = sql`coalesce(nullif(client.currency, ''), ${companyCurrency})`

const currencyOfCompany = statement(sql`select ${companyCurrency}`)

const currencyOfProject = statement(sql`select ${clientCurrency} from project
  left join client on client.accountid = project.accountid and client.id = project.clientid
  where project.accountid = ${accountSlot} and project.id = ${slot('id')}`)

const currencyOfInvoice = statement(sql`select invoice.currency from invoice
  where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

const first = async (tx: ReadTransaction, of: typeof currencyOfCompany, id = 0): Promise<string> =>
  String((await tx.first(of, { id }))?.[0] ?? '')

export const readCompanyCurrency = (tx: ReadTransaction): Promise<string> => first(tx, currencyOfCompany)

/** The currency of the rates of a project. */
export const rateCurrency = (tx: ReadTransaction, projectid: FieldValue): Promise<string> =>
  first(tx, currencyOfProject, Number(projectid))

const withoutCents = (currency: string): string =>
  `amounts have two decimals, and those of ${currency} do not; use another currency`

/** A company may have a currency without cents from earlier, and its clients and invoices then have it too. */
async function checkCents({ tx, errors }: Change, currency: string): Promise<void> {
  if (currency === '' || hasCents(currency) || currency === (await readCompanyCurrency(tx))) return
  errors.add('currency', withoutCents(currency))
}

export async function checkClientCurrency(change: Change): Promise<void> {
  if (changesField(change, 'currency')) await checkCents(change, String(change.values.currency ?? ''))
}

const otherRates = (own: string, rates: string): string =>
  `hours are priced in ${rates}, the currency of the client, so an invoice of them cannot be in ${own}`

/**
 * A new invoice or estimate, and one that moves to another project, has the currency of the client unless another one
 * is sent; a blank means that of the client too. Returns the currency of the rates, or null if nothing was to check.
 */
export async function applyClientCurrency(change: Change, usesRates = false): Promise<string | null> {
  const { tx, previous, requested, values } = change
  const asked = requested.currency
  const isMoved = previous === null || changesField(change, 'projectid')
  if (!isMoved && !usesRates && asked === undefined) return null
  const rates = await rateCurrency(tx, valueAfter(change, 'projectid'))
  if (asked === undefined ? isMoved : asked === null || asked === '') values.currency = rates
  const own = String(valueAfter(change, 'currency') ?? '')
  if (changesField(change, 'currency') && own !== rates) await checkCents(change, own)
  return rates
}

/** An invoice of hours is in the currency of the rates, and one with payments keeps its currency. */
export async function applyInvoiceCurrency(change: Change, importsTime: boolean): Promise<void> {
  const { tx, id, previous, errors } = change
  if (previous !== null && previous.creditof !== null) return
  const rates = await applyClientCurrency(change, importsTime)
  if (rates === null) return
  const own = String(valueAfter(change, 'currency') ?? '')
  const isChanged = changesField(change, 'currency')
  if (isChanged && id !== null && (await countPayments(tx, id)) > 0)
    errors.add('currency', 'an invoice with payments cannot change its currency; delete the payments first')
  const takesHours = valueAfter(change, 'prefilled') === 't' && (importsTime || isChanged)
  if (takesHours && own !== rates && rates !== '') errors.add('currency', otherRates(own, rates))
}

/** Checked before hours are imported again: the currency of the client may have changed since. */
export async function checkRateCurrency(tx: ReadTransaction, projectid: FieldValue, own: string): Promise<void> {
  const rates = await rateCurrency(tx, projectid)
  if (own !== rates && rates !== '') throw badRequest(`id: ${otherRates(own, rates)}; change its currency first`)
}

/** A payment has the currency of its invoice; without one it has that of the client when it is recorded. */
export async function applyPaymentCurrency(change: Change): Promise<void> {
  const { tx, values, previous } = change
  if (previous !== null && String(previous.currency) !== '') return
  const invoiceid = valueAfter(change, 'invoiceid')
  values.currency = invoiceid
    ? await first(tx, currencyOfInvoice, Number(invoiceid))
    : await rateCurrency(tx, valueAfter(change, 'projectid'))
}

/** Checked after the write, when the caller is known to see the invoice. */
export async function rejectOtherCurrency(change: Change): Promise<void> {
  const invoiceid = valueAfter(change, 'invoiceid')
  if (!invoiceid) return
  const own = String(valueAfter(change, 'currency') ?? '')
  const owed = await first(change.tx, currencyOfInvoice, Number(invoiceid))
  if (own !== owed) throw badRequest(`invoiceid: the payment is in ${own}, and the invoice in ${owed || 'no currency'}`)
}

const withoutCurrency = ['invoice', 'payment', 'estimate'].map((table) => ({
  table,
  name: updateRows(table, sql`currency = ${slot('currency')}`, sql`currency = ''`),
}))

/** The first currency of a company is also that of what it has recorded before. Later ones change nothing. */
export async function giveFirstCurrency(tx: WriteTransaction, change: Change): Promise<void> {
  const currency = String(change.values.currency ?? '')
  if (!changesField(change, 'currency') || currency === '') return
  for (const { table, name } of withoutCurrency) await tx.run(table, name, { currency })
}
