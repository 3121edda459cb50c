// Functions for any text: whether XML can carry it, its length in characters, and its form for comparison. They know no
// fields and no limits, and change a text only when asked to.

// With the u flag a surrogate matches only when it has no partner.
const NOT_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/u
const NOT_XML_EACH = new RegExp(NOT_XML, 'gu')

// A phrase that completes "title ...", or null when XML 1.0 can carry every character (T-30).
export function textError(text: string): string | null {
  const match = NOT_XML.exec(text)
  if (match === null) return null
  const code = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `has a character that XML cannot carry (U+${code})`
}

// For text that this program derived from accepted input. A sender's own text is rejected, not repaired.
export function withoutNonXml(text: string): string {
  return NOT_XML.test(text) ? text.replace(NOT_XML_EACH, '') : text
}

// The length in code points, which is what limits count (I-36): a surrogate pair is one, and so is half a pair.
export function codePoints(text: string): number {
  let count = text.length
  for (let at = text.search(/[\ud800-\udbff]/); at >= 0 && at < text.length - 1; at += 1) {
    if (isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1))) count -= 1
  }
  return count
}

// The form in which two texts are compared in a search: É equals é, however it was typed (decision 17). Lower case
// comes before composition, because lower-casing can produce a letter and a mark that have a composed form. A final
// sigma becomes the plain one: toLowerCase chooses between them by the neighbouring letters, so a word would not be
// found inside a longer one. Accents are kept: e is not é.
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^\x00-\xff]/.test(lower)) return lower
  return lower.normalize('NFC').replaceAll('ς', 'σ')
}

// The form in which a search compares texts: folded, and without accents, so that suder finds Süderhof (decision 17).
// Only marks of the block for accents are removed. Vowel signs of Hindi or Thai are letters of their words and stay.
export function searchForm(text: string): string {
  const folded = fold(text)
  if (!/[^\x00-\x7f]/.test(folded)) return folded
  return folded
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

// The searched text in that form. Accents alone would become a blank text, which is found everywhere, so they are kept
// and found nowhere.
export const searchedForm = (text: string): string => searchForm(text) || fold(text)

// A short, printable part of a user's text, safe in messages of any format and in log lines.
export function excerpt(text: string, maxLength = 60): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}...` : text
  return cut.toWellFormed().replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]/g, '\ufffd')
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
