// The part of a file that a Range header asks for (RFC 9110, section 14). One range is served; several at once, other
// units and what cannot be read count as no range at all, which the standard allows. It knows no file.

export interface ByteRange {
  /** The first byte and the last one, both included. */
  readonly from: number
  readonly to: number
}

const ONE_RANGE = /^bytes[ \t]*=[ \t]*(\d{0,16})-(\d{0,16})[ \t]*$/i

// The span, 'whole' when the header asks for nothing we know, or 'outside' when no byte of the file is in it.
export function readByteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'outside' {
  const [, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  const end = size - 1
  if (first === '') {
    const count = Number(last)
    return count === 0 || size === 0 ? 'outside' : { from: Math.max(0, size - count), to: end }
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return 'whole'
  if (from > end) return 'outside'
  return { from, to: last === '' ? end : Math.min(Number(last), end) }
}
