// The tree that the JSON and the XML reader both produce, so that no other code depends on the format. It contains what
// was sent: no types are guessed, no numbers converted, no text trimmed. It has no positions; validation errors name
// the field instead.

// A JSON number as text, until the field's parser reads it, so that no digit is lost.
export type WireNumber = { readonly number: string }

export type WireValue = string | boolean | null | WireNumber | WireFile | SanitizedHtml | WireValue[] | WireRecord

export interface WireFileParts {
  readonly filename: string
  readonly filesize: number
  readonly mediatype: string
  readonly hash: string
  /** The content, for fields that read it. */
  readonly content: Uint8Array | null
  /** Stores the file permanently. */
  readonly keep: () => Promise<void>
}

// A file in a request body. Its bytes are in the file store and are removed after the request unless keep() is called.
export class WireFile {
  readonly parts: WireFileParts
  constructor(parts: WireFileParts) {
    this.parts = parts
  }
}

// A text that was sanitized before the body is parsed, because it is large.
export class SanitizedHtml {
  /** The text as it was sent. */
  readonly text: string
  readonly html: string
  constructor(text: string, html: string) {
    this.text = text
    this.html = html
  }
}

// A Map, so that __proto__ is an ordinary key.
export type WireRecord = ReadonlyMap<string, WireValue>

// The body cannot be parsed. The message is one sentence for the sender, safe to print in any format.
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody'
}
