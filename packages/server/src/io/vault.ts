// Encrypts texts that must not be readable in the database: AES-256-GCM, with keys stored outside the database. An
// encrypted text is bound to its location and cannot be decrypted elsewhere. It is not for passwords and tokens, which
// are only hashed.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from '../kit/error-message.ts'
import { CannotOpen } from './errors.ts'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const keyNameBytes = 4
const algorithm = 'aes-256-gcm'

/**
 * The first character of an encrypted text. XML cannot contain it, so a request with this character is always rejected.
 */
const encryptedMark = '\u0001'

export const isEncrypted = (stored: unknown): stored is string =>
  typeof stored === 'string' && stored.startsWith(encryptedMark)

/** The key file cannot be created, read or parsed. */
export class UnusableKey extends CannotOpen {}

/** The text cannot be decrypted: no key fits, or it was changed or moved. */
export class DecryptionError extends Error {}

/** A key with its name. Encrypted texts contain the name, so that the right key is found. */
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
  const encoding = encodings.find(([pattern]) => pattern.test(text))?.[1]
  const secret = encoding === undefined ? null : Buffer.from(text, encoding)
  // Random bytes are nearly all different. A key with few different bytes is a placeholder such as all zeros (T-56).
  return secret?.length === keyBytes && new Set(secret).size > keyBytes / 2 ? secret : null
}

/** Parses keys separated by blanks, commas or line breaks; null when one of them is invalid. */
export function parseKeys(text: string): readonly Buffer[] | null {
  const keys = text.split(/[\s,]+/).filter((part) => part !== '')
  const secrets = keys.map(parseKey).filter((secret) => secret !== null)
  return secrets.length === keys.length && secrets.length > 0 ? secrets : null
}

export interface VaultOptions {
  /** The operator's keys; then the key file is not read. */
  readonly keys?: readonly Buffer[] | undefined
  /** The key file otherwise; it is created when the first text is encrypted. */
  readonly keyFile?: string
}

export class Vault {
  readonly #keyFile: string | undefined
  #keys: readonly Key[] | undefined

  constructor({ keys, keyFile }: VaultOptions = {}) {
    this.#keyFile = keyFile
    this.#keys = keys?.map(withKeyName)
  }

  /** Reads the key file if there is one, so that an unusable file is reported at the start. */
  check(): void {
    this.#loadKeys()
  }

  /** The names of the keys; none if there is no key file yet. */
  keyNames(): string[] {
    return this.#loadKeys()?.map(({ name }) => name) ?? []
  }

  /** The name of the key that new texts are encrypted with. A missing key file is created. */
  currentKeyName(): string {
    const [key] = this.#loadKeys() ?? this.#createKeys()
    if (key === undefined) throw new UnusableKey('There is no key to encrypt with.')
    return key.name
  }

  /** Encrypts with the first key. `place` identifies the location and must be the same for decryption. */
  encrypt(text: string, place: string): string {
    const [key] = this.#loadKeys() ?? this.#createKeys()
    if (key === undefined) throw new UnusableKey('There is no key to encrypt with.')
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, key.secret, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(place))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    const parts = [Buffer.from(key.name, 'hex'), nonce, cipher.getAuthTag(), body]
    return encryptedMark + Buffer.concat(parts).toString('base64')
  }

  decrypt(encrypted: string, place: string): string {
    const bytes = Buffer.from(encrypted.slice(encryptedMark.length), 'base64')
    const name = keyNameOf(bytes)
    const key = this.#loadKeys()?.find((candidate) => candidate.name === name)
    if (key === undefined)
      throw new DecryptionError(`${place} is encrypted with key ${name}, which is not among the keys`)
    const nonce = bytes.subarray(keyNameBytes, keyNameBytes + nonceBytes)
    const body = keyNameBytes + nonceBytes + tagBytes
    try {
      const decipher = createDecipheriv(algorithm, key.secret, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(keyNameBytes + nonceBytes, body))
      return Buffer.concat([decipher.update(bytes.subarray(body)), decipher.final()]).toString('utf8')
    } catch (error) {
      throw new DecryptionError(`${place} was changed or moved since it was encrypted`, { cause: error })
    }
  }

  /** True when the text is encrypted with the first key, as a new text would be. */
  usesCurrentKey(encrypted: string): boolean {
    return this.#loadKeys()?.[0]?.name === keyNameOf(Buffer.from(encrypted.slice(encryptedMark.length), 'base64'))
  }

  #loadKeys(): readonly Key[] | undefined {
    if (this.#keys === undefined && this.#keyFile !== undefined) this.#keys = readKeyFile(this.#keyFile)
    return this.#keys
  }

  /** Another process may create the file at the same time; the second one uses the existing file. */
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
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return undefined
    throw new UnusableKey(`The key file ${path} cannot be read (${errorCode(error) || 'unknown reason'}).`, {
      cause: error,
    })
  }
  const keys = parseKeys(text)
  if (keys === null) throw new UnusableKey(`The key file ${path} holds something that is not a key of 32 random bytes.`)
  return keys.map(withKeyName)
}

/** Written under a temporary name first and then linked only if no file exists: a key is never overwritten. */
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
      if (errorCode(error) !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
    syncParentFolder(dirname(path))
  } catch (error) {
    throw new UnusableKey(`The key file ${path} cannot be made (${errorCode(error) || 'unknown reason'}).`, {
      cause: error,
    })
  }
}

/**
 * A new file survives a crash only if its folder is synced too. Windows does this by itself and cannot open folders.
 */
function syncParentFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
