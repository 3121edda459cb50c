// Reads a JSON body into the wire tree: RFC 8259 exactly, and stricter where leniency would hide a mistake (duplicate
// keys, depth, a byte order mark). JSON.parse is not used, because it keeps the last of two equal keys and turns
// numbers into floats. Half surrogate pairs pass here; the text validation rejects them with the field's name.

import { excerpt } from './text.ts'
import type { WireNumber, WireRecord, WireValue } from './wire-tree.ts'
import { MalformedBody } from './wire-tree.ts'

const MAX_DEPTH = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

export function readJson(text: string): WireValue {
  return new JsonScanner(text).document()
}

class JsonScanner {
  private readonly text: string
  private at = 0
  private depth = 0
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

  // Nearly every string has no escape and is one slice. The others are joined from slices and escapes.
  private string(): string {
    const { text } = this
    const quoteAt = this.at
    let start = quoteAt + 1
    let joined = ''
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) {
        this.at = at + 1
        return joined + text.slice(start, at)
      }
      if (code < 0x20) this.fail('a control character in a string must be escaped', at)
      if (code !== BACKSLASH) continue
      joined += text.slice(start, at) + this.escape(at)
      at += text[at + 1] === 'u' ? 5 : 1
      start = at + 1
    }
    return this.fail('a string is not closed', quoteAt)
  }

  private escape(at: number): string {
    const letter = this.text[at + 1]
    if (letter === 'u') {
      const digits = this.text.slice(at + 2, at + 6)
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('\\u needs four hexadecimal digits', at)
      return String.fromCharCode(parseInt(digits, 16))
    }
    const escaped = letter === undefined ? undefined : SIMPLE_ESCAPES.get(letter)
    return escaped ?? this.fail('a backslash stands before a character that has no escape', at)
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
    const before = this.text.slice(0, at)
    const lineStart = before.lastIndexOf('\n') + 1
    const line = before.split('\n').length
    throw new MalformedBody(`The JSON body is malformed at line ${line}, column ${at - lineStart + 1}: ${reason}.`)
  }
}
