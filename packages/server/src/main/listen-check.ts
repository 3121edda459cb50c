// Checks the address and the certificate that the server will use. An error is one sentence that names the setting. It
// is reported before anything is created, so that a failed first start leaves no account whose token nobody saw.

import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { createServer as createProbe, isIP } from 'node:net'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { ensureCertificate } from '../io/certificate.ts'
import { errorCode, errorMessage } from '../kit/error-message.ts'
import { SettingError, type Settings } from './config.ts'

export interface Certificate {
  readonly cert: string
  readonly key: string
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** The passwords of the demo company are on its sign-in page (T-103). */
function checkDemoHost({ demo, host }: Settings): void {
  if (demo !== true || isLoopback(host)) return
  throw new SettingError(
    `STINT_DEMO (--demo): everybody knows the passwords of the demo company, and ${host} is not a loopback address. ` +
      'Set STINT_DEMO=public if other machines may use it.',
  )
}

/** Tries the certificate and the address without touching the data folder. */
export async function checkListening(settings: Settings): Promise<void> {
  checkDemoHost(settings)
  if (settings.tls !== 'auto') await readCertificate(settings)
  await tryListening(settings.host, settings.port).catch((error: unknown) => {
    throw listenError(settings, error)
  })
}

/** Listens for a moment, to find out whether it is possible. */
export async function tryListening(host: string, port: number): Promise<void> {
  const server = createProbe()
  await new Promise<void>((listening, failed) => server.once('error', failed).listen({ host, port }, listening))
  await new Promise((closed) => server.close(closed))
}

/**
 * For a name with two addresses, such as localhost, Fastify would open a second server that has none of our limits
 * (T-350).
 */
export const oneAddress = async (host: string): Promise<string> => (await lookup(host, { order: 'ipv4first' })).address

/** The certificate for TLS, or null where plain HTTP is allowed. */
export async function readCertificate({ tls, host, trustProxy, data }: Settings): Promise<Certificate | null> {
  if (tls === 'off') {
    if (isLoopback(host) || trustProxy.length > 0) return null
    throw new SettingError(
      'STINT_TLS (--tls): off is only for a loopback STINT_HOST or behind the proxies that STINT_TRUST_PROXY names.',
    )
  }
  try {
    const pair =
      tls === 'auto'
        ? await ensureCertificate(resolve(data))
        : { cert: readFileSync(tls.certFile, 'utf8'), key: readFileSync(tls.keyFile, 'utf8') }
    // Creating a context verifies that both files are PEM and belong together.
    createSecureContext({ ...pair })
    return pair
  } catch (error) {
    const files = tls === 'auto' ? `the kept certificate in ${resolve(data)}` : `${tls.certFile} with ${tls.keyFile}`
    throw new SettingError(`STINT_TLS (--tls): ${files} cannot be used: ${errorMessage(error)}.`)
  }
}

export function listenError({ host, port }: Settings, error: unknown): SettingError {
  const code = errorCode(error)
  if (code === 'EADDRINUSE') return new SettingError(`STINT_PORT (--port): ${port} is already in use on ${host}.`)
  if (code === 'EACCES') return new SettingError(`STINT_PORT (--port): this user may not listen on ${port}.`)
  return new SettingError(`STINT_HOST (--host): ${host} is no address to listen on here: ${errorMessage(error)}.`)
}
