// The page that a client gets: what stands on an invoice, in which order and how it looks. It is given everything that it prints
// and adds nothing up: the sums are the record's own, in whole units of the database.
import type { Block, Column, ColumnsBlock, PaperDocument } from '../io/pdf-blocks.ts'
import type { TextStyle } from '../io/pdf-text.ts'
import { printDay, printDays, printFigure } from '../kit/figure.ts'
import { excerpt } from '../kit/text.ts'

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
  /** Per cent, in ten-thousandths. */
  readonly rate: bigint
  readonly amount: bigint
}

/** An invoice with all that is printed of it. Money and rates are in ten-thousandths, quantities in millionths. */
export interface InvoiceFacts {
  readonly number: string
  readonly standing: string
  readonly title: string
  readonly description: string
  readonly date: string
  readonly datedue: string
  readonly purchaseorder: string
  readonly term: string
  readonly project: string
  /** Null for those from whom it is hidden. */
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

// Names and addresses stand at the left, whatever their script; whole paragraphs begin where their script does.
const body: TextStyle = { size: 9.5, align: 'left' }
const strong: TextStyle = { ...body, weight: 600 }
const caption: TextStyle = { size: 8, weight: 600, color: grey, align: 'left' }
const small: TextStyle = { size: 8.25, color: grey, align: 'left' }
const paragraph: TextStyle = { size: 9.5, color: '#374151', align: 'start' }
const figures: TextStyle = { size: 9.5, tabular: true, align: 'right' }
const foot: TextStyle = { size: 8, color: grey, tabular: true }

const moneyScale = 4
const hoursScale = 6

const money = (units: bigint): string => printFigure(units, moneyScale, 2)
const perCent = ({ rate }: PrintedTax): string => `${printFigure(rate, moneyScale, 0)} %`

const text = (words: string, style: TextStyle): Block => ({ kind: 'text', text: words, style })
const space = (height: number): Block => ({ kind: 'space', height })
const row = (columns: readonly Column[], gap = 12): ColumnsBlock => ({ kind: 'columns', columns, gap })
const optional = (words: string, blocks: readonly Block[]): readonly Block[] => (words.trim() === '' ? [] : blocks)

export function invoicePaper(facts: InvoiceFacts, logo: Uint8Array | null): PaperDocument {
  const author = firstLine(facts.sender)
  const named = `Invoice ${facts.number}`
  return {
    title: named,
    author,
    language: 'en',
    date: facts.date,
    foot: author === '' ? named : `${named}  ·  ${excerpt(author)}`,
    footStyle: foot,
    ...(facts.standing === 'void' ? { stamp: { text: 'VOID', color: '#b91c1c' } } : {}),
    blocks: [
      letterhead(facts, logo, author),
      space(30),
      parties(facts),
      space(30),
      { kind: 'text', text: facts.title, style: { size: 13, weight: 600 }, keepWithNext: true },
      ...optional(facts.description, [space(4), text(facts.description, paragraph)]),
      space(14),
      ...(facts.lines.length === 0 ? [] : [lines(facts)]),
      space(12),
      row([
        { width: 0.37, blocks: [] },
        { width: 0.63, blocks: sums(facts) },
      ]),
      ...optional(facts.disclaimer, [
        space(28),
        hairline,
        space(10),
        text(facts.disclaimer, { ...small, align: 'start' }),
      ]),
    ],
  }
}

const badges: Readonly<Record<string, { fill: string; color: string }>> = {
  paid: { fill: '#dcfce7', color: '#15803d' },
  void: { fill: '#fee2e2', color: '#b91c1c' },
}

function letterhead({ number, standing }: InvoiceFacts, logo: Uint8Array | null, author: string): Block {
  const badge = badges[standing]
  const mark: Block[] =
    badge === undefined
      ? []
      : [
          space(6),
          {
            kind: 'badge',
            text: standing.toUpperCase(),
            style: { size: 8, weight: 600, color: badge.color, tracking: 0.8 },
            fill: badge.fill,
          },
        ]
  const sign: Block =
    logo === null
      ? text(author, { size: 15, weight: 600, align: 'left', leading: 1.3 })
      : { kind: 'image', bytes: logo, width: 190, height: 58 }
  return row(
    [
      { width: 0.55, blocks: [sign] },
      {
        width: 0.45,
        blocks: [text(`Invoice ${number}`, { size: 22, weight: 600, align: 'right', leading: 1.2 }), ...mark],
      },
    ],
    20,
  )
}

function parties({ sender, recipient, taxnumber, ...facts }: InvoiceFacts): Block {
  const address = (label: string, lines: string, more: readonly Block[]): Column => {
    const rest = lines.split('\n').slice(1).join('\n')
    return {
      width: 0.5,
      blocks: [
        text(label, caption),
        space(3),
        text(firstLine(lines), strong),
        ...optional(rest, [text(rest, body)]),
        ...more,
      ],
    }
  }
  const details = detailsOf(facts).map(([label, value]) =>
    row(
      [
        { width: 44, blocks: [text(label, { ...body, size: 9, color: grey })] },
        { width: 1, blocks: [text(value, { ...body, size: 9, align: 'right' })] },
      ],
      8,
    ),
  )
  return row(
    [
      address('From', sender, optional(taxnumber, [text(`Tax number ${taxnumber}`, body)])),
      address('Billed to', recipient, []),
      { width: 176, blocks: [text('Details', caption), space(3), ...details] },
    ],
    24,
  )
}

type Details = Pick<InvoiceFacts, 'date' | 'datedue' | 'term' | 'purchaseorder' | 'period' | 'project'>

function detailsOf({ date, datedue, term, purchaseorder, period, project }: Details): (readonly [string, string])[] {
  const all: (readonly [string, string])[] = [
    ['Date', printDay(date)],
    ['Due', printDay(datedue)],
    ['Terms', term],
    ['Order', purchaseorder],
    ['Period', periodText(period)],
    ['Project', project],
  ]
  return all.filter(([, value]) => value.trim() !== '')
}

function periodText(period: InvoiceFacts['period']): string {
  const { begin = null, end = null } = period ?? {}
  if (begin !== null && end !== null) return printDays(begin, end)
  if (begin !== null) return `from ${printDay(begin)}`
  return end === null ? '' : `until ${printDay(end)}`
}

/** As wide as the widest figure, which is known without setting it: all digits have one width. */
const columnWidth = (least: number, texts: readonly string[]): number =>
  Math.max(
    least,
    ...texts.map((one) => {
      const digits = one.replaceAll(/[^0-9\u2212]/g, '').length
      return (digits * 0.66 + (one.length - digits) * 0.31) * (figures.size ?? 0) + 2
    }),
  )

function lines({ lines: all, currency }: InvoiceFacts): Block {
  const cells = all.map(({ name, description, quantity, rate, amount }) => ({
    name,
    description,
    quantity: quantity === null ? '' : printFigure(quantity, hoursScale, 2),
    rate: rate === null ? '' : money(rate),
    amount: money(amount),
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
    head: row([
      { width: 1, blocks: [text('Description', caption)] },
      ...columns.map(({ key, width }) => ({
        width,
        blocks: [text(heads[key], { ...caption, align: 'right' as const })],
      })),
    ]),
    rows: cells.map((cell) =>
      row([
        {
          width: 1,
          blocks: [text(cell.name, body), ...optional(cell.description, [space(1), text(cell.description, small)])],
        },
        ...columns.map(({ key, width }) => ({ width, blocks: [text(cell[key], figures)] })),
      ]),
    ),
  }
}

function sums({ subtotal, tax, secondTax, total, payments, balance, currency }: InvoiceFacts): Block[] {
  const inCurrency = (units: bigint): string => (currency === '' ? money(units) : `${currency} ${money(units)}`)
  const sum = (label: string, amount: string, style: TextStyle = body): ColumnsBlock => {
    const width = columnWidth(78, [amount.replaceAll(/\p{L}/gu, '00')]) * (style.size / body.size)
    const amountStyle: TextStyle = { ...style, tabular: true, align: 'right' }
    return row([
      { width: 1, blocks: [text(label, style)] },
      { width, blocks: [text(amount, amountStyle)] },
    ])
  }
  const taxes = [
    ...(tax === null ? [] : [sum(`Tax ${perCent(tax)}`, money(tax.amount))]),
    ...(secondTax === null
      ? []
      : [sum(`Second tax ${perCent(secondTax)}${secondTax.compound ? ', compounded' : ''}`, money(secondTax.amount))]),
  ]
  const made = payments.map(({ date, type, amount }) =>
    sum(`Paid ${printDay(date)}, ${type}`, money(-amount), { ...body, color: grey }),
  )
  const apart = (rows: readonly Block[]): Block[] => rows.flatMap((one) => [one, space(4)])
  return [
    ...(taxes.length === 0 ? [] : apart([sum('Subtotal', money(subtotal)), ...taxes])),
    ...(taxes.length === 0 ? [] : [space(2), hairline, space(6)]),
    sum('Total', inCurrency(total), strong),
    space(6),
    ...(made.length === 0 ? [] : apart(made)),
    space(2),
    { kind: 'rule', color: '#111827', thickness: 1.2 },
    space(8),
    sum('Balance due', inCurrency(balance), { size: 13, weight: 600 }),
  ]
}

const firstLine = (address: string): string => address.split('\n', 1)[0]?.trim() ?? ''
