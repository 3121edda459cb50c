// Reads a JSON body into the wire tree: RFC 8259 exactly, and stricter where leniency would hide a mistake (duplicate
// keys, depth, a byte order mark). JSON.parse reads single strings only, because it keeps the last of two equal keys,
// turns numbers into floats and has no limits. Half surrogate pairs pass here; the text validation rejects them with
// the field's name.

import { excerpt } from './text.ts'
import type { WireNumber, WireRecord, WireValue } from './wire-tree.ts'
import { MalformedBody } from './wire-tree.ts'

const MAX_DEPTH = 32
// As many as XML may have elements. No record comes near it, and more would block the event loop (T-91).
const MAX_VALUES = 10_000
// As many as the largest body has if a program escapes every character with six, such as \u00e4. Shorter escapes could
// be three times as many.
const MAX_ESCAPES = 350_000

const LINE_FEED = 0x0a
const QUOTE = 0x22
const BACKSLASH = 0x5c

const LETTER_U = 0x75

const SIMPLE_ESCAPES: ReadonlySet<number> = new Set(Array.from('"\\/bfnrt', (letter) => letter.charCodeAt(0)))

const isHexDigit = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)

export function readJson(text: string): WireValue {
  return new JsonScanner(text).document()
}

class JsonScanner {
  private readonly text: string
  private at = 0
  private depth = 0
  private values = 0
  private escapes = 0
  // A sticky expression stores its position, so each scanner needs its own.
  private readonly number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y

  constructor(text: string) {
    this.text = text
  }

  document(): WireValue {
    if (this.text.charCodeAt(0) === 0xfeff) this.fail('a byte order mark is not allowed')
    this.skipSpace()
    const value = this.value()
    this.skipSpace()
    if (this.at < this.text.length) this.fail('there is text after the end of the value')
    return value
  }

  private value(): WireValue {
    this.values += 1
    if (this.values > MAX_VALUES) this.fail(`there are more than ${MAX_VALUES} values`)
    switch (this.text[this.at]) {
      case '"':
        return this.string()
      case '{':
        return this.nested(() => this.record())
      case '[':
        return this.nested(() => this.list())
      case 't':
        return this.literal('true', true)
      case 'f':
        return this.literal('false', false)
      case 'n':
        return this.literal('null', null)
      case undefined:
        return this.fail('the body ends where a value should stand')
      default:
        return this.numeral()
    }
  }

  private nested<T>(read: () => T): T {
    if (this.depth === MAX_DEPTH) this.fail(`values are nested more than ${MAX_DEPTH} deep`)
    this.depth += 1
    this.at += 1
    this.skipSpace()
    const value = read()
    this.depth -= 1
    return value
  }

  private record(): WireRecord {
    const record = new Map<string, WireValue>()
    if (this.accept('}')) return record
    for (;;) {
      if (this.text.charCodeAt(this.at) !== QUOTE) this.fail('a key in double quotes should stand here')
      const start = this.at
      const key = this.string()
      if (record.has(key)) this.fail(`the key "${excerpt(key)}" appears twice in one object`, start)
      this.skipSpace()
      if (!this.accept(':')) this.fail('a colon should stand here')
      this.skipSpace()
      record.set(key, this.value())
      this.skipSpace()
      if (this.accept('}')) return record
      if (!this.accept(',')) this.fail('a comma or a closing brace should stand here')
      this.skipSpace()
    }
  }

  private list(): WireValue[] {
    const list: WireValue[] = []
    if (this.accept(']')) return list
    for (;;) {
      list.push(this.value())
      this.skipSpace()
      if (this.accept(']')) return list
      if (!this.accept(',')) this.fail('a comma or a closing bracket should stand here')
      this.skipSpace()
    }
  }

  // Nearly every string has no escape and is one slice. JSON.parse resolves the escapes of the others, ten times faster
  // than code of ours could.
  private string(): string {
    const { text } = this
    const start = this.at
    let hasEscape = false
    for (let at = start + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) {
        this.at = at + 1
        return hasEscape ? this.unescape(start, at + 1) : text.slice(start + 1, at)
      }
      if (code < 0x20) this.fail('a control character in a string must be escaped', at)
      if (code !== BACKSLASH) continue
      hasEscape = true
      this.escapes += 1
      if (this.escapes > MAX_ESCAPES) this.fail(`there are more than ${MAX_ESCAPES} escapes`, at)
      at += 1
    }
    this.checkEscapes(start, text.length)
    return this.fail('a string is not closed', start)
  }

  private unescape(start: number, end: number): string {
    try {
      return JSON.parse(this.text.slice(start, end)) as string
    } catch (error) {
      // JSON.parse does not say which escape is wrong.
      this.checkEscapes(start, end)
      throw error
    }
  }

  private checkEscapes(start: number, end: number): void {
    for (let at = this.text.indexOf('\\', start); at >= 0 && at < end; at = this.text.indexOf('\\', at + 2)) {
      this.checkEscape(at)
    }
  }

  private checkEscape(at: number): void {
    const letter = this.text.charCodeAt(at + 1)
    if (letter !== LETTER_U) {
      if (!SIMPLE_ESCAPES.has(letter)) this.fail('a backslash stands before a character that has no escape', at)
      return
    }
    for (let digit = at + 2; digit < at + 6; digit += 1) {
      if (!isHexDigit(this.text.charCodeAt(digit))) this.fail('\\u needs four hexadecimal digits', at)
    }
  }

  private numeral(): WireNumber {
    this.number.lastIndex = this.at
    const match = this.number.exec(this.text)
    if (match === null) return this.fail('a value should stand here')
    this.at += match[0].length
    return { number: match[0] }
  }

  private literal<T extends boolean | null>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.fail('a value should stand here')
    this.at += word.length
    return value
  }

  private accept(expected: string): boolean {
    if (this.text[this.at] !== expected) return false
    this.at += 1
    return true
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.at += 1
    }
  }

  private fail(reason: string, at = this.at): never {
    const lineStart = this.text.lastIndexOf('\n', at - 1) + 1
    let line = 1
    for (let each = 0; each < at; each += 1) if (this.text.charCodeAt(each) === LINE_FEED) line += 1
    throw new MalformedBody(`The JSON body is malformed at line ${line}, column ${at - lineStart + 1}: ${reason}.`)
  }
}
