// What a document is made of before it is laid out: plain values, so that they can be sent to the thread that prints. It states
// what stands where and how it looks; where a page ends is decided by `page-layout.ts`.
import type { TextStyle } from './text-layout.ts'

export interface TextBlock {
  readonly kind: 'text'
  readonly text: string
  readonly style: TextStyle
  /** Not the last thing on a page. */
  readonly keepWithNext?: boolean
}

export interface SpaceBlock {
  readonly kind: 'space'
  readonly height: number
}

export interface RuleBlock {
  readonly kind: 'rule'
  readonly color: string
  readonly thickness: number
}

/** A PNG or JPEG, as large as fits, at the left. */
export interface ImageBlock {
  readonly kind: 'image'
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** A word in a rounded box, at the right. */
export interface BadgeBlock {
  readonly kind: 'badge'
  readonly text: string
  readonly style: TextStyle
  readonly fill: string
}

/** Stacks of blocks side by side. A stack that is higher than a good part of a page is broken over pages, line by line. */
export interface ColumnsBlock {
  readonly kind: 'columns'
  readonly columns: readonly Column[]
  readonly gap: number
}

export interface Column {
  /** In points, or a share of what is left over when it is a fraction of 1. */
  readonly width: number
  readonly blocks: readonly Block[]
}

/** Rows under a head that is repeated on every page. */
export interface TableBlock {
  readonly kind: 'table'
  readonly head: ColumnsBlock
  readonly rows: readonly ColumnsBlock[]
  readonly rule: RuleBlock
  readonly padding: number
}

export type Block = TextBlock | SpaceBlock | RuleBlock | ImageBlock | BadgeBlock | ColumnsBlock | TableBlock

export interface PdfSource {
  readonly title: string
  readonly author: string
  /** The language of the words that are ours, such as `en`. */
  readonly language: string
  /** YYYY-MM-DD; the same document is the same bytes, so this is not the day of printing. */
  readonly date: string
  readonly blocks: readonly Block[]
  /** Stands at the foot of each page, left of its number. */
  readonly foot: string
  readonly footStyle: TextStyle
  /** A word across every page. */
  readonly stamp?: { readonly text: string; readonly color: string }
}

/** Everything that will be set, with its style, so that its faces can be fetched beforehand. */
export function textsIn(blocks: readonly Block[]): { text: string; style: TextStyle }[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text' || block.kind === 'badge') return [{ text: block.text, style: block.style }]
    if (block.kind === 'columns') return textsIn(block.columns.flatMap((column) => column.blocks))
    if (block.kind === 'table') return textsIn([block.head, ...block.rows])
    return []
  })
}
