// The heads of entries in a tar archive, as POSIX has them (ustar), for regular files alone. What is read must be exactly what
// we write: links, folders, long names of other tars and bytes out of place are faults, not things to be lenient about (T-41).

const BLOCK = 512
const MAX_NAME_LENGTH = 100
const MAX_SIZE = 0o77777777777

export const tarBlock = BLOCK

/** How many zeros fill the last block of an entry. */
export const tarPadding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

export interface TarHeader {
  readonly name: string
  readonly size: number
}

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

// Everything but the name and the size is the same in every head, so that equal content gives equal archives.
export function tarHeader({ name, size }: TarHeader): Buffer {
  if (!/^[!-~]+$/.test(name) || name.length > MAX_NAME_LENGTH) throw new Error(`no name for an entry: ${name}`)
  if (!Number.isSafeInteger(size) || size < 0 || size > MAX_SIZE) throw new Error(`no size for an entry: ${size}`)
  const head = Buffer.alloc(BLOCK)
  head.write(name, 0, 'latin1')
  head.write(`${octal(0o600, 7)}${octal(0, 7)}${octal(0, 7)}${octal(size, 11)}${octal(0, 11)}`, 100, 'latin1')
  head.write('        0', 148, 'latin1')
  head.write('ustar\x0000', 257, 'latin1')
  let sum = 0
  for (const byte of head) sum += byte
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return head
}

// The head, or null when the block is not, byte for byte, one that we would have written.
export function readTarHeader(block: Buffer): TarHeader | null {
  const name = block.toString('latin1', 0, MAX_NAME_LENGTH).replace(/\0+$/, '')
  const size = block.toString('latin1', 124, 135)
  if (!/^[!-~]+$/.test(name) || !/^[0-7]{11}$/.test(size)) return null
  const head = { name, size: Number.parseInt(size, 8) }
  return tarHeader(head).equals(block) ? head : null
}
