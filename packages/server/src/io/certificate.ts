// Creates a self-signed certificate when the operator gives none, so that the first start already uses TLS and clients
// can pin the fingerprint. It is not a certificate authority and signs nothing else.

import { X509Certificate } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../kit/error-message.ts'
import { type Clock, dateAt, systemClock } from './clock.ts'

export interface Certificate {
  readonly cert: string
  readonly key: string
  /** SHA-256 of the certificate, in the usual AA:BB:... form. */
  readonly fingerprint: string
}

const dayMs = 24 * 60 * 60 * 1000
const validDays = 3650

/** Reads the certificate in the folder, or creates and stores one that is valid for ten years. */
export async function ensureCertificate(folder: string, clock: Clock = systemClock): Promise<Certificate> {
  const certFile = join(folder, 'cert.pem')
  const keyFile = join(folder, 'key.pem')
  const stored = await Promise.all([readIfExists(certFile), readIfExists(keyFile)])
  const [cert, key] = stored
  if (cert !== undefined && key !== undefined && new X509Certificate(cert).validToDate.getTime() > clock.now()) {
    return { cert, key, fingerprint: new X509Certificate(cert).fingerprint256 }
  }
  const created = await createCertificate(clock.now())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // The key is written first: a certificate file without its key would be taken for a complete pair.
  await writeAtomically(keyFile, created.key, 0o600)
  await writeAtomically(certFile, created.cert, 0o644)
  return created
}

async function createCertificate(now: number): Promise<Certificate> {
  // Loaded only here, because it is needed once in ten years and takes longer to load than the rest of src/io.
  const { generate } = await import('selfsigned')
  const names = [...new Set(['localhost', hostname().toLowerCase()])].filter((name) => /^[a-z0-9.-]+$/.test(name))
  const created = await generate([{ name: 'commonName', value: 'Stint' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // Valid from one day earlier, for clients whose clock is behind.
    notBeforeDate: dateAt(now - dayMs),
    notAfterDate: dateAt(now + validDays * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map((value) => ({ type: 2 as const, value })),
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  })
  return { cert: created.cert, key: created.private, fingerprint: new X509Certificate(created.cert).fingerprint256 }
}

/** Writes the complete file or nothing, and flushes it to disk. */
async function writeAtomically(path: string, text: string, mode: number): Promise<void> {
  const file = await open(`${path}.new`, 'w', mode)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
