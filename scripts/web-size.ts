// Measures the first load of the web application: the entry, its static imports, their styles and the fonts for Latin
// text, compressed as browsers get them (Brotli). build-web.ts checks the limit.
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** An entry of Vite's manifest. */
export interface Chunk {
  readonly file: string
  /** The name of a group of modules. */
  readonly name?: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

export type Manifest = Readonly<Record<string, Chunk>>

/** True when the font face covers a small Latin letter; a face without a range covers everything. */
function coversLatin(face: string): boolean {
  const [, ranges] = /unicode-range:([^;}]+)/i.exec(face) ?? []
  if (ranges === undefined) return true
  return ranges.split(',').some((range) => {
    const [, text = ''] = /u\+([0-9a-f?-]+)/i.exec(range) ?? []
    const [first = '', last = first] = text.split('-')
    const letter = 0x61
    return (
      Number.parseInt(first.replaceAll('?', '0'), 16) <= letter &&
      letter <= Number.parseInt(last.replaceAll('?', 'f'), 16)
    )
  })
}

/** The fonts of a stylesheet for upright Latin text, by path in the folder. */
function latinFonts(css: string, path: string): string[] {
  return Array.from(css.matchAll(/@font-face\s*\{[^}]*\}/g), ([face]) => face)
    .filter((face) => coversLatin(face) && !/font-style:italic/.test(face))
    .flatMap((face) => Array.from(face.matchAll(/url\(["']?([^"')]+)/g), ([, url = '']) => url))
    .map((url) => (url.startsWith('/') ? url.replace(/^\/app\//, '') : posix.join(posix.dirname(path), url)))
}

/**
 * Bytes of each file of the first load, by path in the folder. `then` lists what is loaded next: modules, or groups of
 * modules by their name.
 */
export function firstLoad(
  folder: string,
  manifest: Manifest,
  then: readonly string[] = [],
): ReadonlyMap<string, number> {
  const files = new Set(['index.html'])
  const walk = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const other of chunk.imports ?? []) walk(other)
  }
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) walk(name)
  for (const name of then) {
    const key = name in manifest ? name : Object.keys(manifest).find((one) => manifest[one]?.name === name)
    if (key === undefined) throw new Error(`${name} is no part of the build that is loaded by itself`)
    walk(key)
  }
  for (const file of [...files].filter((path) => path.endsWith('.css'))) {
    for (const font of latinFonts(readFileSync(join(folder, file), 'utf8'), file)) files.add(font)
  }
  return new Map(
    [...files].map((file) => {
      const content = readFileSync(join(folder, file))
      return [file, file.endsWith('.woff2') ? content.length : brotliCompressSync(content).length]
    }),
  )
}
