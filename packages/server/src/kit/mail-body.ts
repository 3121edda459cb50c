// Renders the blocks of a mail as plain text and as HTML. Any text in a mail may come from an attacker, so everything
// is escaped without exception (T-39). Other files decide what a mail says and who gets it.
import { escapeXml } from './xml-escape.ts'

export type MailBlock =
  /** A paragraph; line breaks in it become blanks. */
  | string
  /** Labelled values, one per line. */
  | { readonly rows: readonly (readonly [label: string, value: string])[] }
  /** A user's own text, which may have several lines. */
  | { readonly quote: string }
  | { readonly link: string }

export interface MailBody {
  readonly greeting: string
  readonly blocks: readonly MailBlock[]
  /** Why the reader gets this mail and how to unsubscribe. */
  readonly footer: string
}

/**
 * Text on one line, cut to a length. Control characters could end a line or a header, and direction marks could make a
 * line read as another one. Both become blanks.
 */
export function oneLine(text: string, maxLength = 150): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return truncate(line, maxLength)
}

/** A user's text with several lines, each cleaned like oneLine(). */
export function multiLine(text: string, maxLength = 4000): string {
  const lines = truncate(text, maxLength)
    .split('\n')
    .map((line) => oneLine(line, maxLength))
  return lines.join('\n')
}

function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed().trimEnd()} ...` : text
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

const htmlPage = (body: readonly string[], lang: string): string =>
  `<!doctype html>\n<html${lang}><head><meta charset="utf-8"></head><body>\n${body.join('\n')}\n</body></html>\n`

export function htmlMail({ greeting, blocks, footer }: MailBody): string {
  const body = [paragraph(greeting), ...blocks.map(htmlBlock), '<hr>', `<p><small>${escapeXml(footer)}</small></p>`]
  return htmlPage(body, ' lang="en"')
}

const linkWord = '{link}'

export const hasLinkWord = (text: string): boolean => text.includes(linkWord)

const withoutLinkLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !hasLinkWord(line))
    .join('\n')

/** True when nothing of a text is left without its lines with the link. */
export const isOnlyLink = (text: string): boolean => withoutLinkLines(text).trim() === ''

/**
 * A letter with a link in place of its word. The link is put in when the letter is sent, because it is a secret.
 * Without one, the lines with the word are left out.
 */
export function withLink(
  letter: { plain: string; html: string },
  link: string | null,
): { plain: string; html: string } {
  const { plain, html } = letter
  if (link !== null) {
    const address = escapeXml(link)
    return {
      plain: plain.replaceAll(linkWord, () => link),
      html: html.replaceAll(linkWord, () => `<a href="${address}">${address}</a>`),
    }
  }
  return { plain: withoutLinkLines(plain), html: html.replaceAll(/[^\n<>]*\{link\}[^\n<>]*/g, '') }
}

const maxLetterLength = 10_000

const letterText = (text: string): string => multiLine(text.replaceAll('\r\n', '\n'), maxLetterLength).trim()

/** A person's own text as a whole mail. */
export const plainLetter = (text: string): string => `${letterText(text)}\n`

/** Its language is not known. */
export const htmlLetter = (text: string): string =>
  htmlPage(
    letterText(text)
      .split(/\n{2,}/)
      .map((part) => `<p>${escapeXml(part).replaceAll('\n', '<br>')}</p>`),
    '',
  )

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
