// An exact decimal number, used for hours, money and rates. It is an integer with a scale, so nothing is rounded
// silently and no binary float is involved. There is no division, because a quotient needs a rounding rule that the
// caller must choose.

/** A decimal in a request: a Decimal, or a text such as '12.50'. Not a number, because 0.1 + 0.2 is not 0.3. */
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

  /** From '12.50', a bigint or an integer. A number with a fraction is an error, because it may not be exact. */
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
    const [left, right, scale] = this.#aligned(other)
    return new Decimal(left + right, scale)
  }

  minus(other: Decimal | DecimalInput | bigint): Decimal {
    const [left, right, scale] = this.#aligned(other)
    return new Decimal(left - right, scale)
  }

  times(other: Decimal | DecimalInput | bigint): Decimal {
    const factor = Decimal.from(other)
    return new Decimal(this.#units * factor.#units, this.#scale + factor.#scale)
  }

  /** -1, 0 or 1, for use with sort(). */
  compare(other: Decimal | DecimalInput | bigint): -1 | 0 | 1 {
    const [left, right] = this.#aligned(other)
    return left < right ? -1 : left > right ? 1 : 0
  }

  equals(other: Decimal | DecimalInput | bigint): boolean {
    return this.compare(other) === 0
  }

  /** Rounds half away from zero, as on invoices; to cents by default. */
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
    const point = digits.length - this.#scale
    const fraction = digits.slice(point).replace(/0+$/, '')
    return `${negative ? '-' : ''}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`
  }

  /** With a fixed number of decimal places, for display: '12.50'. */
  toFixed(places = 2): string {
    const text = this.round(places).toString()
    if (places === 0) return text
    const [whole, fraction = ''] = text.split('.')
    return `${whole}.${fraction.padEnd(places, '0')}`
  }

  /** The nearest binary float, for example for charts. Do not use it for sums. */
  toNumber(): number {
    return Number(this.toString())
  }

  toJSON(): string {
    return this.toString()
  }

  /** Makes `a + b` and `a < b` throw; they would silently work with floats or texts. */
  [Symbol.toPrimitive](hint: string): string {
    if (hint === 'string') return this.toString()
    throw new TypeError('Decimal: use plus, minus, times and compare instead of operators')
  }

  #aligned(other: Decimal | DecimalInput | bigint): [left: bigint, right: bigint, scale: number] {
    const right = Decimal.from(other)
    const scale = Math.max(this.#scale, right.#scale)
    return [scaledUp(this.#units, scale - this.#scale), scaledUp(right.#units, scale - right.#scale), scale]
  }
}

const scaledUp = (units: bigint, places: number): bigint => (places === 0 ? units : units * 10n ** BigInt(places))
