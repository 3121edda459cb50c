// The one tree that both body readers, JSON and XML, produce, so that nothing above them knows which format came.
// It holds what was written and nothing more: no type is guessed, no number is converted, no text is trimmed. It
// deliberately has no parent links and no positions; faults of meaning name the field, not the place in the body.

// A JSON number, kept as its text until a field's own parser reads it, so that no digit is lost on the way.
export type WireNumber = { readonly number: string }

export type WireValue = string | boolean | null | WireNumber | WireFile | WireValue[] | WireRecord

export interface WireFileParts {
  readonly filename: string
  readonly filesize: number
  readonly mediatype: string
  readonly hash: string
  /** The bytes themselves, where the field looks at them. */
  readonly content: Uint8Array | null
  /** Makes the bytes stay. */
  readonly keep: () => Promise<void>
}

// A file that came with a body. Its bytes lie elsewhere and are gone after the request, unless they are kept.
export class WireFile {
  readonly parts: WireFileParts
  constructor(parts: WireFileParts) {
    this.parts = parts
  }
}

// A Map, so that __proto__ is a key like any other (T-35).
export type WireRecord = ReadonlyMap<string, WireValue>

// The body cannot be read at all. The message is one sentence for the sender, and safe to print in any answer.
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody'
}
