// A small seeded source of randomness for the tests of this floor: the same seed gives the same run, so a failure can
// be repeated from its message. It is not for anything that must be hard to guess.

export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  // A number from 0 up to, and not including, 1 (mulberry32).
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  pick<T>(choices: readonly T[]): T {
    const chosen = choices[this.below(choices.length)]
    if (chosen === undefined) throw new RangeError('nothing to pick from')
    return chosen
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256))
  }

  // Text made of pieces, at most so many of them.
  text(pieces: readonly string[], longest: number): string {
    return Array.from({ length: this.below(longest + 1) }, () => this.pick(pieces)).join('')
  }
}
