// Makes text safe to stand in XML, as an element's content or inside either kind of quote. It deliberately does not
// build documents: the printers know their fields and write the tags themselves. Characters that XML cannot carry
// are refused when a text is written, never here.

const SPECIAL = /[&<>"'\r]/
const SPECIAL_EACH = /[&<>"'\r]/g

// A carriage return is written as a reference, because a reader of XML turns a plain one into a line feed.
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
