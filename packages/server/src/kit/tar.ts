// Reads and writes entry headers of a tar archive (POSIX ustar), for regular files only. Only headers that this file
// would write are accepted: links, folders, long names and unexpected bytes are errors (T-41).

const BLOCK = 512
const MAX_NAME_LENGTH = 100
const MAX_SIZE = 0o77777777777

export const tarBlock = BLOCK

/** The number of zeros that fill the last block of an entry. */
export const tarPadding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

export interface TarHeader {
  readonly name: string
  readonly size: number
}

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

// Everything but the name and the size is constant, so that equal content gives equal archives.
export function tarHeader({ name, size }: TarHeader): Buffer {
  if (!/^[!-~]+$/.test(name) || name.length > MAX_NAME_LENGTH) throw new Error(`no name for an entry: ${name}`)
  if (!Number.isSafeInteger(size) || size < 0 || size > MAX_SIZE) throw new Error(`no size for an entry: ${size}`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0, 'latin1')
  header.write(`${octal(0o600, 7)}${octal(0, 7)}${octal(0, 7)}${octal(size, 11)}${octal(0, 11)}`, 100, 'latin1')
  header.write('        0', 148, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  let sum = 0
  for (const byte of header) sum += byte
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

// The header, or null when the block is not byte for byte what tarHeader() would write.
export function readTarHeader(block: Buffer): TarHeader | null {
  const name = block.toString('latin1', 0, MAX_NAME_LENGTH).replace(/\0+$/, '')
  const size = block.toString('latin1', 124, 135)
  if (!/^[!-~]+$/.test(name) || !/^[0-7]{11}$/.test(size)) return null
  const header = { name, size: Number.parseInt(size, 8) }
  return tarHeader(header).equals(block) ? header : null
}
