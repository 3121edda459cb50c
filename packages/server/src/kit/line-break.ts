// Finds the positions where a line of text may end: after blanks and hyphens, and between words of scripts without
// spaces, which the platform finds with its dictionaries. It knows no widths; the caller cuts a word that is too wide.

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' })

const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]`
const ENDS_UNSPACED = new RegExp(`${unspaced}\\p{M}*$`, 'u')
const BEGINS_UNSPACED = new RegExp(`^${unspaced}`, 'u')
const OPENS = /[\p{Ps}\p{Pi}]$/u
const CLOSES = /^[\p{Pe}\p{Pf}\p{M}.,:;!?%\u3001\u3002\u3005\u30fb-\u30fe\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]/u
// A hyphen between letters. Before digits it may be a minus or a part of a date.
const HYPHEN = /[-\u2010\u2013\u2014/]$/
const LETTER = /^\p{L}/u
const BLANK = /^[ \t\u2000-\u2006\u2008-\u200b\u205f\u3000]+$/

/** A part that stays on one line, and the blanks after it, which are dropped at the end of a line. */
export interface UnbreakablePart {
  readonly text: string
  readonly blank: string
}

export function unbreakableParts(text: string): UnbreakablePart[] {
  const parts: { text: string; blank: string }[] = []
  let isOpen = false
  for (const { segment } of wordSegmenter.segment(text)) {
    const last = parts.at(-1)
    if (BLANK.test(segment)) {
      if (last === undefined) parts.push({ text: '', blank: segment })
      else last.blank += segment
      isOpen = false
    } else if (last === undefined || !isOpen || mayBreak(last.text, segment)) {
      parts.push({ text: segment, blank: '' })
      isOpen = true
    } else {
      last.text += segment
    }
  }
  return parts
}

function mayBreak(before: string, after: string): boolean {
  if (CLOSES.test(after) || OPENS.test(before)) return false
  if (HYPHEN.test(before)) return before.length > 1 && LETTER.test(after)
  return ENDS_UNSPACED.test(before) || BEGINS_UNSPACED.test(after)
}
