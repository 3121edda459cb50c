// Mails about logins: to somebody who was given a user name, where to go and what to say there; to somebody whose password was
// changed; and one to see whether mails arrive. A password is never mailed: who made it tells it by another way.
import type { Notification } from '../define/resource.ts'
import { visibleRows } from './mail-text.ts'
import { type MailContext, writeMails } from './write-mails.ts'

/** To whoever's password was changed, also when they did it themselves: if they did not, they learn it now (T-55). */
export const notifyPasswordChanged = (telling: MailContext, personid: number): Promise<void> =>
  writeMails(telling, {
    kind: 'passwordchanged',
    to: [personid],
    alsoActor: true,
    about: { resource: 'me', id: personid },
    write: ({ record, who, at }) => {
      const own = telling.actor.personid === personid
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

/** To see whether mails arrive. */
export const writeTestMail = (telling: MailContext): Promise<void> =>
  writeMails(telling, {
    kind: 'mailtest',
    to: [telling.actor.personid],
    alsoActor: true,
    about: { resource: 'me', id: telling.actor.personid },
    write: ({ at }) => ({
      subject: 'A mail from Stint',
      blocks: [`You asked for this mail on ${at}. That it arrived shows that this server can send mails.`],
      because: 'you asked for it',
      path: 'app/',
    }),
  })

export async function notifyNewLogin(told: Notification): Promise<void> {
  const { id, previous, current } = told
  if (current.username === '' || current.username === previous?.username) return
  await writeMails(told, {
    kind: 'newlogin',
    to: [id],
    // As a person is shown to themselves: an Executive reads no other record of a person.
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
