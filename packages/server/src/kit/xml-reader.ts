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

export function readXml(text: string): { root: string; value: WireValue } {
  return new XmlReader().read(text)
}

class XmlReader {
  // The version is forced, because version 1.1 would allow control characters as references.
  private readonly parser = new SaxesParser({ position: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
  private readonly openElements: OpenElement[] = []
  private elements = 0
  private finished: { root: string; value: WireValue } | null = null

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

  read(text: string): { root: string; value: WireValue } {
    if (text.charCodeAt(0) === 0xfeff) this.fail('a byte order mark is not allowed')
    // The parser would combine half a surrogate pair with the next character, even with the start of a tag.
    if (!text.isWellFormed()) this.fail('the text holds half of a surrogate pair')
    const doctype = doctypeInProlog(text)
    checkPieces(doctype >= 0 ? text.slice(0, doctype) : text)
    if (doctype >= 0) {
      this.parser.write(text.slice(0, doctype))
      this.fail('a DOCTYPE is not allowed')
    }
    this.parser.write(text).close()
    return this.finished ?? this.fail('there is no element')
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
