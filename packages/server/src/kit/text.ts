// Questions about text that do not depend on what the text is for: can XML carry it, how long is it to a person,
// what is it compared by. It deliberately knows no field and no limit, and repairs nothing on its own: whoever wants
// another text than the one that came asks for it by name.

// With the u flag a surrogate matches only when it has no partner.
const NOT_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/u
const NOT_XML_EACH = new RegExp(NOT_XML, 'gu')

// A phrase that completes "title ...", or null when XML 1.0 can carry every character (T-30).
export function textError(text: string): string | null {
  const found = NOT_XML.exec(text)
  if (found === null) return null
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `has a character that XML cannot carry (U+${code})`
}

// For text that we made ourselves from something accepted; what a sender wrote is refused, not repaired.
export function withoutNonXml(text: string): string {
  return NOT_XML.test(text) ? text.replace(NOT_XML_EACH, '') : text
}

// The length as a person counts it for limits (I-36): a surrogate pair is one, half a pair is one as well.
export function codePoints(text: string): number {
  let count = text.length
  for (let at = text.search(/[\ud800-\udbff]/); at >= 0 && at < text.length - 1; at += 1) {
    if (isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1))) count -= 1
  }
  return count
}

// What two texts are compared by in a search: É equals é, however either was typed (decision 17). Lower case first
// and composed after, because lower-casing can leave a letter and a mark that have a composed form. A final sigma
// becomes the plain one: toLowerCase chooses between them by the neighbouring letters, so a word would otherwise not
// be found inside a longer one. Accents are kept: e does not find é.
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^\x00-\xff]/.test(lower)) return lower
  return lower.normalize('NFC').replaceAll('ς', 'σ')
}

// A short, printable piece of somebody's text, fit to be quoted in a message of any format and in a log line.
export function excerpt(text: string, longest = 60): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}...` : text
  return cut.toWellFormed().replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]/g, '\ufffd')
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
