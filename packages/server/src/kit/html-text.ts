// The words of a piece of HTML, for places that show no HTML, such as mails. It is meant for HTML that was cleaned before it
// was stored and takes any text: what it gives is plain text and must be escaped like any other.

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}

export function textOfHtml(html: string): string {
  const words = html
    .replace(/[^\S\n]+/g, ' ')
    .replace(/<li\b[^<>]*>/gi, '\n- ')
    .replace(/<\/t[dh]>/gi, ' ')
    .replace(/<\/?(?:p|div|h[1-6]|ul|ol|table|tr|blockquote|pre|br|hr)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
  return withoutBlankLines(words)
}

function withoutBlankLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
