// Mails about logins: to a person who got a user name, to a person whose password was changed, and a test mail. A
// password is never sent by mail.
import type { Notification } from '../define/resource.ts'
import { visibleRows } from './mail-text.ts'
import { type MailContext, writeMails } from './write-mails.ts'

/** Sent even if the person changed the password themselves: if it was someone else, they notice it (T-55). */
export const notifyPasswordChanged = (context: MailContext, personid: number): Promise<void> =>
  writeMails(context, {
    kind: 'passwordchanged',
    to: [personid],
    alsoActor: true,
    about: { resource: 'me', id: personid },
    write: ({ record, who, at }) => {
      const own = context.actor.personid === personid
      return {
        subject: 'Your password for Stint was changed',
        blocks: [
          own || who === null
            ? `Your password for Stint was changed on ${at}.`
            : `${who} changed your password for Stint on ${at}.`,
          ...visibleRows(record, { username: 'User name' }),
          'Wherever else you were signed in, you are signed out now. If you did not expect this, tell an Administrator of your account at once.',
        ],
        because: 'your password was changed',
        path: 'app/',
      }
    },
  })

/** A mail to the caller, to test whether mails arrive. */
export const writeTestMail = (context: MailContext): Promise<void> =>
  writeMails(context, {
    kind: 'mailtest',
    to: [context.actor.personid],
    alsoActor: true,
    about: { resource: 'me', id: context.actor.personid },
    write: ({ at }) => ({
      subject: 'A mail from Stint',
      blocks: [`You asked for this mail on ${at}. That it arrived shows that this server can send mails.`],
      because: 'you asked for it',
      path: 'app/',
    }),
  })

export async function notifyNewLogin(notification: Notification): Promise<void> {
  const { id, previous, current } = notification
  if (current.username === '' || current.username === previous?.username) return
  await writeMails(notification, {
    kind: 'newlogin',
    to: [id],
    // `me`, because an Executive cannot read records of `person`.
    about: { resource: 'me', id },
    write: ({ record, who, at }) => ({
      subject: 'Your login to Stint',
      blocks: [
        who === null ? `You were given a login to Stint on ${at}.` : `${who} gave you a login to Stint on ${at}.`,
        ...visibleRows(record, { username: 'User name' }),
        'Your password is not in this mail: whoever gave you the login will tell you.',
      ],
      because: 'you were given a user name',
      path: '',
    }),
  })
}
