// Finds texts in components that are not from the catalogue: text between tags and in attributes that are shown or
// read out. It reads syntax; a text from a variable is not followed.
import { parseSync } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly [name: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Attributes whose text is shown or read by a screen reader. */
const textAttributes = new Set(
  `alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext description
  emptyText errorMessage heading help hint label message placeholder prefix subtitle suffix summary text title tooltip`.split(
    /\s+/,
  ),
)
const hasWords = (text: unknown): boolean => typeof text === 'string' && /\p{L}{2,}/u.test(text)

/** The texts that an expression can evaluate to, as far as its syntax shows. */
function textsIn(node: unknown): string[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return hasWords(node.value) ? [String(node.value)] : []
    case 'TemplateLiteral':
      return (node.quasis as Node[])
        .map(({ value }) => (value as { cooked?: string }).cooked ?? '')
        .filter((text) => hasWords(text))
    case 'ConditionalExpression':
      return [...textsIn(node.consequent), ...textsIn(node.alternate)]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return ['+', '||', '&&', '??'].includes(String(node.operator))
        ? [...textsIn(node.left), ...textsIn(node.right)]
        : []
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return textsIn(node.expression)
    default:
      return []
  }
}

function textsOfAttribute(node: Node): string[] {
  const { name } = node.name as { name?: unknown }
  if (typeof name !== 'string' || !textAttributes.has(name)) return []
  return textsIn(node.value)
}

function textsAt(node: Node): string[] {
  if (node.type === 'JSXText') return hasWords(node.value) ? [String(node.value).trim()] : []
  if (node.type === 'JSXAttribute') return textsOfAttribute(node)
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    return (node.children as Node[]).filter(({ type }) => type === 'JSXExpressionContainer').flatMap(textsIn)
  }
  return []
}

/** Text for machines is the same in every language. */
const isCode = ({ type, openingElement }: Node): boolean => {
  const name = (openingElement as { name?: { name?: unknown } } | undefined)?.name?.name
  return type === 'JSXElement' && ['code', 'kbd', 'pre', 'samp'].includes(String(name))
}

/** Each text with its line. */
export function literalTexts(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) return errors.map(({ message }) => `cannot be read: ${message}`)
  const texts: string[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each)
    if (!isNode(value) || isCode(value)) return
    const line = source.slice(0, value.start).split('\n').length
    for (const text of textsAt(value)) texts.push(`line ${line} says "${text}"`)
    for (const child of Object.values(value)) walk(child)
  }
  walk(program)
  return texts
}
