// The texts of recurring invoices in English.
import { plural } from './plural.ts'

type Texts = Readonly<Record<string, string>>

const lastDay = 31

const days = (day: number): string => (day === lastDay ? 'the last day' : `day ${day}`)

const lengths: Texts = { month: 'every month', quarter: 'every quarter', year: 'every year' }

/** "Billed every month, in advance, on day 5 of the month." */
function schedule(every: string, billing: string, day: number): string {
  const isMonth = every === 'month'
  const when =
    billing === 'advance'
      ? `in advance, on ${days(day)} of ${isMonth ? 'the month' : 'the first month of the period'}`
      : `in arrears, on ${days(day)} of ${isMonth ? 'the next month' : 'the month after the period'}`
  return `Billed ${lengths[every] ?? every}, ${when}.`
}

const cadences: Texts = { month: 'Monthly', quarter: 'Quarterly', year: 'Yearly' }

const billings: Texts = { advance: 'In advance', arrears: 'In arrears' }

interface DeliveryTexts {
  readonly name: string
  /** What happens with each invoice. */
  readonly each: string
  /** After a period was billed. */
  readonly billed: string
  /** Before a period is billed, if that cannot be undone. */
  readonly warning?: string
}

/** By what is done with an invoice. */
const deliveries: Readonly<Record<string, DeliveryTexts>> = {
  draft: { name: 'Create a draft', each: 'Each invoice is created as a draft.', billed: 'Draft created' },
  issue: {
    name: 'Issue',
    each: 'Each invoice is issued.',
    billed: 'Invoice issued',
    warning: "The invoice is created and issued. It can't be changed afterwards.",
  },
  send: {
    name: 'Issue and send',
    each: "Each invoice is issued and sent to the recipients of the client's last invoice.",
    billed: 'Invoice issued. It is being sent.',
    warning: "The invoice is created, issued and sent to the client by email. It can't be changed afterwards.",
  },
}

const periodStates: Texts = { due: 'Due', waiting: 'Waiting', created: 'Billed', skipped: 'Skipped' }

export const en = {
  title: 'Recurring invoices',
  one: 'Recurring invoice',
  create: 'Create recurring invoice',
  edit: 'Edit recurring invoice',
  created: (title: string) => `Recurring invoice “${title}” created. Add its lines.`,
  show: 'Show',
  shows: { all: 'All', active: 'Active', paused: 'Paused' },
  none: 'No recurring invoices yet',
  noneText: 'For hosting, maintenance or a retainer: Stint creates the invoice every month, quarter or year.',
  noneFits: 'No matching recurring invoices',
  clearFilters: 'Clear filters',
  status: 'Status',
  active: 'Active',
  paused: 'Paused',
  ended: 'Ended',
  waiting: (count: number) => plural(count, { one: '{n} waiting', other: '{n} waiting' }),
  waitingNotice: (count: number) =>
    plural(count, {
      one: '{n} period has no invoice yet. Bill it or skip it.',
      other: '{n} periods have no invoice yet. Bill or skip each of them.',
    }),

  cadences,
  billings,
  deliveries,
  scheduleTitle: 'Schedule',
  schedule,
  next: (day: string) => `Next invoice: ${day}.`,
  pausedText: 'It is paused, so no invoices are created.',
  endedText: 'It has ended, so no more invoices are created.',
  firstInvoice: (day: string) => `First invoice: ${day}.`,
  alreadyDue: (day: string) => `The first invoice was due on ${day}. You bill or skip overdue periods yourself.`,
  started: "Frequency, billing and first period can't be changed after the first period.",
  taxes: 'Taxes',

  pause: 'Pause',
  resume: 'Resume',
  nowPaused: 'Recurring invoice paused',
  nowActive: 'Recurring invoice resumed',
  delete: 'Delete recurring invoice',
  deleteTitle: (title: string) => `Delete “${title}”?`,
  deleteText: 'Its lines and periods will be permanently deleted. Invoices that it created stay.',
  deleted: 'Recurring invoice deleted',

  lines: 'Lines',
  noLinesText: 'Add the lines that every invoice gets.',
  noLinesWithTime: 'Only the hours of the period are billed. Add lines that every invoice gets besides.',
  addLine: 'Add line',
  editLine: 'Edit line',
  lineSaved: 'Line saved',
  lineAdded: 'Line added',
  deleteLine: 'Delete line',
  deleteLineTitle: (name: string) => `Delete line “${name}”?`,
  deleteLineText: 'Invoices that were already created keep it.',
  lineDeleted: 'Line deleted',
  total: 'Total before taxes',
  actions: 'Actions',
  actionsFor: (name: string) => `Actions for ${name}`,
  amountComputed: 'Quantity times rate.',

  periods: 'Periods',
  noPeriods: 'No period is due yet.',
  periodStates,
  invoiceDeleted: 'Invoice deleted',
  bill: 'Bill',
  billPeriod: (days: string) => `Bill ${days}`,
  billTitle: (days: string) => `Bill ${days}?`,
  openInvoice: 'Open invoice',
  skip: 'Skip',
  skipPeriod: (days: string) => `Skip ${days}`,
  skipTitle: (days: string) => `Skip ${days}?`,
  skipText: "No invoice is created for this period. This can't be undone.",
  skipAction: 'Skip period',
  skipped: 'Period skipped',
  older: 'Show older periods',
}
