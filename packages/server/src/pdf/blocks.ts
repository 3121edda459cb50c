// The blocks of a document before layout: plain values, so that they can be sent to the render thread. They describe
// content and style; page-layout.ts decides where a page ends.
import type { TextStyle } from './text-layout.ts'

export interface TextBlock {
  readonly kind: 'text'
  readonly text: string
  readonly style: TextStyle
  /** The address that a click on it opens. */
  readonly link?: string
  /** Must not be the last block on a page. */
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

/** A PNG or JPEG at the left, scaled to fit. */
export interface ImageBlock {
  readonly kind: 'image'
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** A QR code, by its dark modules, row by row. */
export interface QrBlock {
  readonly kind: 'qr'
  readonly modules: readonly (readonly boolean[])[]
  readonly size: number
}

/** A word in a rounded box at the right. */
export interface BadgeBlock {
  readonly kind: 'badge'
  readonly text: string
  readonly style: TextStyle
  readonly fill: string
}

/**
 * Columns of blocks side by side. A column that is higher than a large part of a page is split over pages, line by
 * line.
 */
export interface ColumnsBlock {
  readonly kind: 'columns'
  readonly columns: readonly Column[]
  readonly gap: number
}

export interface Column {
  /** In points, or a share of the remaining width when it is at most 1. */
  readonly width: number
  readonly blocks: readonly Block[]
}

/** Rows with a header that is repeated on every page. */
export interface TableBlock {
  readonly kind: 'table'
  readonly head: ColumnsBlock
  readonly rows: readonly ColumnsBlock[]
  readonly rule: RuleBlock
  readonly padding: number
}

export type Block = TextBlock | SpaceBlock | RuleBlock | ImageBlock | QrBlock | BadgeBlock | ColumnsBlock | TableBlock

export interface PdfSource {
  readonly title: string
  readonly author: string
  /** The language of the fixed texts, such as `en`. */
  readonly language: string
  /** YYYY-MM-DD. Not the current day, because the same document must give the same bytes. */
  readonly date: string
  readonly blocks: readonly Block[]
  /** The footer of each page, left of the page number. */
  readonly foot: string
  readonly footStyle: TextStyle
  /** A word printed across every page. */
  readonly stamp?: { readonly text: string; readonly color: string }
}

/** All texts with their styles, so that the fonts can be loaded before layout. */
export function textsIn(blocks: readonly Block[]): { text: string; style: TextStyle }[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text' || block.kind === 'badge') return [{ text: block.text, style: block.style }]
    if (block.kind === 'columns') return textsIn(block.columns.flatMap((column) => column.blocks))
    if (block.kind === 'table') return textsIn([block.head, ...block.rows])
    return []
  })
}
