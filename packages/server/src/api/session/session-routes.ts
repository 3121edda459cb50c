// The paths of the web application's API, and which handler each of them has. Every call must come from our own page
// (T-51), except the one with which a provider of OpenID Connect sends the browser back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Engine } from '../../engine/engine.ts'
import type { Admission } from '../admission.ts'
import { allMethods, type Pipeline } from '../pipeline.ts'
import type { ServerOptions } from '../server-options.ts'
import { CalendarHandlers } from './calendar-handlers.ts'
import { MailSettings } from './mail-settings.ts'
import { OidcSettings } from './oidc-settings.ts'
import { OwnLogin } from './own-login.ts'
import { PasskeyChecks } from './passkey-checks.ts'
import { Passkeys } from './passkeys.ts'
import { PasswordLinks } from './password-links.ts'
import { PublicEstimates, PublicInvoices } from './public-documents.ts'
import { Reauthentication } from './reauthentication.ts'
import { SecondFactor } from './second-factor.ts'
import { apiPrefix, SessionGateway } from './session-gateway.ts'
import { type PublicHandler, type SessionHandler, sendResponse } from './session-response.ts'
import type { SingleSignOn } from './single-sign-on.ts'
import { TokenHandlers } from './token-handlers.ts'
import { addWebAppRoutes } from './web-app-files.ts'

type AddRoute<Handler> = (method: string, path: string, run: Handler) => void

function addFactorRoutes(signed: AddRoute<SessionHandler>, factor: SecondFactor): void {
  signed('GET', 'factor', factor.read)
  signed('POST', 'factor', factor.begin)
  signed('POST', 'factor/confirm', factor.confirm)
  signed('POST', 'factor/codes', factor.renewCodes)
  signed('POST', 'factor/off', factor.turnOff)
  signed('GET', 'people/:id/factor', factor.readOf)
  signed('POST', 'people/:id/factor/off', factor.turnOffOf)
}

function addPasskeyRoutes(
  open: AddRoute<PublicHandler>,
  signed: AddRoute<SessionHandler>,
  gateway: SessionGateway,
  passkeys: Passkeys,
): void {
  open('POST', 'session/passkey/begin', passkeys.beginSignIn)
  open('POST', 'session/passkey', gateway.signInWithPasskey)
  open('POST', 'session/code/passkey/begin', gateway.beginPasskeyStep)
  open('POST', 'session/code/passkey', gateway.usePasskey)
  open('POST', 'session/factor/passkey/begin', gateway.beginPasskeySetUp)
  open('POST', 'session/factor/passkey', gateway.confirmPasskeySetUp)
  signed('POST', 'passkeys/begin', passkeys.begin)
  signed('POST', 'passkeys', passkeys.add)
  signed('POST', 'passkeys/:id/remove', passkeys.remove)
  signed('POST', 'passkeys/confirm/begin', passkeys.beginConfirmation)
  signed('POST', 'passkeys/confirm', passkeys.confirm)
}

function addSignOnRoutes(
  open: AddRoute<PublicHandler>,
  signed: AddRoute<SessionHandler>,
  signOn: SingleSignOn,
  oidcSettings: OidcSettings,
): void {
  open('POST', 'oidc', signOn.start)
  signed('GET', 'identities', signOn.list)
  signed('POST', 'identities', signOn.startLink)
  signed('POST', 'identities/confirm', signOn.startConfirmation)
  signed('POST', 'identities/:id/remove', signOn.unlink)
  signed('GET', 'oidcsettings', oidcSettings.read)
  signed('POST', 'oidcsettings', oidcSettings.save)
  signed('POST', 'oidcsettings/test', oidcSettings.test)
  signed('POST', 'oidcsettings/remove', oidcSettings.remove)
}

export function addSessionRoutes(
  app: FastifyInstance,
  options: ServerOptions,
  { admission, pipeline, engine }: { admission: Admission; pipeline: Pipeline; engine: Engine },
): void {
  const links = new PasswordLinks(options, engine)
  const again = new Reauthentication(options, engine)
  const checks = new PasskeyChecks(options)
  const passkeys = new Passkeys(options, engine, again, checks)
  const gateway = new SessionGateway(options, admission, engine, { links, again, passkeys, checks })
  const own = new OwnLogin(options, engine, again)
  const tokens = new TokenHandlers(options, engine, again)
  const mailSettings = new MailSettings(options, again)
  const calendar = new CalendarHandlers(options, again)
  const onRequest = async (request: FastifyRequest): Promise<void> => gateway.checkOrigin(request)
  const open: AddRoute<PublicHandler> = (method, path, run) => {
    const handler = async (request: FastifyRequest, reply: FastifyReply) =>
      sendResponse(reply, await run(request, reply))
    app.route({ method, url: `/app/${path}`, onRequest, handler })
  }
  const signed: AddRoute<SessionHandler> = (method, path, run) =>
    open(method, path, async (request, reply) => run(await gateway.requireSession(request, path), request, reply))
  open('GET', 'session', gateway.readSession)
  open('POST', 'session', gateway.signIn)
  open('POST', 'session/code', gateway.useCode)
  open('POST', 'session/factor', gateway.beginFactor)
  open('POST', 'session/factor/confirm', gateway.confirmFactor)
  open('POST', 'setup', gateway.setUp)
  open('POST', 'resetrequest', links.request)
  open('POST', 'link', links.read)
  open('POST', 'link/password', gateway.usePasswordLink)
  if (options.publicDocuments !== undefined) {
    const { invoice, estimate } = options.publicDocuments
    const [invoices, estimates] = [new PublicInvoices(options, invoice), new PublicEstimates(options, estimate, engine)]
    open('POST', 'publicinvoice', invoices.read)
    open('POST', 'publicestimate', estimates.read)
    open('POST', 'publicestimate/accept', estimates.accept)
    open('POST', 'publicestimate/decline', estimates.decline)
    app.route({ method: 'POST', url: '/app/publicinvoice/pdf', onRequest, handler: invoices.sendPdf })
    app.route({ method: 'POST', url: '/app/publicestimate/pdf', onRequest, handler: estimates.sendPdf })
  }
  signed('DELETE', 'session', gateway.signOut)
  signed('GET', 'sessions', gateway.listOwnSessions)
  signed('DELETE', 'sessions', gateway.signOutEverywhere)
  signed('DELETE', 'sessions/:id', gateway.endSessionById)
  signed('POST', 'password', own.changePassword)
  signed('GET', 'tokens', tokens.list)
  signed('POST', 'tokens', tokens.create)
  signed('POST', 'tokens/:id/reissue', tokens.reissue)
  signed('DELETE', 'tokens/:id', tokens.remove)
  signed('GET', 'alltokens', tokens.listAll)
  signed('DELETE', 'alltokens/:id', tokens.removeAny)
  signed('POST', 'people/:id/link', links.create)
  signed('GET', 'mailsettings', mailSettings.read)
  signed('POST', 'mailsettings', mailSettings.save)
  signed('DELETE', 'mailsettings', mailSettings.remove)
  signed('GET', 'calendar', calendar.read)
  signed('POST', 'calendar', calendar.create)
  signed('DELETE', 'calendar', calendar.remove)
  signed('POST', 'mailtest', mailSettings.sendTest)
  addFactorRoutes(signed, new SecondFactor(options, engine, again))
  addPasskeyRoutes(open, signed, gateway, passkeys)
  addSignOnRoutes(open, signed, gateway.signOn, new OidcSettings(options, gateway.signOn, again))
  app.route({ method: 'GET', url: '/app/oidc/', handler: gateway.finishSignOn })
  app.route({ method: 'GET', url: '/app/live', onRequest, handler: gateway.streamChanges })
  app.addHook('preClose', async () => gateway.endStreams())
  app.addHook('onClose', links.finish)
  app.route({
    method: [...allMethods],
    url: `${apiPrefix}/*`,
    onRequest: async (request) => {
      gateway.checkOrigin(request)
      await gateway.admitToApi(request)
    },
    handler: (request, reply) => pipeline.run(request, reply),
  })
  addWebAppRoutes(app, options)
}
