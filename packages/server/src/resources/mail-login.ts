// Mails about logins: to somebody who was given a user name, where to go and what to say there; to somebody whose password was
// changed; and one to see whether mails arrive. A password is never mailed: who made it tells it by another way.
import type { Told } from '../define/resource.ts'
import { type Telling, writeMails } from './mail.ts'
import { shownRows } from './mail-words.ts'

/** To whoever's password was changed, also when they did it themselves: if they did not, they learn it now (T-55). */
export const tellOfPassword = (telling: Telling, personid: number): Promise<void> =>
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
          ...shownRows(record, { username: 'User name' }),
          'Wherever else you were signed in, you are signed out now. If you did not expect this, tell an Administrator of your account at once.',
        ],
        because: 'your password was changed',
        path: 'app/',
      }
    },
  })

/** To see whether mails arrive. */
export const writeTestMail = (telling: Telling): Promise<void> =>
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

export async function tellOfLogin(told: Told): Promise<void> {
  const { id, was, now } = told
  if (now.username === '' || now.username === was?.username) return
  await writeMails(told, {
    kind: 'newlogin',
    to: [id],
    // As a person is shown to themselves: an Executive reads no other record of a person.
    about: { resource: 'me', id },
    write: ({ record, who, at }) => ({
      subject: 'Your login to Stint',
      blocks: [
        who === null ? `You were given a login to Stint on ${at}.` : `${who} gave you a login to Stint on ${at}.`,
        ...shownRows(record, { username: 'User name' }),
        'Your password is not in this mail: whoever gave you the login will tell you.',
      ],
      because: 'you were given a user name',
      path: '',
    }),
  })
}
