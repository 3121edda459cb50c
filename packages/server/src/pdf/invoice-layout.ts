// The layout of a printed invoice or estimate: its content, order and styles. It gets all values from the caller and
// computes no sums; amounts are integer units of the database.

import { type DocumentTexts, documentTexts } from '../kit/document-language.ts'
import { inGroups } from '../kit/iban.ts'
import { transferModules } from '../kit/payment-code.ts'
import { excerpt } from '../kit/text.ts'
import type { Block, Column, ColumnsBlock, PdfSource } from './blocks.ts'
import type { PrintedInvoice, PrintedPaymentWays, PrintedTax } from './printed-invoice.ts'
import type { TextStyle } from './text-layout.ts'

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

type Formats = DocumentTexts['formats']

const printMoney = ({ number }: Formats, units: bigint): string => number(units, moneyScale, 2)
const printPercent = ({ number, percent }: Formats, { rate }: PrintedTax): string =>
  percent(number(rate, moneyScale, 0))

const textBlock = (text: string, style: TextStyle): Block => ({ kind: 'text', text: text, style })
const spaceBlock = (height: number): Block => ({ kind: 'space', height })
const columnsBlock = (columns: readonly Column[], gap = 12): ColumnsBlock => ({ kind: 'columns', columns, gap })
const unlessBlank = (text: string, blocks: readonly Block[]): readonly Block[] => (text.trim() === '' ? [] : blocks)

export function invoiceLayout(invoice: PrintedInvoice, logo: Uint8Array | null): PdfSource {
  const author = firstLine(invoice.sender)
  const texts = documentTexts(invoice.language)
  const title = headingOf(invoice, texts)
  return {
    title: title,
    author,
    language: invoice.language,
    date: invoice.date,
    foot: author === '' ? title : `${title}  ·  ${excerpt(author)}`,
    footStyle: footerStyle,
    ...stampOf(invoice, texts),
    blocks: [
      letterheadBlock(invoice, texts, logo, author),
      spaceBlock(30),
      partiesBlock(invoice, texts),
      spaceBlock(30),
      { kind: 'text', text: invoice.title, style: { size: 13, weight: 600 }, keepWithNext: true },
      ...unlessBlank(invoice.description, [spaceBlock(4), textBlock(invoice.description, paragraphStyle)]),
      spaceBlock(14),
      ...(invoice.lines.length === 0 ? [] : [linesTable(invoice, texts)]),
      spaceBlock(12),
      columnsBlock([
        { width: 0.37, blocks: [] },
        { width: 0.63, blocks: totalsBlocks(invoice, texts) },
      ]),
      ...paymentBlocks(invoice.payment, texts),
      ...unlessBlank(invoice.disclaimer, [
        spaceBlock(28),
        hairline,
        spaceBlock(10),
        textBlock(invoice.disclaimer, { ...smallStyle, align: 'start' }),
      ]),
    ],
  }
}

function headingOf({ number, credited, estimate }: PrintedInvoice, texts: DocumentTexts): string {
  if (estimate !== null) return texts.estimate.heading(number)
  return credited === null ? texts.heading(number) : texts.credit.heading(number)
}

const badges = {
  draft: { fill: '#e5e7eb', color: '#374151' },
  paid: { fill: '#dcfce7', color: '#15803d' },
  void: { fill: '#fee2e2', color: '#b91c1c' },
} as const

type Stamp = keyof typeof badges

const hasBadge = (status: string): status is Stamp => Object.hasOwn(badges, status)

/** The large word across the page of a document that must not be paid. */
function stampOf({ status }: PrintedInvoice, texts: DocumentTexts): Pick<PdfSource, 'stamp'> {
  if (status !== 'void' && status !== 'draft') return {}
  return { stamp: { text: texts.stamps[status], color: badges[status].color } }
}

function letterheadBlock(
  invoice: PrintedInvoice,
  texts: DocumentTexts,
  logo: Uint8Array | null,
  author: string,
): Block {
  const { status } = invoice
  const badge = hasBadge(status) ? { ...badges[status], text: texts.stamps[status] } : undefined
  const badgeBlocks: Block[] =
    badge === undefined
      ? []
      : [
          spaceBlock(6),
          {
            kind: 'badge',
            text: badge.text,
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
          textBlock(headingOf(invoice, texts), { size: 22, weight: 600, align: 'right', leading: 1.2 }),
          ...badgeBlocks,
        ],
      },
    ],
    20,
  )
}

/** More than the width of the longest label, whose letters are at most this wide on average. */
const labelWidth = (labels: readonly string[], least: number, size: number): number =>
  Math.max(least, ...labels.map((label) => label.length * size * 0.64))

function partiesBlock({ sender, recipient, taxnumber, ...invoice }: PrintedInvoice, texts: DocumentTexts): Block {
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
  const rows = detailsOf(invoice, texts)
  const labels = labelWidth(
    rows.map(([label]) => label),
    44,
    9,
  )
  const details = rows.map(([label, value]) =>
    columnsBlock(
      [
        { width: labels, blocks: [textBlock(label, { ...bodyStyle, size: 9, color: grey })] },
        { width: 1, blocks: [textBlock(value, { ...bodyStyle, size: 9, align: 'right' })] },
      ],
      8,
    ),
  )
  const names =
    invoice.estimate === null ? { from: texts.from, to: texts.billedTo, details: texts.details } : texts.estimate
  return columnsBlock(
    [
      address(names.from, sender, unlessBlank(taxnumber, [textBlock(texts.taxNumber(taxnumber), bodyStyle)])),
      address(names.to, recipient, []),
      { width: labels + 132, blocks: [textBlock(names.details, captionStyle), spaceBlock(3), ...details] },
    ],
    24,
  )
}

type InvoiceDetails = Pick<
  PrintedInvoice,
  'number' | 'credited' | 'estimate' | 'date' | 'datedue' | 'term' | 'purchaseorder' | 'period' | 'project'
>

type DetailRow = readonly [label: string, value: string]

/** The rows that only this kind of document has. */
function ownDetails(invoice: InvoiceDetails, texts: DocumentTexts): DetailRow[] {
  const { date } = texts.formats
  const { number, credited, estimate } = invoice
  if (estimate !== null) {
    const { validUntil } = estimate
    return [
      [texts.estimate.number, number],
      [texts.estimate.date, date(invoice.date)],
      [texts.estimate.validUntil, validUntil === '' ? '' : date(validUntil)],
    ]
  }
  if (credited === null) {
    return [
      [texts.number, number],
      [texts.date, date(invoice.date)],
      [texts.due, date(invoice.datedue)],
      [texts.term, invoice.term],
    ]
  }
  return [
    [texts.credit.number, number],
    [texts.credit.date, date(invoice.date)],
    [texts.credit.invoice, credited.number],
    [texts.credit.invoiceDate, date(credited.date)],
  ]
}

function detailsOf(invoice: InvoiceDetails, texts: DocumentTexts): DetailRow[] {
  const details: DetailRow[] = [
    ...ownDetails(invoice, texts),
    [texts.order, invoice.purchaseorder],
    [texts.period, periodText(invoice.period, texts)],
    [texts.project, invoice.project],
  ]
  return details.filter(([label, value]) => label !== '' && value.trim() !== '')
}

function periodText(period: PrintedInvoice['period'], { formats, since, until }: DocumentTexts): string {
  const { begin = null, end = null } = period ?? {}
  if (begin !== null && end !== null) return formats.dateRange(begin, end)
  if (begin !== null) return since(formats.date(begin))
  return end === null ? '' : until(formats.date(end))
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

function linesTable({ lines, currency }: PrintedInvoice, texts: DocumentTexts): Block {
  const { formats } = texts
  const cells = lines.map(({ name, description, quantity, rate, amount }) => ({
    name,
    description,
    quantity: quantity === null ? '' : formats.number(quantity, hoursScale, 2),
    rate: rate === null ? '' : printMoney(formats, rate),
    amount: printMoney(formats, amount),
  }))
  const amountHead = currency === '' ? texts.amount : `${texts.amount}, ${currency}`
  const heads = { quantity: texts.quantity, rate: texts.rate, amount: amountHead }
  const columns = (['quantity', 'rate', 'amount'] as const)
    .map((key) => ({ key, values: cells.map((cell) => cell[key]) }))
    .filter(({ key, values }) => key === 'amount' || values.some((one) => one !== ''))
    .map(({ key, values }) => {
      const least = labelWidth([heads[key]], key === 'amount' ? 78 : 54, captionStyle.size)
      return { key, width: columnWidth(least, values) }
    })
  return {
    kind: 'table',
    rule: hairline,
    padding: 6.5,
    head: columnsBlock([
      { width: 1, blocks: [textBlock(texts.description, captionStyle)] },
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

function totalsBlocks(invoice: PrintedInvoice, texts: DocumentTexts): Block[] {
  const { subtotal, tax, secondTax, total, payments, balance, currency } = invoice
  const { formats } = texts
  const money = (units: bigint): string => printMoney(formats, units)
  const inCurrency = (units: bigint): string => formats.inCurrency(money(units), currency)
  const sum = (label: string, amount: string, style: TextStyle = bodyStyle): ColumnsBlock => {
    const width = columnWidth(78, [amount.replaceAll(/\p{L}/gu, '00')]) * (style.size / bodyStyle.size)
    const amountStyle: TextStyle = { ...style, tabular: true, align: 'right' }
    return columnsBlock([
      { width: 1, blocks: [textBlock(label, style)] },
      { width, blocks: [textBlock(amount, amountStyle)] },
    ])
  }
  const taxes = [
    ...(tax === null ? [] : [sum(texts.tax(printPercent(formats, tax)), money(tax.amount))]),
    ...(secondTax === null
      ? []
      : [
          sum(
            `${texts.secondTax(printPercent(formats, secondTax))}${secondTax.compound ? texts.compounded : ''}`,
            money(secondTax.amount),
          ),
        ]),
  ]
  const paymentRows = payments.map(({ date, type, amount }) =>
    sum(texts.paid(formats.date(date), type), money(-amount), { ...bodyStyle, color: grey }),
  )
  const creditRows = invoice.credits.map(({ number, date, amount }) =>
    sum(texts.credit.applied(number, formats.date(date)), money(amount), { ...bodyStyle, color: grey }),
  )
  const spaced = (rows: readonly Block[]): Block[] => rows.flatMap((one) => [one, spaceBlock(4)])
  return [
    ...(taxes.length === 0 ? [] : spaced([sum(texts.subtotal, money(subtotal)), ...taxes])),
    ...(taxes.length === 0 ? [] : [spaceBlock(2), hairline, spaceBlock(6)]),
    sum(taxes.length === 0 ? texts.total : texts.totalWithTax, inCurrency(total), strongStyle),
    spaceBlock(6),
    ...spaced([...creditRows, ...paymentRows]),
    ...(invoice.credited === null && invoice.estimate === null
      ? [
          spaceBlock(2),
          { kind: 'rule', color: '#111827', thickness: 1.2 } as const,
          spaceBlock(8),
          sum(texts.balance, inCurrency(balance), { size: 13, weight: 600 }),
        ]
      : []),
  ]
}

const qrSize = 92

/** The account for a transfer, its QR code, and the link to pay. */
function paymentBlocks(payment: PrintedPaymentWays | null, { payment: texts }: DocumentTexts): Block[] {
  if (payment === null) return []
  const { holder, iban, bic, reference, link, code } = payment
  const rows: (readonly [string, string, string?])[] = [
    [texts.holder, iban === '' ? '' : holder],
    ['IBAN', inGroups(iban)],
    ['BIC', bic],
    [texts.reference, inGroups(reference)],
    [texts.online, link, link],
  ]
  const shown = rows.filter(([, value]) => value !== '')
  const labels = labelWidth(
    shown.map(([label]) => label),
    44,
    9,
  )
  const lines = shown.map(([label, value, address]) =>
    columnsBlock([
      { width: labels, blocks: [textBlock(label, { ...bodyStyle, size: 9, color: grey })] },
      {
        width: 1,
        blocks: [
          {
            kind: 'text',
            text: value,
            style: { ...bodyStyle, size: 9 },
            ...(address === undefined ? {} : { link: address }),
          },
        ],
      },
    ]),
  )
  const details: Column = { width: 1, blocks: [textBlock(texts.title, captionStyle), spaceBlock(3), ...lines] }
  const qr: Column = {
    width: qrSize,
    blocks: [
      { kind: 'qr', modules: code === '' ? [] : transferModules(code), size: qrSize },
      spaceBlock(5),
      textBlock(texts.scan, { ...smallStyle, size: 7, align: 'center' }),
    ],
  }
  return [spaceBlock(26), columnsBlock(code === '' ? [details] : [details, qr], 24)]
}

const firstLine = (address: string): string => address.split('\n', 1)[0]?.trim() ?? ''
