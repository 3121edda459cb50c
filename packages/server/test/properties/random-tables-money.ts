// The tables of money in random states: terms and payment types, invoices with lines and notes, the time entries of
// lines, payments, estimates; and their rules. Values that follow from other rows (amounts, sums, hours of a line, the
// day an invoice was paid) are not random: `withDerivedValues` computes them, with its own arithmetic.
import {
  byId,
  type Cell,
  type Column,
  date,
  dateOrNull,
  day,
  flag,
  history,
  instant,
  localid,
  number,
  optionalText,
  person,
  pickId,
  type Row,
  reference,
  type State,
  tableRows,
  text,
} from './random-columns.ts'

/** The term whose due day is on the invoice itself. */
const otherTerm = 6

const percent: Column = { draw: ({ random }) => (random.below(3) === 0 ? null : random.below(40) * 12_345) }
const cents: Column = { draw: ({ random }) => (random.below(900) - 200) * 12_300 }
/** The columns of a line that a person wrote, in recurring invoices and estimates. */
const fixedLine: Readonly<Record<string, Column>> = {
  name: text,
  description: optionalText,
  quantity: { draw: () => null },
  rate: { draw: ({ random }) => random.below(99) * 99_999 },
  amount: cents,
}
const sometimes = (chance: number, drawn: Column): Column => ({
  draw: (drawing) => (drawing.random.below(chance) === 0 ? drawn.draw(drawing) : null),
})

const estimateStates = ['draft', 'sent', 'accepted', 'declined']

const isDecided = ({ state }: Row): boolean => state === 'accepted' || state === 'declined'

export const moneyTables: Readonly<Record<string, Readonly<Record<string, Column>>>> = {
  invoiceterm: { name: text, duration: number(60), priority: number(9) },
  paymenttype: { name: text, priority: number(9) },
  company: {},
  invoice: {
    localid: localid('invoice'),
    projectid: reference('project'),
    date,
    termid: reference('invoiceterm'),
    termother: { draw: (drawing) => (drawing.row.termid === otherTerm ? String(optionalText.draw(drawing)) : '') },
    termotherdatedue: { draw: ({ random, row }) => (row.termid === otherTerm ? day(random) : null) },
    datedue: { draw: ({ random, row }) => row.termotherdatedue ?? day(random) },
    title: text,
    description: optionalText,
    addressfrom: optionalText,
    addressto: optionalText,
    purchaseorder: optionalText,
    disclaimer: optionalText,
    tax: percent,
    secondtax: percent,
    secondtaxcompound: flag,
    datebegin: sometimes(2, dateOrNull),
    dateend: { draw: ({ random, row }) => (row.datebegin === null && random.below(4) > 0 ? null : '2026-12-31') },
    dateissued: sometimes(4, instant),
    draft: { draw: ({ random, row }) => (row.dateissued === null && random.below(2) === 0 ? 't' : 'f') },
    datevoided: {
      draw: ({ random, row }) => (row.dateissued === null || random.below(3) > 0 ? null : '2026-09-01 08:00:00'),
    },
  },
  // Lines that people write; lines from time are added together with their entries.
  invoiceitem: {
    invoiceid: reference('invoice'),
    name: text,
    description: optionalText,
    custom: { draw: ({ row }) => row.custom ?? 't' },
    worktypeid: { to: 'worktype', draw: ({ row }) => row.worktypeid ?? null },
    quantity: {
      draw: ({ random, row }) => (row.custom === 't' && random.below(3) === 0 ? null : random.below(99) * 333_333),
    },
    rate: {
      draw: ({ random, row }) => (row.custom === 't' && random.below(3) === 0 ? null : random.below(99) * 99_999),
    },
    amount: cents,
  },
  invoicedtime: {
    itemid: { to: 'invoiceitem', required: true, draw: ({ random, state }) => pickId(random, generatedLines(state)) },
    timeid: {
      to: 'time',
      required: true,
      draw: ({ random, state, row }) =>
        pickId(
          random,
          tableRows(state, 'time').filter((entry) => lineFits(state, row.itemid, entry)),
        ),
    },
  },
  // Entries that are excluded from drafts.
  invoicechoice: {
    invoiceid: reference('invoice'),
    timeid: reference('time'),
    excluded: { draw: () => 't' },
  },
  invoicedexpense: {
    itemid: {
      to: 'invoiceitem',
      required: true,
      draw: ({ random, state }) =>
        pickId(
          random,
          tableRows(state, 'invoiceitem').filter((item) => item.custom === 't' && item.quantity === null),
        ),
    },
    expenseid: {
      to: 'expense',
      required: true,
      draw: ({ random, state, row }) =>
        pickId(
          random,
          tableRows(state, 'expense').filter((expense) => expenseFits(state, row.itemid, expense)),
        ),
    },
  },
  invoicenote: {
    invoiceid: reference('invoice'),
    authorid: person,
    title: text,
    note: optionalText,
    date: instant,
    datemodified: instant,
    changes: history('title', 'datedue', 'datebegin', 'total'),
  },
  payment: {
    projectid: reference('project'),
    invoiceid: {
      to: 'invoice',
      draw: ({ random, state, row }) => {
        const own = tableRows(state, 'invoice').filter(
          (each) => each.projectid === row.projectid && each.datevoided === null,
        )
        return random.below(4) === 0 ? null : pickId(random, own)
      },
    },
    personid: person,
    date,
    amount: cents,
    typeid: reference('paymenttype'),
    reference: optionalText,
    note: optionalText,
  },
  recurringinvoice: {
    projectid: reference('project'),
    title: text,
    every: { draw: () => 'month' },
    billing: { draw: () => 'arrears' },
    day: { draw: ({ random }) => 1 + random.below(31) },
    firstperiod: { draw: () => '2026-01-01' },
    dateend: dateOrNull,
    delivery: { draw: ({ random }) => (random.below(2) === 0 ? 'draft' : 'issue') },
    active: flag,
    includetime: flag,
    includeexpenses: flag,
    excludeunapproved: flag,
    termid: { to: 'invoiceterm', required: true, draw: ({ random }) => 1 + random.below(otherTerm - 1) },
    description: optionalText,
    addressfrom: optionalText,
    addressto: optionalText,
    purchaseorder: optionalText,
    disclaimer: optionalText,
    tax: percent,
    secondtax: percent,
    secondtaxcompound: flag,
    nextperiod: { draw: () => '2026-06-01' },
    nextdate: dateOrNull,
  },
  recurringinvoiceitem: {
    recurringinvoiceid: reference('recurringinvoice'),
    ...fixedLine,
  },
  estimate: {
    localid: localid('estimate'),
    projectid: reference('project'),
    title: text,
    date,
    validuntil: { draw: ({ random }) => (random.below(2) === 0 ? null : '2026-12-31') },
    description: optionalText,
    addressfrom: optionalText,
    addressto: optionalText,
    purchaseorder: optionalText,
    disclaimer: optionalText,
    tax: percent,
    secondtax: percent,
    secondtaxcompound: flag,
    state: { draw: ({ random }) => random.pick(estimateStates) },
    revision: number(9),
    datesent: { draw: ({ row }) => (row.state === 'draft' ? null : '2026-08-01 08:00:00') },
    sentby: { to: 'person', draw: (drawing) => (drawing.row.state === 'draft' ? null : person.draw(drawing)) },
    sentto: { draw: ({ row }) => (row.state === 'draft' ? '' : 'ada@example.com') },
    datedecided: { draw: ({ row }) => (isDecided(row) ? '2026-09-01 08:00:00' : null) },
    decidedby: { to: 'person', draw: (drawing) => (isDecided(drawing.row) ? person.draw(drawing) : null) },
    signedby: optionalText,
    onbehalf: flag,
    decisionnote: optionalText,
  },
  estimateitem: {
    estimateid: reference('estimate'),
    ...fixedLine,
  },
  recurringperiod: {
    recurringinvoiceid: reference('recurringinvoice'),
    period: { draw: ({ random }) => `2026-0${1 + random.below(9)}-01` },
    periodend: { draw: ({ row }) => String(row.period).replace(/01$/, '28') },
    date,
    state: { draw: ({ random }) => ['due', 'waiting', 'skipped'][random.below(3)] ?? 'due' },
    reason: optionalText,
  },
}

export const moneyCounts: Readonly<Record<string, number>> = {
  invoice: 14,
  invoiceitem: 24,
  invoicechoice: 6,
  invoicenote: 18,
  payment: 18,
  recurringinvoice: 8,
  recurringinvoiceitem: 14,
  recurringperiod: 14,
  estimate: 12,
  estimateitem: 20,
}

export const moneyRows: State = {
  company: [{ id: 1 }],
  invoiceterm: [0, 10, 15, 30, 60, null].map((duration, at) => ({
    id: at + 1,
    name: `Net ${duration}`,
    duration,
    priority: at,
  })),
  paymenttype: ['Cash', 'Check', 'Other'].map((name, at) => ({ id: at + 1, name, priority: at })),
  expensecategory: ['Travel', 'Meals', 'Other'].map((name, at) => ({ id: at + 1, name, priority: at, active: 't' })),
}

export const moneyKeys: readonly (readonly [string, ...string[]])[] = [
  ['invoice', 'localid'],
  ['invoicedtime', 'timeid'],
  ['invoicechoice', 'invoiceid', 'timeid'],
  ['invoicedexpense', 'expenseid'],
  ['invoicedexpense', 'itemid'],
  ['recurringperiod', 'recurringinvoiceid', 'period'],
  ['estimate', 'localid'],
]

const generatedLines = (state: State): readonly Row[] =>
  tableRows(state, 'invoiceitem').filter((row) => row.custom === 'f')

const inRange = ({ datebegin, dateend }: Row, when: Cell | undefined): boolean =>
  String(when) >= String(datebegin ?? '') && String(when) <= String(dateend ?? '9999')

const canBill = (invoice: Row | undefined, entry: Row): boolean =>
  invoice !== undefined &&
  (invoice.datebegin !== null || invoice.dateend !== null) &&
  invoice.datevoided === null &&
  entry.projectid === invoice.projectid &&
  entry.billable === 't' &&
  inRange(invoice, entry.date)

/** True if the entry may be on the line. */
function lineFits(state: State, itemid: Cell | undefined, entry: Row): boolean {
  const item = tableRows(state, 'invoiceitem').find((row) => row.id === itemid)
  const invoice = tableRows(state, 'invoice').find((row) => row.id === item?.invoiceid)
  const isFree = canBill(invoice, entry) && !isExcluded(state, invoice, entry)
  return item?.custom === 'f' && item.worktypeid === entry.worktypeid && isFree
}

const isExcluded = (state: State, invoice: Row | undefined, entry: Row): boolean =>
  tableRows(state, 'invoicechoice').some((row) => row.invoiceid === invoice?.id && row.timeid === entry.id)
/** True if the line may bill the expense. Its amount follows from the fee. */
function expenseFits(state: State, itemid: Cell | undefined, expense: Row): boolean {
  const item = tableRows(state, 'invoiceitem').find((row) => row.id === itemid)
  const invoice = tableRows(state, 'invoice').find((row) => row.id === item?.invoiceid)
  const isFree = item?.custom === 't' && item.quantity === null && item.rate === null
  const isOwn = invoice?.projectid === expense.projectid && invoice?.datevoided === null
  return isFree && isOwn && expense.billable === 't' && Number(expense.fee) !== 0
}

/** Adds a line for every third billable expense to an invoice of its project. */
export function withExpenses(state: State, firstId: number): State {
  const [items, invoicedexpense]: [Row[], Row[]] = [[], []]
  for (const [at, expense] of tableRows(state, 'expense').entries()) {
    const invoice = tableRows(state, 'invoice').find(
      (row) => row.projectid === expense.projectid && row.datevoided === null,
    )
    if (at % 3 > 0 || invoice === undefined || expense.billable !== 't' || Number(expense.fee) === 0) continue
    const rest = { description: '', custom: 't', worktypeid: null, quantity: null, rate: null, amount: 0 }
    items.push({ id: firstId + items.length, invoiceid: invoice.id ?? null, name: `Expense ${expense.id}`, ...rest })
    invoicedexpense.push({ itemid: items.at(-1)?.id ?? null, expenseid: expense.id ?? null })
  }
  return { ...state, invoiceitem: [...tableRows(state, 'invoiceitem'), ...items], invoicedexpense }
}

/** Adds the lines of prefilled invoices: one for each work type, with its entries. */
export function withHours(state: State, firstId: number): State {
  const items: Row[] = []
  const taken = new Map<Cell, Cell>()
  for (const invoice of tableRows(state, 'invoice')) {
    for (const entry of tableRows(state, 'time')) {
      if (taken.has(entry.id ?? null) || !canBill(invoice, entry) || isExcluded(state, invoice, entry)) continue
      const { worktypeid = null } = entry
      let item = items.find((row) => row.invoiceid === invoice.id && row.worktypeid === worktypeid)
      if (item === undefined) {
        const id = firstId + items.length
        const rest = { name: `Work ${id}`, description: '', custom: 'f', quantity: 0, rate: 123_450 + id, amount: 0 }
        item = { id, invoiceid: invoice.id ?? null, worktypeid, ...rest }
        items.push(item)
      }
      taken.set(entry.id ?? null, item.id ?? null)
    }
  }
  const invoicedtime = [...taken].map(([timeid, itemid]) => ({ itemid, timeid }))
  return { ...state, invoiceitem: [...tableRows(state, 'invoiceitem'), ...items], invoicedtime }
}

/** Half away from zero. */
const roundedQuotient = (number: bigint, by: bigint): bigint => {
  const size = number < 0n ? -number : number
  const rounded = (2n * size + by) / (2n * by)
  return number < 0n ? -rounded : rounded
}

/** The product of two numbers in units of 10^-10, as ten-thousandths rounded to cents. */
const product = (one: Cell | undefined, other: Cell | undefined): number =>
  Number(roundedQuotient(BigInt(Number(one ?? 0)) * BigInt(Number(other ?? 0)), 10n ** 8n) * 100n)

const sumOf = (numbers: readonly (Cell | undefined)[]): number =>
  numbers.reduce<number>((sum, each) => sum + Number(each), 0)

function withDerivedLine(state: State, item: Row): Row {
  const hours = tableRows(state, 'invoicedtime').flatMap((row) =>
    row.itemid === item.id ? [tableRows(state, 'time').find((entry) => entry.id === row.timeid)?.time] : [],
  )
  const held = tableRows(state, 'invoicedexpense').find((row) => row.itemid === item.id)
  const expense = tableRows(state, 'expense').find((row) => held !== undefined && row.id === held.expenseid)
  if (expense !== undefined) return { ...item, amount: product(expense.fee, 1_000_000) }
  const quantity = hours.length > 0 ? sumOf(hours) : (item.quantity ?? null)
  const { rate = null } = item
  return { ...item, quantity, ...(quantity === null || rate === null ? {} : { amount: product(quantity, rate) }) }
}

/** The day of the payment that first brought the balance to zero; null while there is a balance. */
function dayPaid(total: number, payments: readonly Row[]): Cell {
  const inOrder = [...payments].sort((one, other) =>
    one.date === other.date ? Number(one.id) - Number(other.id) : String(one.date) < String(other.date) ? -1 : 1,
  )
  const balances = inOrder.map((_, at) => total - sumOf(inOrder.slice(0, at + 1).map((row) => row.amount)))
  const closing = inOrder[balances.findIndex((owed) => owed <= 0)]
  return Number(balances.at(-1) ?? 1) <= 0 ? (closing?.date ?? null) : null
}

/** An invoice or estimate with the sums of its lines and taxes. */
function withSums(document: Row, lines: readonly Row[]): Row & { readonly total: number } {
  const { tax, secondtax, secondtaxcompound } = document
  const subtotal = sumOf(lines.map((row) => row.amount))
  const taxamount = product(subtotal, tax)
  const secondtaxamount = product(secondtaxcompound === 't' ? subtotal + taxamount : subtotal, secondtax)
  const total = subtotal + taxamount + secondtaxamount
  return { ...document, numitems: lines.length, subtotal, taxamount, secondtaxamount, total }
}

function withDerivedInvoice(state: State, invoice: Row): Row {
  const lines = tableRows(state, 'invoiceitem').filter((row) => row.invoiceid === invoice.id)
  const paid = tableRows(state, 'payment').filter((row) => row.invoiceid === invoice.id)
  const summed = withSums(invoice, lines)
  const { total } = summed
  const payments = sumOf(paid.map((row) => row.amount))
  return {
    ...summed,
    prefilled: invoice.datebegin === null && invoice.dateend === null ? 'f' : 't',
    payments,
    balance: total - payments,
    datepaid: dayPaid(total, paid),
  }
}

/** The state with everything that follows from other rows. */
export function withDerivedValues(state: State): State {
  const placed = new Map<Cell, number>()
  const invoiceitem = tableRows(state, 'invoiceitem')
    .toSorted((one, other) => Number(one.id) - Number(other.id))
    .map((row) => {
      const position = (placed.get(row.invoiceid ?? null) ?? 0) + 1
      placed.set(row.invoiceid ?? null, position)
      return { ...withDerivedLine(state, row), position }
    })
  const added = { ...state, invoiceitem }
  const invoice = tableRows(state, 'invoice').map((row) => withDerivedInvoice(added, row))
  const linesOf = (id: Cell | undefined) => tableRows(state, 'estimateitem').filter((row) => row.estimateid === id)
  return { ...added, invoice, estimate: tableRows(state, 'estimate').map((row) => withSums(row, linesOf(row.id))) }
}

const hasFittingTerm = ({ termid, termother, termotherdatedue, datedue }: Row): boolean =>
  termid === otherTerm
    ? termotherdatedue !== null && datedue === termotherdatedue
    : termother === '' && termotherdatedue === null

const hasFittingRange = ({ datebegin = null, dateend = null }: Row): boolean =>
  datebegin === null || dateend === null || String(datebegin) <= String(dateend)

const hasFittingState = (row: Row): boolean =>
  estimateStates.includes(String(row.state)) &&
  (row.state === 'draft') === (row.datesent === null) &&
  isDecided(row) === (row.datedecided !== null)

/** False for states that no requests could create: rows that contradict their invoice, its kind, project or state. */
export function isPossibleMoney(state: State): boolean {
  const invoices = byId(tableRows(state, 'invoice'))
  const times = byId(tableRows(state, 'time'))
  const stands = new Set(tableRows(state, 'invoicedtime').map((row) => row.itemid))
  const kinds = generatedLines(state).map((row) => `${row.invoiceid} ${row.worktypeid}`)
  return (
    tableRows(state, 'estimate').every(hasFittingState) &&
    tableRows(state, 'expense').every(({ paidby }) => paidby === 'company' || paidby === 'person') &&
    tableRows(state, 'invoice').every(
      (row) => hasFittingTerm(row) && hasFittingRange(row) && (row.datevoided === null || row.dateissued !== null),
    ) &&
    tableRows(state, 'payment').every((row) => {
      const invoice = invoices.get(row.invoiceid ?? null)
      return row.invoiceid === null || (invoice?.projectid === row.projectid && invoice?.datevoided === null)
    }) &&
    generatedLines(state).every(
      (row) => stands.has(row.id ?? null) || invoices.get(row.invoiceid ?? null)?.datevoided !== null,
    ) &&
    tableRows(state, 'invoicedtime').every((row) => lineFits(state, row.itemid, times.get(row.timeid ?? null) ?? {})) &&
    new Set(kinds).size === kinds.length &&
    tableRows(state, 'invoicedexpense').every((row) =>
      tableRows(state, 'expense').some(
        (expense) => expense.id === row.expenseid && expenseFits(state, row.itemid, expense),
      ),
    )
  )
}
