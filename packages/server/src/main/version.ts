// The version of this program, from its package.json. Backups and exports contain it.
// It is read as a file, because package.json is outside of the source folder.
import { readFileSync } from 'node:fs'

const packageJson: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

export const version: string =
  typeof packageJson === 'object' && packageJson !== null && 'version' in packageJson
    ? String(packageJson.version)
    : 'unknown'
