// The version of this program, as its package says. Read as a file, because what lies outside of the source is no module of it;
// it stands in copies, so that whoever finds one knows what reads it.
import { readFileSync } from 'node:fs'

const packed: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

export const version: string =
  typeof packed === 'object' && packed !== null && 'version' in packed ? String(packed.version) : 'unknown'
