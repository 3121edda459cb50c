// Chooses the encoding of a response from the Accept-Encoding header (RFC 9110). Only encodings that the header names
// are used: a program that sends "*" may still not be able to decode all of them.

/** The encodings that responses may have, the preferred one first. */
export const contentEncodings = ['br', 'zstd', 'gzip'] as const

export type ContentEncoding = (typeof contentEncodings)[number]

const qualityPattern = /^\s*q\s*=\s*([01](?:\.\d*)?)\s*$/i

/** The quality of an element such as "gzip;q=0.5"; 1 without one, 0 if it cannot be read. */
function qualityOf(parameter: string | undefined): number {
  if (parameter === undefined) return 1
  return Number(qualityPattern.exec(parameter)?.[1] ?? 0)
}

/** The best of the offered encodings that the header accepts; null for none. */
export function chooseEncoding<E extends string>(
  header: string | string[] | undefined,
  offered: readonly E[],
): E | null {
  if (header === undefined || header === '') return null
  const qualities = new Map<string, number>()
  for (const element of String(header).split(',')) {
    const [name = '', parameter] = element.split(';', 2)
    qualities.set(name.trim().toLowerCase(), qualityOf(parameter))
  }
  let best: E | null = null
  for (const encoding of offered) {
    const quality = qualities.get(encoding) ?? 0
    if (quality > (best === null ? 0 : (qualities.get(best) ?? 0))) best = encoding
  }
  return best
}
