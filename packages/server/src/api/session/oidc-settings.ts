// The provider of OpenID Connect in the settings of the web application, per account. An Administrator enters it, tries
// it and removes it; the secret is never returned, and a change needs the own password again. The provider of the
// environment is shown and cannot be changed here.
import { listIdentities } from '../../auth/identity.ts'
import { type OidcSetting, readOidcSetting, storeOidcSetting } from '../../auth/oidc-setting.ts'
import { demoLogins } from '../../auth/session-view.ts'
import { type Actor, newcomerRoles, originOf } from '../../define/actor.ts'
import { badRequest, forbidden } from '../../define/api-error.ts'
import type { WriteTransaction } from '../../io/database.ts'
import { ProviderError } from '../../io/oidc-client.ts'
import { parseIssuer } from '../../kit/issuer.ts'
import { textError } from '../../kit/text.ts'
import type { ServerOptions } from '../server-options.ts'
import { type Reauthentication, reauthenticationFields } from './reauthentication.ts'
import { parseSessionBody, type SessionBody } from './session-body.ts'
import { noContent, type SessionHandler } from './session-response.ts'
import type { SingleSignOn } from './single-sign-on.ts'

const bodyFields = {
  ...reauthenticationFields,
  name: true,
  issuer: true,
  clientid: true,
  secret: false,
  createrole: false,
  trustemail: false,
  passwords: false,
}

export class OidcSettings {
  readonly #options: ServerOptions
  readonly #signOn: SingleSignOn
  readonly #again: Reauthentication

  constructor(options: ServerOptions, signOn: SingleSignOn, again: Reauthentication) {
    this.#options = options
    this.#signOn = signOn
    this.#again = again
  }

  readonly read: SessionHandler = async ({ actor }) => {
    requireAdministrator(actor)
    const fixed = this.#options.singleSignOn?.fixed ?? null
    const setting = fixed ?? (await readOidcSetting(this.#options.database, actor.accountid))
    const source = fixed !== null ? 'environment' : setting !== null ? 'settings' : 'none'
    const shown = setting === null ? {} : visibleSetting(setting)
    const oidc = {
      source,
      editable: fixed === null && !(await this.#isDemo()),
      redirect: this.#signOn.redirectAddress,
      signinpath: `app/?company=${actor.accountid}`,
      ...shown,
    }
    return { status: 200, body: { oidc } }
  }

  readonly save: SessionHandler = async ({ actor }, request) => {
    await this.#requireEditable(actor)
    const { database } = this.#options
    const body = parseSessionBody(request, bodyFields)
    const previous = await readOidcSetting(database, actor.accountid)
    const setting = parseSetting(body, previous)
    body.errors.throwIfAny()
    await this.#again.require(actor, request, body)
    if (!setting.passwords) await this.#requireOwnIdentity(actor, setting)
    return this.#store(actor, setting)
  }

  readonly remove: SessionHandler = async ({ actor }, request) => {
    await this.#requireEditable(actor)
    const body = parseSessionBody(request, reauthenticationFields)
    body.errors.throwIfAny()
    await this.#again.require(actor, request, body)
    return this.#store(actor, null)
  }

  /** Says what is wrong with the provider that is set. */
  readonly test: SessionHandler = async ({ actor }) => {
    requireAdministrator(actor)
    const fixed = this.#options.singleSignOn?.fixed ?? null
    const setting = fixed ?? (await readOidcSetting(this.#options.database, actor.accountid))
    if (setting === null) throw badRequest('issuer: save the provider first')
    try {
      await this.#signOn.clientFor({ isFixed: fixed !== null }).test(setting)
    } catch (error) {
      if (error instanceof ProviderError) throw badRequest(`issuer: the provider cannot be used: ${error.message}`)
      throw error
    }
    if (this.#signOn.redirectAddress === null)
      throw badRequest('issuer: this server does not know its own address; its operator can set STINT_PUBLIC_URL')
    return noContent
  }

  async #store(actor: Actor, setting: OidcSetting | null) {
    const { database } = this.#options
    const { accountid } = actor
    const write = async (tx: WriteTransaction): Promise<void> => {
      await storeOidcSetting(tx, database.vault, setting)
      tx.nameEvent({ resource: 'account', id: accountid, kind: 'oidcsetting' })
    }
    await database.write(accountid, write, originOf(actor))
    return noContent
  }

  /** Whoever turns passwords off must be able to sign in without one. */
  async #requireOwnIdentity({ accountid, personid }: Actor, { issuer }: OidcSetting): Promise<void> {
    const own = await this.#options.database.read(accountid, (tx) => listIdentities(tx, personid))
    if (own.some((identity) => identity.issuer === issuer)) return
    throw badRequest('passwords: connect your own account in your profile first, or you could not sign in any more')
  }

  async #requireEditable(actor: Actor): Promise<void> {
    requireAdministrator(actor)
    if ((this.#options.singleSignOn?.fixed ?? null) !== null)
      throw badRequest('oidc: single sign-on of this server is set by its operator')
    if (await this.#isDemo()) throw badRequest('oidc: single sign-on cannot be set up in a demo company')
  }

  /** Everybody knows the passwords of a demo company, and its Administrator would be anybody. */
  async #isDemo(): Promise<boolean> {
    const { database, demoTokens = [] } = this.#options
    return (await demoLogins(database, demoTokens)).length > 0
  }
}

function requireAdministrator({ role }: Actor): void {
  if (role !== 'Administrator') throw forbidden('only an Administrator may see and change single sign-on')
}

const visibleSetting = ({ name, issuer, clientid, secret, createRole, trustEmail, passwords }: OidcSetting) => ({
  name,
  issuer,
  clientid,
  hassecret: secret !== '',
  createrole: createRole ?? '',
  trustemail: trustEmail ? 't' : 'f',
  passwords: passwords ? 't' : 'f',
})

function parseSetting({ errors, text }: SessionBody, previous: OidcSetting | null): OidcSetting {
  const [name, clientid] = [text('name').trim(), text('clientid').trim()]
  const issuer = parseIssuer(text('issuer').trim())
  const createRole = newcomerRoles.find((role) => role === text('createrole')) ?? null
  if (issuer === null && text('issuer') !== '')
    errors.addInvalid('issuer', text('issuer'), 'must be an address such as https://login.example.com/')
  if (createRole === null && text('createrole') !== '')
    errors.addInvalid('createrole', text('createrole'), `must be ${newcomerRoles.join(' or ')}, or blank`)
  for (const flag of ['trustemail', 'passwords'])
    if (!['', 't', 'f'].includes(text(flag))) errors.addInvalid(flag, text(flag), 'must be t or f')
  for (const [field, most] of [
    ['name', 60],
    ['clientid', 255],
    ['secret', 1000],
  ] as const)
    if (textError(text(field)) !== null || text(field).length > most)
      errors.add(field, `must have at most ${most} characters`)
  const setting = {
    name,
    issuer: issuer ?? '',
    clientid,
    createRole,
    trustEmail: text('trustemail') === 't',
    passwords: text('passwords') !== 'f',
  }
  return { ...setting, secret: secretFor(setting, text('secret'), previous) }
}

/** The stored secret goes only to the provider that it was entered for (T-185). */
function secretFor(
  { issuer, clientid }: Omit<OidcSetting, 'secret'>,
  typed: string,
  previous: OidcSetting | null,
): string {
  if (typed !== '') return typed
  return previous?.issuer === issuer && previous.clientid === clientid ? previous.secret : ''
}
