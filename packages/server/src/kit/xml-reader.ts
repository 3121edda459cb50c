// Reads an XML body into the wire tree: elements and text only. DOCTYPE, entities, attributes, namespaces and
// processing instructions are rejected, because no record needs them and each has been used for attacks (T-28). Text is
// never converted or trimmed, so that JSON and XML of one record mean the same (T-29).

import { SaxesParser } from 'saxes'
import { excerpt } from './text.ts'
import type { WireValue } from './wire-tree.ts'
import { MalformedBody } from './wire-tree.ts'

const MAX_DEPTH = 16
const MAX_ELEMENTS = 10_000
// The parser handles each of these pieces by itself, so many of them block the event loop (T-91). References have a
// higher limit, because programs write every tag of an HTML text and every letter of some languages with them.
const MAX_PIECES: readonly { readonly start: string; readonly most: number; readonly name: string }[] = [
  { start: '&', most: 50_000, name: 'references' },
  { start: '<![CDATA[', most: 10_000, name: 'CDATA sections' },
  { start: '<!--', most: 10_000, name: 'comments' },
]
const LIST_ELEMENT = 'item'
const NOT_SPACE = /[^ \t\r\n]/

// An open element. Its first child makes it a record or a list; without a child it stays text.
type OpenElement = {
  readonly name: string
  text: string
  fields: Map<string, WireValue> | null
  items: WireValue[] | null
}

interface XmlBody {
  readonly root: string
  readonly value: WireValue
}

export function readXml(text: string): XmlBody {
  return new XmlReader().readPlain(text) ?? new XmlReader().read(text)
}

// The parser looks at each character. It reads a long text in slices, with a pause after each, so that other requests
// run in between (T-91).
const SLICE = 64 * 1024

export async function readXmlInSlices(text: string, pause: () => Promise<unknown>): Promise<XmlBody> {
  return new XmlReader().readPlain(text) ?? new XmlReader().readInSlices(text, pause)
}

const DECLARATION = /<\?xml version="1\.0"(?: encoding="(?:utf|UTF)-8")? ?\?>/y
const SPACES = /[ \t\r\n]*/y
const TAG = /<(\/?)([A-Za-z_][A-Za-z0-9_.-]*)[ \t\r\n]*(\/?)>/y
const NOT_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

// The end of the match of a sticky expression at this position, or -1.
function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

class XmlReader {
  // The version is forced, because version 1.1 would allow control characters as references.
  private readonly parser = new SaxesParser({ position: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
  private readonly openElements: OpenElement[] = []
  private elements = 0
  private finished: XmlBody | null = null

  constructor() {
    const { parser } = this
    // The parser looks up entity names in an object. Without a prototype it does not find &constructor;.
    parser.ENTITIES = Object.assign(Object.create(null), { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })
    parser.on('error', (error) => this.fail(excerpt(error.message.replace(/\.$/, ''), 100)))
    parser.on('xmldecl', ({ version, encoding }) => this.onDeclaration(version, encoding))
    parser.on('processinginstruction', () => this.fail('a processing instruction is not allowed'))
    parser.on('attribute', ({ name }) => this.fail(`the attribute "${excerpt(name)}" is not allowed`))
    parser.on('opentagstart', ({ name }) => this.onOpen(name))
    parser.on('text', (chunk) => this.onText(chunk))
    parser.on('cdata', (chunk) => this.onText(chunk))
    parser.on('closetag', () => this.onClose())
  }

  /**
   * Reads a body of elements, text and references, as nearly every program sends it, without looking at each character.
   * Returns null for everything else, also for what is malformed: the parser then reads it and words the errors.
   */
  readPlain(text: string): XmlBody | null {
    if (NOT_XML.test(text) || !text.isWellFormed()) return null
    try {
      checkPieces(text)
      return this.readElements(text)
    } catch (error) {
      if (error instanceof MalformedBody) return null
      throw error
    }
  }

  private readElements(text: string): XmlBody | null {
    let at = endOfMatch(SPACES, text, Math.max(0, endOfMatch(DECLARATION, text, 0)))
    while (this.finished === null) {
      const next = text.indexOf('<', at)
      const chunk = next < 0 ? null : plainText(text.slice(at, next))
      const isOutside = this.openElements.length === 0
      if (chunk === null || (isOutside && chunk !== '')) return null
      if (chunk !== '') this.onText(chunk)
      TAG.lastIndex = next
      const [tag, closing, name = '', empty] = TAG.exec(text) ?? []
      if (tag === undefined) return null
      at = next + tag.length
      if (closing === '') this.onOpen(name)
      else if (empty !== '' || this.openElements.at(-1)?.name !== name) return null
      if (closing !== '' || empty !== '') this.onClose()
    }
    return endOfMatch(SPACES, text, at) === text.length ? this.finished : null
  }

  read(text: string): XmlBody {
    this.checkStart(text)
    this.parser.write(text).close()
    return this.finished ?? this.fail('there is no element')
  }

  async readInSlices(text: string, pause: () => Promise<unknown>): Promise<XmlBody> {
    this.checkStart(text)
    for (let at = 0; at < text.length; at += SLICE) {
      if (at > 0) await pause()
      this.parser.write(text.slice(at, at + SLICE))
    }
    this.parser.close()
    return this.finished ?? this.fail('there is no element')
  }

  private checkStart(text: string): void {
    if (text.charCodeAt(0) === 0xfeff) this.fail('a byte order mark is not allowed')
    // The parser would combine half a surrogate pair with the next character, even with the start of a tag.
    if (!text.isWellFormed()) this.fail('the text holds half of a surrogate pair')
    const doctype = doctypeInProlog(text)
    checkPieces(doctype >= 0 ? text.slice(0, doctype) : text)
    if (doctype >= 0) {
      this.parser.write(text.slice(0, doctype))
      this.fail('a DOCTYPE is not allowed')
    }
  }

  private onDeclaration(version: string | undefined, encoding: string | undefined): void {
    if (version !== '1.0') this.fail('only XML version 1.0 is read')
    if (encoding !== undefined && encoding.toUpperCase() !== 'UTF-8') this.fail('only the encoding UTF-8 is read')
  }

  private onOpen(name: string): void {
    if (name.includes(':')) this.fail(`the namespace prefix in "${excerpt(name)}" is not allowed`)
    if (this.openElements.length === MAX_DEPTH) this.fail(`elements are nested more than ${MAX_DEPTH} deep`)
    this.elements += 1
    if (this.elements > MAX_ELEMENTS) this.fail(`there are more than ${MAX_ELEMENTS} elements`)
    const parent = this.openElements.at(-1)
    if (parent !== undefined) this.beginChild(parent, name)
    this.openElements.push({ name, text: '', fields: null, items: null })
  }

  // The child is registered with its parent when it opens, so that an error is reported at its position and early.
  private beginChild(parent: OpenElement, child: string): void {
    if (NOT_SPACE.test(parent.text)) this.failMixed(parent)
    parent.text = ''
    if (child === LIST_ELEMENT) parent.items ??= []
    else parent.fields ??= new Map()
    if (parent.items !== null && parent.fields !== null) {
      this.fail(`"${excerpt(parent.name)}" holds "${LIST_ELEMENT}" elements and others`)
    }
    if (parent.fields?.has(child)) {
      this.fail(`the element "${excerpt(child)}" appears twice in "${excerpt(parent.name)}"`)
    }
  }

  private onText(chunk: string): void {
    const element = this.openElements.at(-1)
    if (element === undefined) return
    if (element.fields === null && element.items === null) element.text += chunk
    else if (NOT_SPACE.test(chunk)) this.failMixed(element)
  }

  private onClose(): void {
    const element = this.openElements.pop()
    if (element === undefined) return
    const value = element.items ?? element.fields ?? element.text
    const parent = this.openElements.at(-1)
    if (parent === undefined) this.finished = { root: element.name, value }
    else if (parent.items !== null) parent.items.push(value)
    else parent.fields?.set(element.name, value)
  }

  private failMixed(element: OpenElement): never {
    return this.fail(`"${excerpt(element.name)}" mixes text with elements`)
  }

  private fail(reason: string): never {
    const { line, column } = this.parser
    throw new MalformedBody(`The XML body is malformed at line ${line}, column ${column}: ${reason}.`)
  }
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

const LONGEST_REFERENCE = 10
const DIGITS = /^#[0-9]{1,7}$/
const HEXADECIMAL_DIGITS = /^#x[0-9a-fA-F]{1,6}$/

// The character of a reference such as amp, #65 or #x41; null if it is none.
function referencedCharacter(name: string): string | null {
  if (!name.startsWith('#')) return ENTITIES.get(name) ?? null
  const isDecimal = DIGITS.test(name)
  if (!isDecimal && !HEXADECIMAL_DIGITS.test(name)) return null
  const code = isDecimal ? Number.parseInt(name.slice(1), 10) : Number.parseInt(name.slice(2), 16)
  return isXmlCharacter(code) ? String.fromCodePoint(code) : null
}

// What NOT_XML and half surrogate pairs leave, without a pattern: a text may have many references.
const isXmlCharacter = (code: number): boolean =>
  (code >= 0x20 && code < 0xd800) ||
  (code > 0xdfff && code < 0xfffe) ||
  (code > 0xffff && code <= 0x10ffff) ||
  code === 0x09 ||
  code === 0x0a ||
  code === 0x0d

// The text between two tags with its references replaced; null if one is not valid.
function plainText(text: string): string | null {
  if (text.includes(']]>')) return null
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  if (!lines.includes('&')) return lines
  const pieces: string[] = []
  let at = 0
  for (let start = lines.indexOf('&'); start >= 0; start = lines.indexOf('&', at)) {
    const end = lines.indexOf(';', start)
    const character =
      end < 0 || end - start > LONGEST_REFERENCE ? null : referencedCharacter(lines.slice(start + 1, end))
    if (character === null) return null
    pieces.push(lines.slice(at, start), character)
    at = end + 1
  }
  return pieces.join('') + lines.slice(at)
}

// Counts before parsing, because the parser does not report references.
function checkPieces(text: string): void {
  for (const { start, most, name } of MAX_PIECES) {
    let count = 0
    for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + start.length)) {
      count += 1
      if (count > most) throw new MalformedBody(`The XML body has more than ${most} ${name}.`)
    }
  }
}

// The position of a DOCTYPE before the first element, or -1. The parser would report it only at its end, after reading
// all its entities. A DOCTYPE after the first element is an error that the parser reports at once.
function doctypeInProlog(text: string): number {
  let at = 0
  for (;;) {
    while (at < text.length && !NOT_SPACE.test(text.charAt(at))) at += 1
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : null
    if (end === null) return text.startsWith('<!DOCTYPE', at) ? at : -1
    const ended = text.indexOf(end, at + 2)
    if (ended < 0) return -1
    at = ended + end.length
  }
}
