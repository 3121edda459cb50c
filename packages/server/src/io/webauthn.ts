// The protocol of passkeys (WebAuthn): what a browser is asked to sign, and whether what it signed is right. The
// library is loaded with the first use, because it needs 25 MB and half a second. Whose passkey it is, and that a
// challenge is answered once, is decided elsewhere.
import { randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** The address at which browsers use the passkeys of this server. */
export interface PasskeySite {
  /** The name of the host, to which passkeys are bound. */
  readonly rpId: string
  readonly origin: string
}

/** How a browser finds a passkey. */
export interface KnownCredential {
  readonly credentialid: string
  /** Separated by commas. */
  readonly transports: string
}

export interface NewCredential extends KnownCredential {
  readonly publickey: string
  readonly counter: number
}

export interface PasskeyUser {
  readonly username: string
  readonly name: string
  readonly handle: Uint8Array
}

export interface Challenge {
  readonly challenge: string
  /** For the browser, as it is. */
  readonly options: unknown
}

/** The answer of the browser is not valid. The message is for the log. */
export class InvalidPasskey extends Error {}

export const challengeMs = 5 * 60_000
/** EdDSA, ES256 and RS256: at least one of them is known by every device. */
const algorithms = [-8, -7, -257]
/** The longest id of the standard, in base64. */
const maxIdLength = 1364

const load = () => import('@simplewebauthn/server')

const newChallenge = (): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(32))

const descriptorOf = ({ credentialid, transports }: KnownCredential) => ({
  id: credentialid,
  transports: transports === '' ? [] : transports.split(','),
})

/** Asks for a new passkey, which the device keeps itself and unlocks with a PIN, a finger or a face. */
export async function creationChallenge(
  { rpId }: PasskeySite,
  { username, name, handle }: PasskeyUser,
  known: readonly KnownCredential[],
): Promise<Challenge> {
  const { generateRegistrationOptions } = await load()
  const options = await generateRegistrationOptions({
    rpName: 'Stint',
    rpID: rpId,
    userName: username,
    userDisplayName: name,
    userID: new Uint8Array(handle),
    challenge: newChallenge(),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return { challenge: options.challenge, options }
}

/** Asks for one of these passkeys, or, without any, for one that the device has for this server. */
export async function useChallenge({ rpId }: PasskeySite, known: readonly KnownCredential[]): Promise<Challenge> {
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: newChallenge(),
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: known.map(descriptorOf),
  })
  return { challenge: options.challenge, options }
}

/** The library throws errors of many kinds for answers that are not what they must be. */
async function checked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new InvalidPasskey(error instanceof Error ? error.message.slice(0, 200) : 'unknown', { cause: error })
  }
}

const transportNames = /^[a-z-]{1,20}$/

export const verifyCreation = (
  { rpId, origin }: PasskeySite,
  challenge: string,
  answer: string,
): Promise<NewCredential> =>
  checked(async () => {
    const { verifyRegistrationResponse } = await load()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: JSON.parse(answer) as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) throw new InvalidPasskey('the attestation is wrong')
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    if (id.length > maxIdLength) throw new InvalidPasskey('the id of the credential is too long')
    const ways = transports.filter((way) => transportNames.test(way)).slice(0, 6)
    const publickey = Buffer.from(publicKey).toString('base64url')
    return { credentialid: id, publickey, counter, transports: ways.join(',') }
  })

/** The id of the passkey that was used and the person that the device has stored with it; both are not verified. */
export const claimedOwner = (answer: string): Promise<{ credentialid: string; handle: string | null }> =>
  checked(async () => {
    const { id, response } = JSON.parse(answer) as Partial<AuthenticationResponseJSON>
    if (typeof id !== 'string' || id.length > maxIdLength) throw new InvalidPasskey('the answer has no id')
    return { credentialid: id, handle: response?.userHandle ?? null }
  })

/** Returns the new counter. An answer whose counter is not higher than the stored one comes from a copied device. */
export const verifyUse = (
  { rpId, origin }: PasskeySite,
  challenge: string,
  { credentialid, publickey, counter, transports }: NewCredential,
  answer: string,
): Promise<number> =>
  checked(async () => {
    const { verifyAuthenticationResponse } = await load()
    const publicKey = new Uint8Array(Buffer.from(publickey, 'base64url'))
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: JSON.parse(answer) as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { ...descriptorOf({ credentialid, transports }), publicKey, counter },
    })
    if (!verified) throw new InvalidPasskey('the signature is wrong')
    return authenticationInfo.newCounter
  })
