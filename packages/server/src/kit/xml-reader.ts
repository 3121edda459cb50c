// Reads an XML body into the wire tree: elements and text, nothing else. It deliberately knows no DOCTYPE, entity,
// attribute, namespace or processing instruction (T-28): no record needs them and each has been somebody's hole.
// Text is never coerced or trimmed, so that JSON and XML of one record mean the same (T-29).

import { SaxesParser } from 'saxes'
import { excerpt } from './text.ts'
import type { WireValue } from './wire-tree.ts'
import { MalformedBody } from './wire-tree.ts'

const MAX_DEPTH = 16
const MAX_ELEMENTS = 10_000
const LIST_ELEMENT = 'item'
const NOT_SPACE = /[^ \t\r\n]/

// An element that is still open. It becomes a record or a list with its first child, and stays text without one.
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
  // The version is forced: a body that declared 1.1 could otherwise bring control characters in as references.
  private readonly parser = new SaxesParser({ position: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
  private readonly openElements: OpenElement[] = []
  private elements = 0
  private finished: { root: string; value: WireValue } | null = null

  constructor() {
    const { parser } = this
    // The parser looks names up in an object that inherits from Object, where &constructor; would be found.
    parser.ENTITIES = Object.assign(Object.create(null), { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })
    parser.on('error', (error) => this.fail(excerpt(error.message.replace(/\.$/, ''), 100)))
    parser.on('xmldecl', ({ version, encoding }) => this.onDeclaration(version, encoding))
    parser.on('processinginstruction', () => this.fail('a processing instruction is not allowed'))
    parser.on('attribute', ({ name }) => this.fail(`the attribute "${excerpt(name)}" is not allowed`))
    parser.on('opentagstart', ({ name }) => this.onOpen(name))
    parser.on('text', (piece) => this.onText(piece))
    parser.on('cdata', (piece) => this.onText(piece))
    parser.on('closetag', () => this.onClose())
  }

  read(text: string): { root: string; value: WireValue } {
    if (text.charCodeAt(0) === 0xfeff) this.fail('a byte order mark is not allowed')
    // The parser would take half a surrogate pair together with the character after it, be it a tag's first.
    if (!text.isWellFormed()) this.fail('the text holds half of a surrogate pair')
    const doctype = doctypeInProlog(text)
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

  // The parent learns of a child when it opens, so that a fault is reported where it stands and before more is read.
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

  private onText(piece: string): void {
    const element = this.openElements.at(-1)
    if (element === undefined) return
    if (element.fields === null && element.items === null) element.text += piece
    else if (NOT_SPACE.test(piece)) this.failMixed(element)
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

  private fail(why: string): never {
    const { line, column } = this.parser
    throw new MalformedBody(`The XML body is malformed at line ${line}, column ${column}: ${why}.`)
  }
}

// Where a DOCTYPE stands before the first element, or -1. The parser would tell only at its end, after reading every
// entity in it; a DOCTYPE further on is a fault of its own to the parser, as soon as it begins.
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
