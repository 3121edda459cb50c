// Seals texts that whoever reads the database must not read: AES-256-GCM, with keys that lie outside the database. A sealed
// text is bound to its place and opens nowhere else. It is not for passwords and tokens, which nobody ever opens again.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { CannotOpen } from './errors.ts'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const keyNameBytes = 4
const algorithm = 'aes-256-gcm'

/** No text of a caller begins like this: XML cannot carry the character, so every text that has it is refused. */
const encryptedMark = '\u0001'

export const isEncrypted = (stored: unknown): stored is string =>
  typeof stored === 'string' && stored.startsWith(encryptedMark)

/** The key file cannot be made, read or understood. */
export class UnusableKey extends CannotOpen {}

/** A sealed text that does not open: by none of the keys, or it was changed or moved. */
export class DecryptionError extends Error {}

/** A key with the name that sealed texts carry, so that the right one of several is found. */
interface Key {
  readonly secret: Buffer
  readonly name: string
}

const withKeyName = (secret: Buffer): Key => ({
  secret,
  name: createHash('sha256')
    .update('stint key')
    .update(secret)
    .digest('hex')
    .slice(0, keyNameBytes * 2),
})

const encodings = [
  [/^[0-9a-f]{64}$/i, 'hex'],
  [/^[A-Za-z0-9+/]{43}=?$/, 'base64'],
  [/^[A-Za-z0-9_-]{43}=?$/, 'base64url'],
] as const

function parseKey(text: string): Buffer | null {
  const encoding = encodings.find(([shape]) => shape.test(text))?.[1]
  const secret = encoding === undefined ? null : Buffer.from(text, encoding)
  // Random bytes are nearly all different; a key of few is somebody's placeholder (T-56).
  return secret?.length === keyBytes && new Set(secret).size > keyBytes / 2 ? secret : null
}

/** The keys of a text, one after another between blanks, commas or lines; null when one of them is none. */
export function parseKeys(text: string): readonly Buffer[] | null {
  const keys = text.split(/[\s,]+/).filter((part) => part !== '')
  const secrets = keys.map(parseKey).filter((secret) => secret !== null)
  return secrets.length === keys.length && secrets.length > 0 ? secrets : null
}

export interface VaultOptions {
  /** Given by the operator; then the file is not looked at. */
  readonly keys?: readonly Buffer[] | undefined
  /** Where a key lies otherwise; made when the first text is sealed. */
  readonly keyFile?: string
}

export class Vault {
  readonly #keyFile: string | undefined
  #keys: readonly Key[] | undefined

  constructor({ keys, keyFile }: VaultOptions = {}) {
    this.#keyFile = keyFile
    this.#keys = keys?.map(withKeyName)
  }

  /** Reads the key file if there is one, so that a file that cannot be used is told at the start. */
  check(): void {
    this.#loadKeys()
  }

  /** The text under the first key. `place` says where it belongs, and must be the same when it is opened. */
  encrypt(text: string, place: string): string {
    const [key] = this.#loadKeys() ?? this.#createKeys()
    if (key === undefined) throw new UnusableKey('There is no key to encrypt with.')
    const nonce = randomBytes(nonceBytes)
    const sealing = createCipheriv(algorithm, key.secret, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(place))
    const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
    const parts = [Buffer.from(key.name, 'hex'), nonce, sealing.getAuthTag(), body]
    return encryptedMark + Buffer.concat(parts).toString('base64')
  }

  decrypt(sealed: string, place: string): string {
    const bytes = Buffer.from(sealed.slice(encryptedMark.length), 'base64')
    const name = keyNameOf(bytes)
    const key = this.#loadKeys()?.find((known) => known.name === name)
    if (key === undefined)
      throw new DecryptionError(`${place} is encrypted with key ${name}, which is not among the keys`)
    const nonce = bytes.subarray(keyNameBytes, keyNameBytes + nonceBytes)
    const body = keyNameBytes + nonceBytes + tagBytes
    try {
      const opening = createDecipheriv(algorithm, key.secret, nonce, { authTagLength: tagBytes })
      opening.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(keyNameBytes + nonceBytes, body))
      return Buffer.concat([opening.update(bytes.subarray(body)), opening.final()]).toString('utf8')
    } catch (error) {
      throw new DecryptionError(`${place} was changed or moved since it was encrypted`, { cause: error })
    }
  }

  /** True when the text is under the first key, as a new one would be. */
  usesCurrentKey(sealed: string): boolean {
    return this.#loadKeys()?.[0]?.name === keyNameOf(Buffer.from(sealed.slice(encryptedMark.length), 'base64'))
  }

  #loadKeys(): readonly Key[] | undefined {
    if (this.#keys === undefined && this.#keyFile !== undefined) this.#keys = readKeyFile(this.#keyFile)
    return this.#keys
  }

  /** Another process may make the file at the same time: whoever comes second takes what is there. */
  #createKeys(): readonly Key[] {
    if (this.#keyFile === undefined) return []
    createKeyFile(this.#keyFile)
    this.#keys = readKeyFile(this.#keyFile)
    return this.#keys ?? []
  }
}

const keyNameOf = (bytes: Buffer): string => bytes.subarray(0, keyNameBytes).toString('hex')

function readKeyFile(path: string): readonly Key[] | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error))) return undefined
    throw new UnusableKey(`The key file ${path} cannot be read (${errorCodeOf(error)}).`, { cause: error })
  }
  const keys = parseKeys(text)
  if (keys === null) throw new UnusableKey(`The key file ${path} holds something that is not a key of 32 random bytes.`)
  return keys.map(withKeyName)
}

/** Written whole under another name first, and then given its own only if nobody has it: a key is never overwritten. */
function createKeyFile(path: string): void {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    const file = openSync(draft, 'wx', 0o600)
    try {
      writeSync(file, `${randomBytes(keyBytes).toString('base64')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    try {
      linkSync(draft, path)
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
    syncParentFolder(dirname(path))
  } catch (error) {
    throw new UnusableKey(`The key file ${path} cannot be made (${errorCodeOf(error)}).`, { cause: error })
  }
}

/** A file is only as safe as the entry of its folder; Windows keeps that by itself and does not let folders be opened. */
function syncParentFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const errorCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
