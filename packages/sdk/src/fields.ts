// The types of requests, derived from the types of records. The generated contract only lists the names of the fields
// of a request; their types and comments come from the record.
import type { IsoInstant } from './calendar.ts'
import type { Decimal, DecimalInput } from './decimal.ts'

/** The types that may be sent for a value that is read as V. */
type InputValue<V> = V extends Decimal
  ? DecimalInput
  : V extends IsoInstant
    ? IsoInstant | Date
    : V extends readonly number[]
      ? readonly number[]
      : V

/** The fields of a new record: the required ones, then the optional ones. */
export type New<R, Must extends keyof R, May extends keyof R> = {
  -readonly [Field in Must]-?: InputValue<Exclude<R[Field], undefined>>
} & {
  -readonly [Field in May]?: InputValue<Exclude<R[Field], undefined>> | undefined
}
