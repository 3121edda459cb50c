// The mail server in the settings of the web application. It belongs to the whole server, so an Administrator may
// change it only if the server has one account, or if the operator allows it (T-147). The password of the mail server
// is never returned, and a change needs the own password again. A test mail says whether it works.
import { isIP } from 'node:net'
import { countAccounts } from '../../accounts/create-account.ts'
import { demoLogins } from '../../auth/session-view.ts'
import { type Actor, originOf } from '../../define/actor.ts'
import { badRequest, forbidden, tryLater } from '../../define/api-error.ts'
import { parseWholeNumber } from '../../define/kinds.ts'
import { activeSite } from '../../define/mailer.ts'
import type { WriteTransaction } from '../../io/database.ts'
import { MailRejected } from '../../io/mail-transport.ts'
import { parseSender } from '../../kit/email.ts'
import { parsePublicUrl } from '../../kit/public-url.ts'
import { textError } from '../../kit/text.ts'
import { type MailSetting, mailSecurities, readMailSetting, storeMailSetting } from '../../mail/mail-setting.ts'
import { testMail } from '../../mail/test-mail.ts'
import { findAddressee } from '../../mail/write-mails.ts'
import type { MailControl, ServerOptions } from '../server-options.ts'
import { type Reauthentication, reauthenticationFields } from './reauthentication.ts'
import { parseSessionBody, type SessionBody } from './session-body.ts'
import { noContent, type SessionHandler } from './session-response.ts'

const hostPattern = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/

const bodyFields = {
  ...reauthenticationFields,
  host: true,
  port: true,
  security: true,
  username: false,
  password: false,
  sender: true,
  publicurl: false,
}

export class MailSettings {
  readonly #options: ServerOptions
  readonly #again: Reauthentication
  #isTesting = false

  constructor(options: ServerOptions, again: Reauthentication) {
    this.#options = options
    this.#again = again
  }

  readonly read: SessionHandler = async ({ actor }) => {
    requireAdministrator(actor)
    const control = this.#options.mailControl
    if (control === undefined) return { status: 200, body: { mail: { source: 'none', editable: false } } }
    const { fixed, fixedPublicUrl } = control
    const editable = await this.#isEditable(control)
    // What one may not change is not shown either: it may belong to another account.
    const setting = fixed === null && editable ? await readMailSetting(this.#options.database) : null
    const { password = '', ...shown } = setting ?? {}
    const mail = {
      source: fixed !== null ? 'environment' : this.#options.mail?.isOn?.() === true ? 'settings' : 'none',
      editable,
      ...(fixed ?? (setting === null ? {} : { ...shown, haspassword: password !== '' })),
      ...(fixedPublicUrl === null ? {} : { publicurl: fixedPublicUrl }),
      publicurlfixed: fixedPublicUrl !== null || fixed !== null,
    }
    return { status: 200, body: { mail } }
  }

  readonly save: SessionHandler = async ({ actor }, request) => {
    const control = await this.#requireEditable(actor)
    const { database } = this.#options
    const body = parseSessionBody(request, bodyFields)
    const setting = parseSetting(body, await readMailSetting(database))
    body.errors.throwIfAny()
    await this.#again.require(actor, request, body)
    return this.#store(actor, control, setting)
  }

  readonly remove: SessionHandler = async ({ actor }) => this.#store(actor, await this.#requireEditable(actor), null)

  /** Sends a mail to the caller at once, outside of any transaction, and says what the mail server says to it. */
  readonly sendTest: SessionHandler = async ({ actor }) => {
    if (actor.role !== 'Administrator') throw forbidden('only an Administrator can send a test email')
    const { database, mail, mailControl } = this.#options
    const person = await database.read(actor.accountid, (tx) => findAddressee(tx, actor, actor.personid))
    if (person === null || person.address === null)
      throw badRequest('email: you have no email address; an Administrator can add one')
    const site = activeSite(mail)
    if (site === null || mailControl === undefined)
      throw badRequest(
        'mail: email is not set up; enter a mail server in the settings, or set STINT_SMTP_URL on the server',
      )
    // A host that does not answer must not be asked by many requests at once (T-280).
    if (this.#isTesting) throw tryLater('mail: another test email is being sent; try again in some seconds')
    this.#isTesting = true
    try {
      await mailControl.sendNow(testMail(person, person.address, site))
    } catch (error) {
      if (error instanceof MailRejected) throw badRequest(`mail: the test email was not sent: ${error.message}`)
      throw error
    } finally {
      this.#isTesting = false
    }
    return { status: 200, body: { mailtest: { sentto: person.address } } }
  }

  async #store(actor: Actor, control: MailControl, setting: MailSetting | null) {
    const { database } = this.#options
    const { accountid } = actor
    const write = async (tx: WriteTransaction): Promise<void> => {
      await storeMailSetting(tx, database.vault, setting)
      tx.nameEvent({ resource: 'account', id: accountid, kind: 'mailsetting' })
    }
    await database.write(accountid, write, originOf(actor))
    await control.refresh()
    return noContent
  }

  async #requireEditable(actor: Actor): Promise<MailControl> {
    requireAdministrator(actor)
    const control = this.#options.mailControl
    if (control !== undefined && (await this.#isEditable(control))) return control
    throw badRequest('mail: the mail server of this server is set by its operator')
  }

  /** Everybody knows the passwords of a demo company, and its Administrator would be anybody. */
  async #isEditable({ fixed, mode }: MailControl): Promise<boolean> {
    if (fixed !== null || mode === 'off') return false
    if (mode === 'on') return true
    const { database, demoTokens = [] } = this.#options
    return (await countAccounts(database)) === 1 && (await demoLogins(database, demoTokens)).length === 0
  }
}

function requireAdministrator({ role }: Actor): void {
  if (role !== 'Administrator') throw forbidden('only an Administrator may see and change the mail server')
}

function parseSetting({ errors, text }: SessionBody, previous: MailSetting | null): MailSetting {
  const [host, username] = [text('host').trim(), text('username').trim()]
  const port = parseWholeNumber(text('port').trim())
  const security = mailSecurities.find((one) => one === text('security'))
  const sender = text('sender').trim()
  const publicurl = text('publicurl').trim() === '' ? '' : parsePublicUrl(text('publicurl').trim())
  if (host !== '' && !hostPattern.test(host) && isIP(host) === 0)
    errors.addInvalid('host', host, 'must be the name or address of a server')
  if (text('port') !== '' && !(typeof port === 'number' && port >= 1 && port <= 65_535))
    errors.addInvalid('port', text('port'), 'must be a whole number from 1 to 65535')
  if (text('security') !== '' && security === undefined)
    errors.addInvalid('security', text('security'), `must be ${mailSecurities.join(' or ')}`)
  if (sender !== '' && parseSender(sender) === null)
    errors.addInvalid('sender', sender, 'must be an address, or of the form Name <address>')
  if (publicurl === null) errors.addInvalid('publicurl', text('publicurl'), 'must be of the form https://host/')
  for (const name of ['username', 'password'])
    if (textError(text(name)) !== null || text(name).length > 255) errors.add(name, 'must have at most 255 characters')
  const setting = {
    host,
    port: Number(port),
    security: security ?? 'starttls',
    username,
    sender,
    publicurl: publicurl ?? '',
  }
  return { ...setting, password: passwordFor(setting, errors, text('password'), previous) }
}

/** The stored password goes only to the server that it was entered for (T-146). */
function passwordFor(
  setting: Omit<MailSetting, 'password'>,
  errors: SessionBody['errors'],
  typed: string,
  previous: MailSetting | null,
): string {
  if (setting.username === '' || typed !== '') return setting.username === '' ? '' : typed
  const isSame = (['host', 'port', 'security', 'username'] as const).every((name) => previous?.[name] === setting[name])
  if (isSame && previous !== null && previous.password !== '') return previous.password
  errors.add('password', 'is required, because the server or the user is new')
  return ''
}
