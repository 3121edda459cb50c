// Parses a Range header (RFC 9110, section 14). One range is supported. Several ranges, other units and invalid headers
// count as no range, which the standard allows. It does not read files.

export interface ByteRange {
  /** The first and the last byte, both included. */
  readonly from: number
  readonly to: number
}

const ONE_RANGE = /^bytes[ \t]*=[ \t]*(\d{0,16})-(\d{0,16})[ \t]*$/i

// The range, 'whole' when the header has no supported range, or 'outside' when the range contains no byte of the file.
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
