// The one tree that both body readers, JSON and XML, produce, so that nothing above them knows which format came.
// It holds what was written and nothing more: no type is guessed, no number is converted, no text is trimmed. It
// deliberately has no parent links and no positions; faults of meaning name the field, not the place in the body.

// A JSON number, kept as its text until a field's own parser reads it, so that no digit is lost on the way.
export type WireNumber = { readonly number: string }

export type WireValue = string | boolean | null | WireNumber | WireValue[] | WireRecord

// A Map, so that __proto__ is a key like any other (T-35).
export type WireRecord = ReadonlyMap<string, WireValue>

// The body cannot be read at all. The message is one sentence for the sender, and safe to print in any answer.
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody'
}
