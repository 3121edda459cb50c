// The layout of a printed invoice: its content, order and styles. It gets all values from the caller and computes no
// sums; amounts are integer units of the database.

import { formatDate, formatDateRange, formatNumber } from '../kit/number-format.ts'
import { excerpt } from '../kit/text.ts'
import type { Block, Column, ColumnsBlock, PdfSource } from './blocks.ts'
import type { TextStyle } from './text-layout.ts'

export interface PrintedLine {
  readonly name: string
  readonly description: string
  readonly quantity: bigint | null
  readonly rate: bigint | null
  readonly amount: bigint
}

export interface PrintedPayment {
  readonly date: string
  readonly type: string
  readonly amount: bigint
}

export interface PrintedTax {
  /** Percent in ten-thousandths. */
  readonly rate: bigint
  readonly amount: bigint
}

/** The printed values of an invoice. Money and rates are in ten-thousandths, quantities in millionths. */
export interface PrintedInvoice {
  readonly number: string
  readonly status: string
  readonly title: string
  readonly description: string
  readonly date: string
  readonly datedue: string
  readonly purchaseorder: string
  readonly term: string
  readonly project: string
  /** Null when the viewer may not see it. */
  readonly period: { readonly begin: string | null; readonly end: string | null } | null
  readonly sender: string
  readonly recipient: string
  readonly taxnumber: string
  readonly currency: string
  readonly disclaimer: string
  readonly lines: readonly PrintedLine[]
  readonly subtotal: bigint
  readonly tax: PrintedTax | null
  readonly secondTax: (PrintedTax & { readonly compound: boolean }) | null
  readonly total: bigint
  readonly payments: readonly PrintedPayment[]
  readonly balance: bigint
}

const grey = '#6b7280'
const hairline = { kind: 'rule', color: '#e5e7eb', thickness: 0.6 } as const

// Names and addresses are aligned left for every script; paragraphs are aligned by their script.
const bodyStyle: TextStyle = { size: 9.5, align: 'left' }
const strongStyle: TextStyle = { ...bodyStyle, weight: 600 }
const captionStyle: TextStyle = { size: 8, weight: 600, color: grey, align: 'left' }
const smallStyle: TextStyle = { size: 8.25, color: grey, align: 'left' }
const paragraphStyle: TextStyle = { size: 9.5, color: '#374151', align: 'start' }
const numberStyle: TextStyle = { size: 9.5, tabular: true, align: 'right' }
const footerStyle: TextStyle = { size: 8, color: grey, tabular: true }

const moneyScale = 4
const hoursScale = 6

const printMoney = (units: bigint): string => formatNumber(units, moneyScale, 2)
const printPercent = ({ rate }: PrintedTax): string => `${formatNumber(rate, moneyScale, 0)} %`

const textBlock = (text: string, style: TextStyle): Block => ({ kind: 'text', text: text, style })
const spaceBlock = (height: number): Block => ({ kind: 'space', height })
const columnsBlock = (columns: readonly Column[], gap = 12): ColumnsBlock => ({ kind: 'columns', columns, gap })
const unlessBlank = (text: string, blocks: readonly Block[]): readonly Block[] => (text.trim() === '' ? [] : blocks)

export function invoiceLayout(invoice: PrintedInvoice, logo: Uint8Array | null): PdfSource {
  const author = firstLine(invoice.sender)
  const title = `Invoice ${invoice.number}`
  return {
    title: title,
    author,
    language: 'en',
    date: invoice.date,
    foot: author === '' ? title : `${title}  ·  ${excerpt(author)}`,
    footStyle: footerStyle,
    ...(invoice.status === 'void' ? { stamp: { text: 'VOID', color: '#b91c1c' } } : {}),
    blocks: [
      letterheadBlock(invoice, logo, author),
      spaceBlock(30),
      partiesBlock(invoice),
      spaceBlock(30),
      { kind: 'text', text: invoice.title, style: { size: 13, weight: 600 }, keepWithNext: true },
      ...unlessBlank(invoice.description, [spaceBlock(4), textBlock(invoice.description, paragraphStyle)]),
      spaceBlock(14),
      ...(invoice.lines.length === 0 ? [] : [linesTable(invoice)]),
      spaceBlock(12),
      columnsBlock([
        { width: 0.37, blocks: [] },
        { width: 0.63, blocks: totalsBlocks(invoice) },
      ]),
      ...unlessBlank(invoice.disclaimer, [
        spaceBlock(28),
        hairline,
        spaceBlock(10),
        textBlock(invoice.disclaimer, { ...smallStyle, align: 'start' }),
      ]),
    ],
  }
}

const badges: Readonly<Record<string, { fill: string; color: string }>> = {
  paid: { fill: '#dcfce7', color: '#15803d' },
  void: { fill: '#fee2e2', color: '#b91c1c' },
}

function letterheadBlock({ number, status }: PrintedInvoice, logo: Uint8Array | null, author: string): Block {
  const badge = badges[status]
  const badgeBlocks: Block[] =
    badge === undefined
      ? []
      : [
          spaceBlock(6),
          {
            kind: 'badge',
            text: status.toUpperCase(),
            style: { size: 8, weight: 600, color: badge.color, tracking: 0.8 },
            fill: badge.fill,
          },
        ]
  const logoBlock: Block =
    logo === null
      ? textBlock(author, { size: 15, weight: 600, align: 'left', leading: 1.3 })
      : { kind: 'image', bytes: logo, width: 190, height: 58 }
  return columnsBlock(
    [
      { width: 0.55, blocks: [logoBlock] },
      {
        width: 0.45,
        blocks: [
          textBlock(`Invoice ${number}`, { size: 22, weight: 600, align: 'right', leading: 1.2 }),
          ...badgeBlocks,
        ],
      },
    ],
    20,
  )
}

function partiesBlock({ sender, recipient, taxnumber, ...invoice }: PrintedInvoice): Block {
  const address = (label: string, lines: string, more: readonly Block[]): Column => {
    const rest = lines.split('\n').slice(1).join('\n')
    return {
      width: 0.5,
      blocks: [
        textBlock(label, captionStyle),
        spaceBlock(3),
        textBlock(firstLine(lines), strongStyle),
        ...unlessBlank(rest, [textBlock(rest, bodyStyle)]),
        ...more,
      ],
    }
  }
  const details = detailsOf(invoice).map(([label, value]) =>
    columnsBlock(
      [
        { width: 44, blocks: [textBlock(label, { ...bodyStyle, size: 9, color: grey })] },
        { width: 1, blocks: [textBlock(value, { ...bodyStyle, size: 9, align: 'right' })] },
      ],
      8,
    ),
  )
  return columnsBlock(
    [
      address('From', sender, unlessBlank(taxnumber, [textBlock(`Tax number ${taxnumber}`, bodyStyle)])),
      address('Billed to', recipient, []),
      { width: 176, blocks: [textBlock('Details', captionStyle), spaceBlock(3), ...details] },
    ],
    24,
  )
}

type InvoiceDetails = Pick<PrintedInvoice, 'date' | 'datedue' | 'term' | 'purchaseorder' | 'period' | 'project'>

function detailsOf({
  date,
  datedue,
  term,
  purchaseorder,
  period,
  project,
}: InvoiceDetails): (readonly [string, string])[] {
  const details: (readonly [string, string])[] = [
    ['Date', formatDate(date)],
    ['Due', formatDate(datedue)],
    ['Terms', term],
    ['Order', purchaseorder],
    ['Period', periodText(period)],
    ['Project', project],
  ]
  return details.filter(([, value]) => value.trim() !== '')
}

function periodText(period: PrintedInvoice['period']): string {
  const { begin = null, end = null } = period ?? {}
  if (begin !== null && end !== null) return formatDateRange(begin, end)
  if (begin !== null) return `from ${formatDate(begin)}`
  return end === null ? '' : `until ${formatDate(end)}`
}

/** The width of the widest number. All digits have one width, so no shaping is needed. */
const columnWidth = (minWidth: number, texts: readonly string[]): number =>
  Math.max(
    minWidth,
    ...texts.map((one) => {
      const digits = one.replaceAll(/[^0-9\u2212]/g, '').length
      return (digits * 0.66 + (one.length - digits) * 0.31) * (numberStyle.size ?? 0) + 2
    }),
  )

function linesTable({ lines, currency }: PrintedInvoice): Block {
  const cells = lines.map(({ name, description, quantity, rate, amount }) => ({
    name,
    description,
    quantity: quantity === null ? '' : formatNumber(quantity, hoursScale, 2),
    rate: rate === null ? '' : printMoney(rate),
    amount: printMoney(amount),
  }))
  const columns = (['quantity', 'rate', 'amount'] as const)
    .map((key) => ({ key, texts: cells.map((cell) => cell[key]) }))
    .filter(({ key, texts }) => key === 'amount' || texts.some((one) => one !== ''))
    .map(({ key, texts }) => ({ key, width: columnWidth(key === 'amount' ? 78 : 54, texts) }))
  const heads = { quantity: 'Quantity', rate: 'Rate', amount: currency === '' ? 'Amount' : `Amount, ${currency}` }
  return {
    kind: 'table',
    rule: hairline,
    padding: 6.5,
    head: columnsBlock([
      { width: 1, blocks: [textBlock('Description', captionStyle)] },
      ...columns.map(({ key, width }) => ({
        width,
        blocks: [textBlock(heads[key], { ...captionStyle, align: 'right' as const })],
      })),
    ]),
    rows: cells.map((cell) =>
      columnsBlock([
        {
          width: 1,
          blocks: [
            textBlock(cell.name, bodyStyle),
            ...unlessBlank(cell.description, [spaceBlock(1), textBlock(cell.description, smallStyle)]),
          ],
        },
        ...columns.map(({ key, width }) => ({ width, blocks: [textBlock(cell[key], numberStyle)] })),
      ]),
    ),
  }
}

function totalsBlocks({ subtotal, tax, secondTax, total, payments, balance, currency }: PrintedInvoice): Block[] {
  const inCurrency = (units: bigint): string =>
    currency === '' ? printMoney(units) : `${currency} ${printMoney(units)}`
  const sum = (label: string, amount: string, style: TextStyle = bodyStyle): ColumnsBlock => {
    const width = columnWidth(78, [amount.replaceAll(/\p{L}/gu, '00')]) * (style.size / bodyStyle.size)
    const amountStyle: TextStyle = { ...style, tabular: true, align: 'right' }
    return columnsBlock([
      { width: 1, blocks: [textBlock(label, style)] },
      { width, blocks: [textBlock(amount, amountStyle)] },
    ])
  }
  const taxes = [
    ...(tax === null ? [] : [sum(`Tax ${printPercent(tax)}`, printMoney(tax.amount))]),
    ...(secondTax === null
      ? []
      : [
          sum(
            `Second tax ${printPercent(secondTax)}${secondTax.compound ? ', compounded' : ''}`,
            printMoney(secondTax.amount),
          ),
        ]),
  ]
  const paymentRows = payments.map(({ date, type, amount }) =>
    sum(`Paid ${formatDate(date)}, ${type}`, printMoney(-amount), { ...bodyStyle, color: grey }),
  )
  const spaced = (rows: readonly Block[]): Block[] => rows.flatMap((one) => [one, spaceBlock(4)])
  return [
    ...(taxes.length === 0 ? [] : spaced([sum('Subtotal', printMoney(subtotal)), ...taxes])),
    ...(taxes.length === 0 ? [] : [spaceBlock(2), hairline, spaceBlock(6)]),
    sum('Total', inCurrency(total), strongStyle),
    spaceBlock(6),
    ...(paymentRows.length === 0 ? [] : spaced(paymentRows)),
    spaceBlock(2),
    { kind: 'rule', color: '#111827', thickness: 1.2 },
    spaceBlock(8),
    sum('Balance due', inCurrency(balance), { size: 13, weight: 600 }),
  ]
}

const firstLine = (address: string): string => address.split('\n', 1)[0]?.trim() ?? ''
