// Escapes text for XML, for element content and for both kinds of quotes. It does not build documents: the serializers
// write the tags. Characters that XML cannot carry are rejected on input, not here.

const SPECIAL = /[&<>"'\r]/
const SPECIAL_EACH = /[&<>"'\r]/g

// A carriage return is written as a reference, because XML readers turn a plain one into a line feed.
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
}

export function escapeXml(text: string): string {
  return SPECIAL.test(text) ? text.replace(SPECIAL_EACH, (character) => REFERENCES[character] ?? character) : text
}
