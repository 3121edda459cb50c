// The text of a piece of HTML, for output without HTML such as mails. It accepts any text, but is meant for sanitized
// HTML. The result is plain text and must be escaped like any other.

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}

export function textOfHtml(html: string): string {
  const text = html
    .replace(/[^\S\n]+/g, ' ')
    .replace(/<li\b[^<>]*>/gi, '\n- ')
    .replace(/<\/t[dh]>/gi, ' ')
    .replace(/<\/?(?:p|div|h[1-6]|ul|ol|table|tr|blockquote|pre|br|hr)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
  return withoutBlankLines(text)
}

function withoutBlankLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
