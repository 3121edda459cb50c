// Remembers which kinds of elements a check with axe has seen, so that later checks of the same process look only at
// what is new. It finds and marks the new elements of a page; it does not check them.
import type { Page } from 'playwright-core'

/**
 * Of a long list only the first items are checked: the others have the same structure and would take most of the time.
 */
export const axeExclude: readonly string[] = [
  'tr:nth-child(n + 10)',
  '[role=row]:nth-child(n + 10)',
  'li:nth-child(n + 10)',
]

const NEW_ELEMENT_ATTRIBUTE = 'data-unchecked'

/** The elements that `markNew` has marked. */
export const newElements = `[${NEW_ELEMENT_ATTRIBUTE}]`

interface NewElements {
  /** The number of marked elements. */
  readonly elements: number
  readonly isNewOutline: boolean
}

interface Found extends NewElements {
  /** The order of headings, and hashes of the kinds of elements. */
  readonly found: readonly string[]
}

declare global {
  interface Window {
    /** What was checked in any test; kept in the page, because sending it for every check takes long. */
    checkedKinds?: Record<string, Set<string>>
  }
}

/**
 * Marks the elements of a kind that has not been checked yet. A kind is everything that the rules of axe depend on: the
 * name and the attributes of the element, whether there is text in it, and the same of everything around it.
 */
function markNewElements([registry, part, where, name, excluded]: readonly [
  string,
  string,
  string,
  string,
  string,
]): Found {
  const compared =
    /^(role|type|style|data-|aria-(?!label|describedby|controls|owns|activedescendant|row|col|setsize|posinset))/
  const hashOf = (text: string): string => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at++) {
      one = Math.imul(one ^ text.charCodeAt(at), 2_654_435_761)
      other = Math.imul(other ^ text.charCodeAt(at), 1_597_334_677)
    }
    return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`
  }
  // A number in an attribute is a count or a size. In the name of a class it is a part of the name.
  const isCompared = ({ name, value }: Attr): boolean => name === 'class' || (compared.test(name) && !/\d/.test(value))
  const kindOf = (element: Element): string => {
    const attributes = [...element.attributes].map((one) =>
      isCompared(one) ? `${one.name}=${one.value}` : `${one.name}${one.value.trim() === '' ? '=' : ''}`,
    )
    const text = (element.textContent ?? '').trim() === '' ? '' : ' text'
    return `${element.localName} ${attributes.sort().join(' ')}${text}`
  }
  window.checkedKinds ??= {}
  window.checkedKinds[registry] ??= new Set()
  const checked = window.checkedKinds[registry]
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ localName }) => localName)
  // The layout of a phone has elements of the same kinds in other sizes.
  const size = String(window.innerWidth)
  const outline = `${where} ${size}: ${headings.filter((one, at) => one !== headings[at - 1]).join(' ')}`
  const hashes = new Map<Element, string>()
  const found = new Set(checked.has(outline) ? [] : [outline])
  const isNewOutline = found.size > 0
  let elements = 0
  // In the order of the document, so the hash of what is around an element is known.
  for (const one of document.body.querySelectorAll('*')) {
    const hash = hashOf(`${hashes.get(one.parentElement ?? one) ?? size} ${kindOf(one)}`)
    hashes.set(one, hash)
    if (checked.has(hash) || one.closest(part) === null || one.closest(excluded) !== null) continue
    found.add(hash)
    elements++
    one.setAttribute(name, '')
  }
  for (const one of found) checked.add(one)
  return { found: [...found], elements, isNewOutline }
}

export class CheckedKinds {
  readonly #name: string
  readonly #kinds = new Set<string>()

  constructor(name: string) {
    this.#name = name
  }

  /** Marks what is new in a part of the page. From then on it counts as checked. */
  async markNew(page: Page, where: string, part = 'html'): Promise<NewElements> {
    if (await page.evaluate((name) => window.checkedKinds?.[name] === undefined, this.#name))
      await page.evaluate(
        ([name, kinds]) => {
          window.checkedKinds = { ...window.checkedKinds, [name]: new Set(kinds) }
        },
        [this.#name, [...this.#kinds]] as const,
      )
    const order = [this.#name, part, where, NEW_ELEMENT_ATTRIBUTE, axeExclude.join()] as const
    const { found, elements, isNewOutline } = await page.evaluate(markNewElements, order)
    for (const one of found) this.#kinds.add(one)
    return { elements, isNewOutline }
  }

  async unmark(page: Page): Promise<void> {
    await page.evaluate((name) => {
      for (const one of document.querySelectorAll(`[${name}]`)) one.removeAttribute(name)
    }, NEW_ELEMENT_ATTRIBUTE)
  }
}
