// The mails about work requests: those who look after a request hear that it came in, and whoever asked for it that it was
// accepted. A request of a project is looked after by its managers, one without by the people on the mail-queue list;
// where there are none, by the Administrators, so that no request stays unheard.

import type { Mailer } from '../define/mailer.ts'
import type { Notification, Removal } from '../define/resource.ts'
import type { ReadTransaction } from '../io/database.ts'
import { quoteHtml, recordTitle, visibleRows } from './mail-text.ts'
import { administratorIds, mailQueueIds, projectManagerIds } from './recipients.ts'
import { writeMails } from './write-mails.ts'

async function requestRecipients(tx: ReadTransaction, projectid: unknown): Promise<number[]> {
  const known = projectid === null ? await mailQueueIds(tx) : await projectManagerIds(tx, Number(projectid))
  return known.length > 0 ? known : administratorIds(tx)
}

const labels = { project: 'Project', client: 'Client', person: 'Asked for by', datedue: 'Due date' }

export async function notifyRequestReceived(told: Notification): Promise<void> {
  const { tx, id, previous, current } = told
  if (previous !== null) return
  await writeMails(told, {
    kind: 'requestreceived',
    to: await requestRecipients(tx, current.projectid),
    about: { resource: 'request', id },
    write: ({ record, at }) => ({
      subject: `Request: ${record.title}`,
      blocks: [
        `${recordTitle('A new request', undefined, record.title)} came in on ${at}.`,
        ...visibleRows(record, labels),
        ...quoteHtml(record.description),
      ],
      because: current.projectid === null ? 'you look after requests without a project' : 'you look after this project',
    }),
  })
}

export async function notifyRequestAccepted(act: Removal & { readonly mailer: Mailer | null }): Promise<void> {
  const { mailer, id, previous } = act
  if (mailer === null) return
  await writeMails(
    { ...act, mailer },
    {
      kind: 'requestaccepted',
      to: [Number(previous.personid)],
      about: { resource: 'request', id },
      write: ({ record, at }) => ({
        subject: `Request accepted: ${record.title}`,
        blocks: [
          `Your request "${record.title}" was accepted on ${at}.`,
          ...visibleRows(record, { project: 'Project', tasklocalid: 'It is now task' }),
        ],
        because: 'the request is yours',
      }),
    },
  )
}
