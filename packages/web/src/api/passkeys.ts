// Passkeys: what the browser does with them, and the requests about them. Loaded only where they are used.
import { type Proof, type Session, send } from './session-api.ts'

type Options = { readonly options: unknown }

/** Browsers bind passkeys to an address, and older ones cannot read the options of the server. */
export const canUsePasskeys = (origin: string | null | undefined): boolean =>
  origin === location.origin &&
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

/** The person has cancelled it, or has no passkey on this device; the browser does not say which. */
export class PasskeyNotUsed extends Error {}

/** The device already has a passkey of the person. */
export class PasskeyExists extends Error {}

async function answerOf(work: Promise<Credential | null>): Promise<string> {
  const credential = await work.catch((error: unknown) => {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'InvalidStateError') throw new PasskeyExists()
    throw new PasskeyNotUsed()
  })
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyNotUsed()
  return JSON.stringify(credential.toJSON())
}

const create = ({ options }: Options): Promise<string> => {
  const json = options as PublicKeyCredentialCreationOptionsJSON
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json)
  return answerOf(navigator.credentials.create({ publicKey }))
}

const use = ({ options }: Options): Promise<string> => {
  const json = options as PublicKeyCredentialRequestOptionsJSON
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json)
  return answerOf(navigator.credentials.get({ publicKey }))
}

export interface PasskeySetUp {
  readonly session: Session
  readonly codes: readonly string[]
}

export const passkeyApi = {
  signIn: async () => {
    const credential = await use(await send<Options>('POST', 'session/passkey/begin', {}))
    return (await send<{ session: Session }>('POST', 'session/passkey', { credential })).session
  },
  signInAfterPassword: async () => {
    const credential = await use(await send<Options>('POST', 'session/code/passkey/begin', {}))
    return (await send<{ session: Session }>('POST', 'session/code/passkey', { credential })).session
  },
  setUp: async (name: string) => {
    const credential = await create(await send<Options>('POST', 'session/factor/passkey/begin', {}))
    return send<PasskeySetUp>('POST', 'session/factor/passkey', { name, credential })
  },
  /** Returns the recovery codes, which come with the first factor. */
  add: async (name: string, proof: Proof) => {
    const credential = await create(await send<Options>('POST', 'passkeys/begin', proof))
    return (await send<{ codes: readonly string[] | null }>('POST', 'passkeys', { name, credential })).codes
  },
  remove: (id: number, proof: Proof) => send<void>('POST', `passkeys/${id}/remove`, proof),
  confirm: async () => {
    const credential = await use(await send<Options>('POST', 'passkeys/confirm/begin', {}))
    await send<void>('POST', 'passkeys/confirm', { credential })
  },
}
