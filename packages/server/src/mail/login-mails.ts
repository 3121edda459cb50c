// Mails about logins: to a person who got a user name, with a link to choose a password, and to a person whose password
// was changed. A password is never sent by mail.
import type { Notification } from '../define/resource.ts'
import type { Vault } from '../io/vault.ts'
import { visibleRows } from './mail-text.ts'
import { type MailContext, tellPeople } from './write-mails.ts'

/** Sent even if the person changed the password themselves: if it was someone else, they notice it (T-55). */
export const notifyPasswordChanged = (context: MailContext, personid: number): Promise<unknown> =>
  tellPeople(context, {
    kind: 'passwordchanged',
    to: [personid],
    alsoActor: true,
    about: { resource: 'me', id: personid },
    write: ({ record, who, at }) => {
      const own = context.actor.personid === personid
      return {
        subject: 'Your Stint password was changed',
        blocks: [
          own || who === null
            ? `Your Stint password was changed on ${at}.`
            : `${who} changed your Stint password on ${at}.`,
          ...visibleRows(record, { username: 'Username' }),
          'You have been signed out everywhere else. If you did not expect this, contact an Administrator immediately.',
        ],
        because: 'your password was changed',
        path: 'app/',
      }
    },
  })

/** Sent even if the person did it themselves: if it was someone else, they notice it (T-184). */
export const notifyIdentityChanged = (
  context: MailContext,
  {
    personid,
    provider,
    isLinked,
  }: { readonly personid: number; readonly provider: string; readonly isLinked: boolean },
): Promise<unknown> =>
  tellPeople(context, {
    kind: 'identitychanged',
    to: [personid],
    alsoActor: true,
    about: { resource: 'me', id: personid },
    write: ({ record, at }) => ({
      subject: isLinked ? `You can now sign in to Stint with ${provider}` : `Your sign-in with ${provider} was removed`,
      blocks: [
        isLinked
          ? `Your Stint account was connected to ${provider} on ${at}. You can now sign in with it.`
          : `Your Stint account was disconnected from ${provider} on ${at}. You can no longer sign in with it.`,
        ...visibleRows(record, { username: 'Username' }),
        'If you did not expect this, contact an Administrator immediately.',
      ],
      because: 'the way you sign in was changed',
      path: 'app/',
    }),
  })

/** A mail with a link to choose a password, which is its secret. */
export interface LinkMail {
  readonly personid: number
  /** The path of the page with the code behind the #. */
  readonly path: string
  readonly vault: Vault
}

export const mailInvitation = (context: MailContext, { personid, path, vault }: LinkMail): Promise<unknown> =>
  tellPeople(context, {
    kind: 'invitation',
    to: [personid],
    vault,
    about: { resource: 'me', id: personid },
    write: ({ record, who, at }) => ({
      subject: 'You are invited to Stint',
      blocks: [
        who === null ? `You were invited to Stint on ${at}.` : `${who} invited you to Stint on ${at}.`,
        ...visibleRows(record, { username: 'Username' }),
        'Open this link within 7 days and choose a password. It works once.',
      ],
      because: 'you were given access',
      path,
    }),
  })

/** The mail does not say who asked: the sign-in page asks only for an address. */
export const mailResetLink = (context: MailContext, { personid, path, vault }: LinkMail): Promise<unknown> =>
  tellPeople(context, {
    kind: 'resetlink',
    to: [personid],
    alsoActor: true,
    vault,
    about: { resource: 'me', id: personid },
    write: ({ record, at }) => ({
      subject: 'Reset your Stint password',
      blocks: [
        `A new password for your Stint account was requested on ${at}.`,
        ...visibleRows(record, { username: 'Username' }),
        'If you did not request it, ignore this email. Your password stays as it is.',
        'Otherwise open this link within one hour and choose a new password. It works once.',
      ],
      because: 'a new password was requested for your email address',
      path,
    }),
  })

export async function notifyNewLogin(notification: Notification): Promise<void> {
  const { id, previous, current } = notification
  if (current.username === '' || current.username === previous?.username) return
  await tellPeople(notification, {
    kind: 'newlogin',
    to: [id],
    // `me`, because an Executive cannot read records of `person`.
    about: { resource: 'me', id },
    write: ({ record, who, at }) => ({
      subject: 'You now have access to Stint',
      blocks: [
        who === null ? `You were given access to Stint on ${at}.` : `${who} gave you access to Stint on ${at}.`,
        ...visibleRows(record, { username: 'Username' }),
        'Your password is not in this email. The person who gave you access will share it with you.',
      ],
      because: 'you were given access',
      path: '',
    }),
  })
}
