// The mail to somebody who was given a user name: where to go and what to say there. A password is never mailed: who made
// it tells it by another way.
import type { Told } from '../define/resource.ts'
import { writeMails } from './mail.ts'
import { shownRows } from './mail-words.ts'

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
