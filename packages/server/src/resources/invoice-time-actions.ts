// The actions on the time entries of a draft (docs/adr/0042-draft-time.md): exclude them and include them again, move
// them to another draft of the project, write them down. Only the named entries are touched: nothing else is imported,
// and the other lines keep their hours and prices.
import { type Actor, actorValues, managers, type Viewer } from '../define/actor.ts'
import { badRequest, ValidationErrors } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { idList, money, rate, recordId } from '../define/kinds.ts'
import { cachePerViewer } from '../define/report.ts'
import type { ActionContext, RecordRule, StoredRecord, UpdateAction } from '../define/resource.ts'
import { toIds } from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { forUpdateOf, isOneOf } from '../io/dialect.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { isWholeCents, lineAmount, writtenPrice } from '../kit/money.ts'
import { checkRateCurrency } from './currencies.ts'
import { entryRate } from './entry-rate.ts'
import {
  addEntries,
  endIdleWriteDowns,
  excludeEntries,
  forgetEndedChoices,
  forgetEntries,
  includeEntries,
  priceEntry,
} from './invoice-time-choices.ts'
import { holdRates, type TimeImport, timeImportOf } from './invoice-time-import.ts'
import { finishLines, namedEntries, prepareLines } from './invoice-time-lines.ts'
import { lockInvoices, recalculateTotals } from './invoice-totals.ts'
import { time } from './time.ts'
import { inApprovedWeek } from './time-rules.ts'

export const billsTime: RecordRule = {
  where: () => sql`invoice.prefilled = 't'`,
  error: () => badRequest('id: this invoice was created without time, so no time can be imported'),
}

const lockEntries = statement(sql`select count(*) from (select time.id from time
  where time.accountid = ${accountSlot} and ${isOneOf(sql`time.id`, 'ids')} order by time.id${forUpdateOf('time')}) held`)

/** The entries that the caller sees, with the invoice they are on and what was decided about them on this one. */
const entriesSeen = cachePerViewer((viewer: Viewer) =>
  statement(sql`select time.id, time.projectid, time.date, time.time, time.billable,
    case when ${inApprovedWeek} then 1 else 0 end, coalesce(${entryRate('time')}, 0), item.invoiceid, item.id,
    choice.excluded, choice.added, choice.rate,
    (select count(*) from invoicedtime other where other.accountid = time.accountid and other.itemid = item.id)
  from time
  left join invoicedtime taken on taken.accountid = time.accountid and taken.timeid = time.id
  left join invoiceitem item on item.accountid = time.accountid and item.id = taken.itemid
  left join invoicechoice choice on choice.accountid = time.accountid and choice.timeid = time.id
    and choice.invoiceid = ${slot('invoiceid')}
  where time.accountid = ${accountSlot} and ${isOneOf(sql`time.id`, 'ids')} and ${time.visible(viewer) ?? sql`1 = 1`}`),
)

interface NamedEntry {
  readonly id: number
  readonly projectid: number
  readonly date: string
  readonly hours: number
  readonly isBillable: boolean
  readonly isApproved: boolean
  /** The rate of its day. */
  readonly rate: number
  readonly invoiceid: number | null
  readonly itemid: number | null
  readonly isExcluded: boolean
  /** It is on the invoice although it is not in the range. */
  readonly isAdded: boolean
  /** The price of an entry that was written down. */
  readonly ownRate: number | null
  /** No other entry is on its line. */
  readonly isAlone: boolean
}

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value))

const entryNotSeen = 'does not exist, or you cannot see it'

/** Locks the named entries, so that they do not change until the commit, and reads them. */
async function readEntries(act: ActionContext, errors: ValidationErrors): Promise<NamedEntry[]> {
  const { tx, actor, id, values, previous } = act
  const ids = toIds(values.timeid)
  await holdRates(tx, Number(previous.projectid))
  await tx.first(lockEntries, { ids })
  const rows = await tx.all(entriesSeen(actor), { ...actorValues(actor), ids, invoiceid: id })
  const entries = new Map(
    rows.map(([timeid, projectid, date, hours, billable, approved, dayRate, invoiceid, itemid, ...choice]) => [
      Number(timeid),
      {
        id: Number(timeid),
        projectid: Number(projectid),
        date: String(date),
        hours: Number(hours),
        isBillable: billable === 't',
        isApproved: Number(approved) === 1,
        rate: Number(dayRate),
        invoiceid: numberOrNull(invoiceid),
        itemid: numberOrNull(itemid),
        isExcluded: choice[0] === 't',
        isAdded: choice[1] === 't',
        ownRate: numberOrNull(choice[2] ?? null),
        isAlone: Number(choice[3]) === 1,
      } satisfies NamedEntry,
    ]),
  )
  return ids.flatMap((timeid) => {
    const entry = entries.get(timeid)
    if (entry === undefined) errors.addInvalid('timeid', String(timeid), entryNotSeen)
    return entry ?? []
  })
}

function checkOnInvoice({ id }: ActionContext, entries: readonly NamedEntry[], errors: ValidationErrors): void {
  for (const entry of entries)
    if (entry.invoiceid !== id) errors.addInvalid('timeid', String(entry.id), 'is not on this invoice')
}

/** The rules of an import, without its range of days. */
function checkTakeable(entries: readonly NamedEntry[], into: TimeImport, errors: ValidationErrors): void {
  for (const { id, projectid, isBillable, isApproved, date } of entries) {
    const addError = (reason: string): void => errors.addInvalid('timeid', String(id), reason)
    if (projectid !== into.projectid) addError('is not of the project of the invoice')
    if (!isBillable) addError('is not billable')
    if (into.approvedOnly && !isApproved) addError('is not in an approved week, and the invoice bills only these')
    if (into.notAfter !== null && date > into.notAfter) addError('is in the future, and the invoice does not bill that')
  }
}

const releaseNamed = statement(sql`delete from invoicedtime where accountid = ${accountSlot}
  and ${isOneOf(sql`timeid`, 'ids')}`)

const idsOf = (entries: readonly NamedEntry[]): number[] => entries.map(({ id }) => id)

const release = (tx: WriteTransaction, entries: readonly NamedEntry[]): Promise<void> =>
  tx.run('invoicedtime', releaseNamed, { ids: idsOf(entries) })

/** Puts the entries on lines of the invoice. Lines that they had alone follow them. */
async function take(tx: WriteTransaction, into: TimeImport, entries: readonly NamedEntry[]): Promise<void> {
  const { invoiceid, projectid, grouping } = into
  const values = { invoiceid, projectid, groupby: grouping, ids: idsOf(entries) }
  const own = entries.filter((entry) => entry.invoiceid === invoiceid && entry.isAlone)
  const emptied = new Map(own.flatMap(({ id, itemid }) => (itemid === null ? [] : [[id, itemid] as const])))
  await prepareLines(tx, invoiceid, namedEntries, values, emptied)
  await tx.run('invoicedtime', namedEntries.assign, values)
}

async function finish(tx: WriteTransaction, { invoiceid, grouping }: TimeImport): Promise<void> {
  await finishLines(tx, invoiceid, grouping, 'changed')
  await forgetEndedChoices(tx, invoiceid)
  await recalculateTotals(tx, invoiceid)
}

const importOf = (actor: Actor, id: number, invoice: StoredRecord): TimeImport =>
  timeImportOf(id, actor, (field) => invoice[field] ?? null)

async function excludeTime(act: ActionContext): Promise<void> {
  const { tx, actor, id, previous } = act
  const errors = new ValidationErrors()
  const entries = await readEntries(act, errors)
  checkOnInvoice(act, entries, errors)
  errors.throwIfAny()
  await release(tx, entries)
  await excludeEntries(tx, id, idsOf(entries))
  await finish(tx, importOf(actor, id, previous))
}

const isInRange = ({ date }: NamedEntry, { datebegin, dateend }: TimeImport): boolean =>
  (datebegin === null || date >= datebegin) && (dateend === null || date <= dateend)

async function includeTime(act: ActionContext): Promise<void> {
  const { tx, actor, id, previous } = act
  const into = importOf(actor, id, previous)
  await checkRateCurrency(tx, previous.projectid ?? null, String(previous.currency))
  const errors = new ValidationErrors()
  const entries = await readEntries(act, errors)
  for (const { id: timeid, isExcluded, invoiceid } of entries) {
    if (!isExcluded) errors.addInvalid('timeid', String(timeid), 'is not excluded from this invoice')
    else if (invoiceid !== null) errors.addInvalid('timeid', String(timeid), 'is on another invoice by now')
  }
  checkTakeable(entries, into, errors)
  errors.throwIfAny()
  await includeEntries(tx, id, idsOf(entries))
  await addEntries(tx, id, idsOf(entries.filter((entry) => !isInRange(entry, into))))
  await take(tx, into, entries)
  await finish(tx, into)
}

const targetFields = [
  'projectid',
  'datebegin',
  'dateend',
  'excludefuture',
  'excludeunapproved',
  'groupby',
  'currency',
  'prefilled',
  'dateissued',
  'datevoided',
]

const targetById = statement(sql`select ${sql.raw(targetFields.map((field) => `invoice.${field}`).join(', '))}
  from invoice where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

/** The invoice to move to. Invoices of other projects are not told apart from those that do not exist (T-22). */
async function readTarget(act: ActionContext, errors: ValidationErrors): Promise<TimeImport | null> {
  const { tx, actor, id, previous, values } = act
  const targetid = Number(values.invoiceid)
  const reject = (reason: string): null => {
    errors.addInvalid('invoiceid', String(targetid), reason)
    return null
  }
  if (targetid === id) return reject('is this invoice; name another one')
  await lockInvoices(tx, [targetid])
  const row = await tx.first(targetById, { id: targetid })
  const target = Object.fromEntries(
    targetFields.map((field, at) => [field, (row?.[at] ?? null) as StoredRecord[string]]),
  )
  if (row === undefined || target.projectid !== previous.projectid) return reject('is not an invoice of this project')
  if (target.dateissued !== null || target.datevoided !== null) return reject('is not a draft')
  if (target.prefilled !== 't') return reject('was created without time, so it cannot take any')
  if (target.currency !== previous.currency)
    return reject(`is in ${target.currency || 'no currency'}, and this invoice in ${previous.currency || 'none'}`)
  return importOf(actor, targetid, target)
}

async function moveTime(act: ActionContext): Promise<void> {
  const { tx, actor, id, previous } = act
  await checkRateCurrency(tx, previous.projectid ?? null, String(previous.currency))
  const errors = new ValidationErrors()
  const into = await readTarget(act, errors)
  const entries = await readEntries(act, errors)
  checkOnInvoice(act, entries, errors)
  if (into !== null) checkTakeable(entries, into, errors)
  errors.throwIfAny()
  if (into === null) return
  await release(tx, entries)
  await forgetEntries(tx, id, idsOf(entries))
  await addEntries(tx, into.invoiceid, idsOf(entries))
  for (const { id: timeid, ownRate } of entries)
    if (ownRate !== null) await priceEntry(tx, into.invoiceid, timeid, ownRate)
  await endIdleWriteDowns(tx, into.invoiceid, idsOf(entries))
  await take(tx, into, entries)
  await finish(tx, importOf(actor, id, previous))
  await finish(tx, into)
}

/** The amount of the body, checked against what each entry costs by its hours. */
function checkAmount(
  { values }: ActionContext,
  entries: readonly NamedEntry[],
  errors: ValidationErrors,
): number | null {
  const amount = typeof values.amount === 'number' ? values.amount : null
  const shown = amount === null ? '' : (money.serialize(amount) ?? '')
  if (amount !== null && !isWholeCents(amount)) errors.addInvalid('amount', shown, 'must have at most two decimals')
  for (const { id, hours, rate: dayRate, ownRate } of entries) {
    const full = lineAmount(hours, dayRate)
    if (amount === null && ownRate === null) errors.addInvalid('timeid', String(id), 'is not written down')
    if (amount !== null && amount >= full)
      errors.addInvalid('amount', shown, `must be less than ${money.serialize(full)}, the amount of time entry ${id}`)
  }
  return amount
}

async function writeDownTime(act: ActionContext): Promise<void> {
  const { tx, actor, id, previous } = act
  await checkRateCurrency(tx, previous.projectid ?? null, String(previous.currency))
  const errors = new ValidationErrors()
  const entries = await readEntries(act, errors)
  checkOnInvoice(act, entries, errors)
  const amount = checkAmount(act, entries, errors)
  errors.throwIfAny()
  await release(tx, entries)
  for (const { id: timeid, hours } of entries)
    await priceEntry(tx, id, timeid, amount === null ? null : writtenPrice(amount, hours))
  const into = importOf(actor, id, previous)
  await take(tx, into, entries)
  await finish(tx, into)
}

const timeid = (doc: string) => stored(idList, { required: true, doc })

export const timeActions: Readonly<Record<string, UpdateAction>> = {
  exclude: {
    doc: 'Excludes time entries from a draft. They stay unbilled, and later imports of this draft skip them until they are included again',
    roles: managers,
    fields: { timeid: timeid('Ids of time entries of this invoice') },
    run: excludeTime,
  },
  include: {
    doc: 'Includes excluded time entries in the draft again, at the rates of their days',
    roles: managers,
    fields: { timeid: timeid('Ids of time entries that were excluded from this invoice') },
    run: includeTime,
  },
  move: {
    doc: 'Moves time entries to another draft of the same project and currency that bills time. The date range of that draft does not matter; its other import rules apply',
    roles: managers,
    fields: {
      timeid: timeid('Ids of time entries of this invoice'),
      invoiceid: stored(recordId, { required: true, target: 'invoice', doc: 'The draft to move them to' }),
    },
    run: moveTime,
  },
  writedown: {
    doc: 'Bills time entries of a draft with a lower amount. Their hours stay as they are; each gets a line of its own',
    roles: managers,
    fields: {
      timeid: timeid('Ids of time entries of this invoice'),
      amount: stored(rate, {
        doc: 'What each of these entries is billed with, less than its hours times the rate of its day; 0 for nothing. Blank ends the write-down',
      }),
    },
    run: writeDownTime,
  },
}
