// The mails about work requests: those who look after a request hear that it came in, and whoever asked for it that it was
// accepted. A request of a project is looked after by its managers, one without by the people on the mail-queue list;
// where there are none, by the Administrators, so that no request stays unheard.

import type { Post } from '../define/post.ts'
import type { Removal, Told } from '../define/resource.ts'
import type { ReadTransaction } from '../io/database.ts'
import { writeMails } from './mail.ts'
import { administrators, mailQueueList, managersOf } from './mail-readers.ts'
import { named, quoted, shownRows } from './mail-words.ts'

async function caretakers(tx: ReadTransaction, projectid: unknown): Promise<number[]> {
  const known = projectid === null ? await mailQueueList(tx) : await managersOf(tx, Number(projectid))
  return known.length > 0 ? known : administrators(tx)
}

const labels = { project: 'Project', client: 'Client', person: 'Asked for by', datedue: 'Due date' }

export async function tellOfRequest(told: Told): Promise<void> {
  const { tx, id, was, now } = told
  if (was !== null) return
  await writeMails(told, {
    kind: 'requestreceived',
    to: await caretakers(tx, now.projectid),
    about: { resource: 'request', id },
    write: ({ record, at }) => ({
      subject: `Request: ${record.title}`,
      blocks: [
        `${named('A new request', undefined, record.title)} came in on ${at}.`,
        ...shownRows(record, labels),
        ...quoted(record.description),
      ],
      because: now.projectid === null ? 'you look after requests without a project' : 'you look after this project',
    }),
  })
}

export async function tellOfAccepted(act: Removal & { readonly post: Post | null }): Promise<void> {
  const { post, id, was } = act
  if (post === null) return
  await writeMails(
    { ...act, post },
    {
      kind: 'requestaccepted',
      to: [Number(was.personid)],
      about: { resource: 'request', id },
      write: ({ record, at }) => ({
        subject: `Request accepted: ${record.title}`,
        blocks: [
          `Your request "${record.title}" was accepted on ${at}.`,
          ...shownRows(record, { project: 'Project', tasklocalid: 'It is now task' }),
        ],
        because: 'the request is yours',
      }),
    },
  )
}
