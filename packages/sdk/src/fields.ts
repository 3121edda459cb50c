// From a record to what is sent to make or change one. The generated contract only lists the names of fields; their types, and
// what is said of them, are those of the record.
import type { IsoInstant } from './calendar.ts'
import type { Decimal, DecimalInput } from './decimal.ts'

/** What may be sent for a value that is read as V. */
type InputValue<V> = V extends Decimal
  ? DecimalInput
  : V extends IsoInstant
    ? IsoInstant | Date
    : V extends readonly number[]
      ? readonly number[]
      : V

/** The fields of a new record: those it must have, then those it may have. */
export type New<R, Must extends keyof R, May extends keyof R> = {
  -readonly [Field in Must]-?: InputValue<Exclude<R[Field], undefined>>
} & {
  -readonly [Field in May]?: InputValue<Exclude<R[Field], undefined>> | undefined
}
