// An exact decimal number, as hours, money and rates travel on the wire. It is a whole number of units of a power of ten,
// so nothing is ever rounded behind one's back and no binary float touches it; there is no division, because a quotient
// needs a rule for its last digit, which is the caller's to choose.

/** What stands for a decimal in a request: a Decimal, or its text such as '12.50'. Not a number: 0.1 + 0.2 is not '0.3'. */
export type DecimalInput = Decimal | `${number}`

const DECIMAL_TEXT = /^(-?)([0-9]*)(?:\.([0-9]+))?$/
const MAX_LENGTH = 1000

export class Decimal {
  readonly #units: bigint
  readonly #scale: number

  private constructor(units: bigint, scale: number) {
    this.#units = units
    this.#scale = scale
  }

  /** From '12.50', a bigint or a whole number. A number with a fraction is refused: it may not be what it looks like. */
  static from(value: Decimal | string | bigint | number): Decimal {
    if (value instanceof Decimal) return value
    if (typeof value === 'bigint') return new Decimal(value, 0)
    if (typeof value === 'string') return Decimal.#parse(value)
    if (Number.isSafeInteger(value)) return new Decimal(BigInt(value), 0)
    throw new TypeError(`Decimal: ${value} is a binary fraction; write it as a text, such as '${value}'`)
  }

  static #parse(text: string): Decimal {
    const [, sign = '', whole = '', fraction = ''] = DECIMAL_TEXT.exec(text) ?? []
    if (whole + fraction === '' || text.length > MAX_LENGTH) {
      throw new TypeError(`Decimal: '${text.slice(0, 40)}' is not a decimal number`)
    }
    return new Decimal(BigInt(`${sign}${whole}${fraction}`), fraction.length)
  }

  plus(other: Decimal | DecimalInput | bigint): Decimal {
    const [mine, its, scale] = this.#aligned(other)
    return new Decimal(mine + its, scale)
  }

  minus(other: Decimal | DecimalInput | bigint): Decimal {
    const [mine, its, scale] = this.#aligned(other)
    return new Decimal(mine - its, scale)
  }

  times(other: Decimal | DecimalInput | bigint): Decimal {
    const factor = Decimal.from(other)
    return new Decimal(this.#units * factor.#units, this.#scale + factor.#scale)
  }

  /** Below nothing, nothing or above it, as sort() wants it. */
  compare(other: Decimal | DecimalInput | bigint): -1 | 0 | 1 {
    const [mine, its] = this.#aligned(other)
    return mine < its ? -1 : mine > its ? 1 : 0
  }

  equals(other: Decimal | DecimalInput | bigint): boolean {
    return this.compare(other) === 0
  }

  /** Half away from zero, as invoices are rounded: cents by default. */
  round(places = 2): Decimal {
    if (this.#scale <= places) return this
    const unit = 10n ** BigInt(this.#scale - places)
    const half = this.#units < 0n ? -unit / 2n : unit / 2n
    return new Decimal((this.#units + half) / unit, places)
  }

  /** The shortest form: '80', '0.1', '-0.5'. */
  toString(): string {
    const negative = this.#units < 0n
    const digits = String(negative ? -this.#units : this.#units).padStart(this.#scale + 1, '0')
    const at = digits.length - this.#scale
    const fraction = digits.slice(at).replace(/0+$/, '')
    return `${negative ? '-' : ''}${digits.slice(0, at)}${fraction === '' ? '' : `.${fraction}`}`
  }

  /** With exactly so many places, for people to read: '12.50'. */
  toFixed(places = 2): string {
    const text = this.round(places).toString()
    if (places === 0) return text
    const [whole, fraction = ''] = text.split('.')
    return `${whole}.${fraction.padEnd(places, '0')}`
  }

  /** The nearest binary float, for charts and the like; nothing that is added up should pass here. */
  toNumber(): number {
    return Number(this.toString())
  }

  toJSON(): string {
    return this.toString()
  }

  /** So that `a + b` and `a < b`, which would quietly be about floats or texts, fail at once. */
  [Symbol.toPrimitive](hint: string): string {
    if (hint === 'string') return this.toString()
    throw new TypeError('Decimal: use plus, minus, times and compare instead of operators')
  }

  #aligned(other: Decimal | DecimalInput | bigint): [mine: bigint, its: bigint, scale: number] {
    const its = Decimal.from(other)
    const scale = Math.max(this.#scale, its.#scale)
    return [scaledUp(this.#units, scale - this.#scale), scaledUp(its.#units, scale - its.#scale), scale]
  }
}

const scaledUp = (units: bigint, places: number): bigint => (places === 0 ? units : units * 10n ** BigInt(places))
