// The form of a mail: the same few kinds of blocks as plain text and as HTML. Every word in it may have been chosen by
// somebody with bad intentions, so it escapes everything and knows no way around that (T-39). What a mail says and who
// gets it is decided elsewhere.
import { escapeXml } from './xml-escape.ts'

export type MailBlock =
  /** A paragraph, however many lines its text has. */
  | string
  /** Labelled values, one to a line. */
  | { readonly rows: readonly (readonly [label: string, value: string])[] }
  /** Somebody's own words, which may have several lines. */
  | { readonly quote: string }
  | { readonly link: string }

export interface MailBody {
  readonly greeting: string
  readonly blocks: readonly MailBlock[]
  /** Why its reader gets it and how to get no more of them. */
  readonly footer: string
}

/**
 * Text on one line, cut to a length. Control characters could end a line or a header; marks that turn the direction of
 * writing could make a line read as another one. Both become blanks.
 */
export function oneLine(text: string, longest = 150): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return truncate(line, longest)
}

/** Several lines of somebody's words, without what a line must not have. */
export function multiLine(text: string, longest = 4000): string {
  const lines = truncate(text, longest)
    .split('\n')
    .map((line) => oneLine(line, longest))
  return lines.join('\n')
}

function truncate(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed().trimEnd()} ...` : text
}

const maxParagraphLength = 1000

const paragraphText = (text: string): string => oneLine(text, maxParagraphLength)

export function plainMail({ greeting, blocks, footer }: MailBody): string {
  return [greeting, ...blocks.map(plainBlock), `-- \n${footer}`].join('\n\n').concat('\n')
}

function plainBlock(block: MailBlock): string {
  if (typeof block === 'string') return paragraphText(block)
  if ('rows' in block) return block.rows.map(([label, value]) => `  ${label}: ${value}`).join('\n')
  return 'quote' in block ? block.quote.replace(/^/gm, '> ') : block.link
}

export function htmlMail({ greeting, blocks, footer }: MailBody): string {
  const body = [paragraph(greeting), ...blocks.map(htmlBlock), '<hr>', `<p><small>${escapeXml(footer)}</small></p>`]
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"></head><body>\n${body.join('\n')}\n</body></html>\n`
}

const paragraph = (text: string): string => `<p>${escapeXml(paragraphText(text))}</p>`

function htmlBlock(block: MailBlock): string {
  if (typeof block === 'string') return paragraph(block)
  if ('rows' in block) {
    const items = block.rows.map(([label, value]) => `<li>${escapeXml(label)}: <b>${escapeXml(value)}</b></li>`)
    return `<ul>${items.join('')}</ul>`
  }
  if ('quote' in block) return `<blockquote>${escapeXml(block.quote).replaceAll('\n', '<br>')}</blockquote>`
  return `<p><a href="${escapeXml(block.link)}">${escapeXml(block.link)}</a></p>`
}
