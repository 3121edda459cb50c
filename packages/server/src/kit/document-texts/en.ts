// English texts of what clients get: the PDF of an invoice, the mail with it, and reminders. The other languages have
// the same texts.
import { formatDate, formatDateRange, formatNumber } from '../number-format.ts'

export const en = {
  formats: {
    /** A number of units of 10^-scale, with at least this many decimals. */
    number: (units: bigint, scale: number, decimals: 0 | 2): string => formatNumber(units, scale, decimals),
    /** A number with its percent sign. */
    percent: (number: string): string => `${number}%`,
    date: formatDate,
    dateRange: formatDateRange,
    /** An amount in a total. */
    inCurrency: (amount: string, currency: string): string => (currency === '' ? amount : `${currency} ${amount}`),
  },
  fileName: 'invoice',
  heading: (number: string): string => `Invoice ${number}`,
  stamps: { draft: 'DRAFT', paid: 'PAID', void: 'VOID' },
  from: 'From',
  billedTo: 'Billed to',
  taxNumber: (value: string): string => `Tax number ${value}`,
  details: 'Details',
  /** The label of the number among the details; blank where the heading is enough. */
  number: '',
  date: 'Date',
  due: 'Due',
  term: 'Terms',
  order: 'Order',
  period: 'Period',
  since: (date: string): string => `from ${date}`,
  until: (date: string): string => `until ${date}`,
  project: 'Project',
  description: 'Description',
  quantity: 'Quantity',
  rate: 'Rate',
  amount: 'Amount',
  /** The name of a line for an expense without note and category. */
  expense: 'Expense',
  subtotal: 'Subtotal',
  tax: (percent: string): string => `Tax ${percent}`,
  secondTax: (percent: string): string => `Second tax ${percent}`,
  compounded: ', compounded',
  total: 'Total',
  /** The total of an invoice with taxes. */
  totalWithTax: 'Total',
  paid: (date: string, type: string): string => `Paid ${date}, ${type}`,
  balance: 'Balance due',
  payment: {
    title: 'Payment',
    holder: 'Account holder',
    reference: 'Reference',
    online: 'Pay online',
    scan: 'Scan to pay',
  },
  credit: {
    fileName: 'credit-note',
    heading: (number: string): string => `Credit note ${number}`,
    title: (number: string): string => `Credit for invoice ${number}`,
    /** The line of a credit note for what earlier ones left. */
    rest: (number: string): string => `Remaining amount of invoice ${number}`,
    /** The labels of its details. */
    number: '',
    date: 'Date',
    invoice: 'Invoice',
    invoiceDate: 'Invoice date',
    /** Its line among the payments of the credited invoice. */
    applied: (number: string, date: string): string => `Credit note ${number}, ${date}`,
    mail: {
      subject: 'Credit note {number} from {company}',
      text: `Hello,

Attached is credit note {number} for {total}: {title}.

You can also view it online: {link}

Kind regards
{company}`,
    },
  },
  estimate: {
    fileName: 'estimate',
    heading: (number: string): string => `Estimate ${number}`,
    from: 'From',
    to: 'Prepared for',
    details: 'Details',
    number: '',
    date: 'Date',
    validUntil: 'Valid until',
    mail: {
      subject: 'Estimate {number} from {company}: {title}',
      text: `Hello,

Attached is estimate {number} for {total}: {title}.

It is valid until {validuntil}.

You can view it online, and accept or decline it there: {link}

Kind regards
{company}`,
    },
  },
  mail: {
    subject: 'Invoice {number} from {company}',
    text: `Hello,

Attached is invoice {number} for {total}, due on {due}.

You can also view it online: {link}

You can pay it online: {paylink}

Kind regards
{company}`,
  },
  reminder: {
    subject: 'Reminder: invoice {number} from {company}',
    text: `Hello,

Invoice {number} for {total} was due on {due}. The amount due is {balance}.

You can also view it online: {link}

You can pay it online: {paylink}

If you have already paid it, ignore this email.

Kind regards
{company}`,
  },
}
