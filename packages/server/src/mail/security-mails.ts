// Mails about changes that protect a login or open it: the second factor and its recovery codes, a new browser, a new
// API token, another email address. They cannot be turned off, because whoever took over a login would do that first.
import { oneLine } from '../kit/mail-body.ts'
import { visibleRows } from './mail-text.ts'
import { type MailContext, tellPeople } from './write-mails.ts'

const contact = 'If you did not expect this, change your password and contact an Administrator immediately.'

interface SecurityMail {
  readonly subject: string
  /** What the person did. */
  readonly own: (at: string) => string
  /** What somebody else did. */
  readonly other?: (who: string, at: string) => string
  readonly because: string
}

/** Also to the person who did it: if it was someone else, they notice it. */
const securityMail =
  ({ subject, own, other, because }: SecurityMail) =>
  (context: MailContext, personid: number): Promise<unknown> =>
    tellPeople(context, {
      kind: 'secondfactor',
      to: [personid],
      alsoActor: true,
      about: { resource: 'me', id: personid },
      write: ({ record, who, at }) => ({
        subject,
        blocks: [
          context.actor.personid === personid || who === null || other === undefined ? own(at) : other(who, at),
          ...visibleRows(record, { username: 'Username' }),
          contact,
        ],
        because,
        path: 'app/',
      }),
    })

export const notifyFactorOn = securityMail({
  subject: 'Two-factor sign-in was turned on',
  own: (at) => `Two-factor sign-in was turned on for your Stint account on ${at}. You were signed out everywhere else.`,
  because: 'two-factor sign-in was turned on',
})

export const notifyFactorOff = securityMail({
  subject: 'Two-factor sign-in was turned off',
  own: (at) => `Two-factor sign-in was turned off for your Stint account on ${at}.`,
  other: (who, at) => `${who} turned off two-factor sign-in for your Stint account on ${at}.`,
  because: 'two-factor sign-in was turned off',
})

/** While passkeys remain. */
export const notifyAppOff = securityMail({
  subject: 'Your authenticator app was turned off',
  own: (at) =>
    `Your Stint account no longer accepts codes of your authenticator app since ${at}. Your passkeys still work.`,
  because: 'your authenticator app was turned off',
})

interface ChangedPasskey {
  readonly personid: number
  readonly name: string
}

const passkeyMail = (
  context: MailContext,
  { personid, name }: ChangedPasskey,
  { done, more }: { readonly done: string; readonly more: readonly string[] },
): Promise<unknown> =>
  tellPeople(context, {
    kind: 'secondfactor',
    to: [personid],
    alsoActor: true,
    about: { resource: 'me', id: personid },
    write: ({ record, at }) => ({
      subject: `A passkey was ${done}`,
      blocks: [
        `The passkey "${oneLine(name)}" of your Stint account was ${done} on ${at}.`,
        ...more,
        ...visibleRows(record, { username: 'Username' }),
        contact,
      ],
      because: `a passkey was ${done}`,
      path: 'app/profile?tab=security',
    }),
  })

export const notifyPasskeyAdded = (
  context: MailContext,
  passkey: ChangedPasskey & { readonly isFirst: boolean },
): Promise<unknown> =>
  passkeyMail(context, passkey, {
    done: 'added',
    more: passkey.isFirst ? ['Two-factor sign-in is now on. You were signed out everywhere else.'] : [],
  })

export const notifyPasskeyRemoved = (
  context: MailContext,
  passkey: ChangedPasskey & { readonly wasLast: boolean },
): Promise<unknown> =>
  passkeyMail(context, passkey, {
    done: 'removed',
    more: passkey.wasLast ? ['Two-factor sign-in is now off: your password alone is enough to sign in.'] : [],
  })

export const notifyRecoveryCodes = securityMail({
  subject: 'New recovery codes were created',
  own: (at) => `New recovery codes for your Stint account were created on ${at}. The old ones no longer work.`,
  because: 'your recovery codes were changed',
})

export const notifyRecoveryUsed = securityMail({
  subject: 'A recovery code was used',
  own: (at) => `A recovery code of your Stint account was used on ${at}. It does not work again.`,
  because: 'one of your recovery codes was used',
})

/** What is known about a new browser. */
export interface NewBrowser {
  readonly personid: number
  /** As it describes itself. */
  readonly browser: string
  readonly address: string
}

export const notifyNewBrowser = (context: MailContext, { personid, browser, address }: NewBrowser): Promise<unknown> =>
  tellPeople(context, {
    kind: 'newbrowser',
    to: [personid],
    alsoActor: true,
    about: { resource: 'me', id: personid },
    write: ({ record, at }) => ({
      subject: 'New sign-in to Stint',
      blocks: [
        `Someone signed in to your Stint account on ${at} with a browser that was not used before.`,
        ...visibleRows(record, { username: 'Username' }),
        `Browser: ${oneLine(browser)}`,
        `Address: ${oneLine(address)}`,
        'If it was you, ignore this email.',
        contact,
      ],
      because: 'a new browser was used to sign in',
      path: 'app/profile?tab=security',
    }),
  })

/** Also for a reissued one. */
export const notifyNewToken = (context: MailContext, name: string): Promise<unknown> =>
  tellPeople(context, {
    kind: 'newtoken',
    to: [context.actor.personid],
    alsoActor: true,
    about: { resource: 'me', id: context.actor.personid },
    write: ({ at }) => ({
      subject: 'A new API token was created',
      blocks: [
        `The API token "${oneLine(name)}" was created for your Stint account on ${at}. A program can act as you with it.`,
        contact,
      ],
      because: 'an API token was created',
      path: 'app/profile?tab=tokens',
    }),
  })

/** Called before the change, so that the mail goes to the old address: the new one may be an attacker's. */
export const notifyEmailChanged = (context: MailContext, personid: number): Promise<unknown> =>
  tellPeople(context, {
    kind: 'emailchanged',
    to: [personid],
    alsoActor: true,
    about: { resource: 'me', id: personid },
    write: ({ who, at }) => ({
      subject: 'Your email address was changed',
      blocks: [
        context.actor.personid === personid || who === null
          ? `The email address of your Stint account was changed on ${at}.`
          : `${who} changed the email address of your Stint account on ${at}.`,
        'Emails no longer go to this address.',
        contact,
      ],
      because: 'it went to your address until now',
      path: 'app/',
    }),
  })
