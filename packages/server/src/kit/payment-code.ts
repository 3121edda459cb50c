// How a client pays an invoice without typing: the QR code of a transfer in euros, which banking apps read (EPC069-12,
// version 002), and the link to a provider of payments.
import { encode } from 'uqr'
import { printUnits } from './decimal.ts'

const maxBytes = 331
const maxVersion = 13
const maxName = 70
const maxText = 140
const moneyScale = 4
/** 999,999,999.99. */
const maxUnits = 9_999_999_999_900n
const unitsPerCent = 100n

export interface Transfer {
  readonly iban: string
  /** May be blank. */
  readonly bic: string
  readonly name: string
  readonly amount: bigint
  readonly text: string
}

/** An amount such as 12.30, for programs. */
export function plainAmount(units: bigint): string {
  const [whole, fraction = ''] = printUnits(units, moneyScale).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

const oneLine = (text: string, most: number): string =>
  [...text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()].slice(0, most).join('').trim()

/** The text of the QR code, or null if the amount or the length does not allow one. */
export function transferText({ iban, bic, name, amount, text }: Transfer): string | null {
  if (amount <= 0n || amount > maxUnits || amount % unitsPerCent !== 0n || oneLine(name, maxName) === '') return null
  const lines = ['BCD', '002', '1', 'SCT', bic, oneLine(name, maxName), iban, `EUR${plainAmount(amount)}`]
  const whole = [...lines, '', '', oneLine(text, maxText), ''].join('\n')
  return Buffer.byteLength(whole) <= maxBytes ? whole : null
}

/** The dark modules of the QR code, row by row. The light border around it is not among them. */
export const transferModules = (text: string): boolean[][] => encode(text, { ecc: 'M', maxVersion, border: 0 }).data

export const payLinkWords = ['number', 'balance', 'currency'] as const

type PayLinkValues = Readonly<Record<(typeof payLinkWords)[number], string>>

const fill = (template: string, values: PayLinkValues): string =>
  template.replaceAll(/\{([a-z]+)\}/g, (whole, word: string) =>
    Object.hasOwn(values, word) ? encodeURIComponent(values[word as keyof PayLinkValues]) : whole,
  )

const samples = ['a', 'b'].map((value) => ({ number: value, balance: value, currency: value }))

/** True for an https address in which only path, query and fragment have words in braces. */
export function isPayLink(template: string): boolean {
  const [first, second] = samples.map((values) => URL.parse(fill(template, values)))
  if (first == null || second == null || /[{}\s]/.test(fill(template, samples[0] as PayLinkValues))) return false
  const hasLogin = first.username !== '' || first.password !== ''
  return first.protocol === 'https:' && !hasLogin && first.origin === second.origin
}

/** Blank without a template. */
export const payLink = (template: string, number: string, balance: bigint, currency: string): string =>
  fill(template, { number, balance: plainAmount(balance), currency })
