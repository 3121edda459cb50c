// The mails about milestones, to the people who own them: that one was added, and what changed in it. Comments on milestones
// are in `mail-note.ts`.
import { idsOf, type Told } from '../define/resource.ts'
import { textOfHtml } from '../kit/html-text.ts'
import { type Reader, type Words, writeMails } from './mail.ts'
import { changedRows, named, quoted, sentence, shownRows } from './mail-words.ts'

const labels = { project: 'Project', client: 'Client', datedue: 'Due date', owners: 'Owners' }

export const ownsMilestone = 'you own this milestone'

export const subjectOfMilestone = (localid: unknown, title: unknown): string => `Milestone ${localid}: ${title}`

const yesOrNo = (flag: string): string => (flag === 't' ? 'yes' : 'no')

function created(reader: Reader): Words {
  const { record } = reader
  return {
    subject: subjectOfMilestone(record.localid, record.title),
    blocks: [
      sentence(reader, 'added', named('milestone', record.localid, record.title), 'added'),
      ...shownRows(record, labels),
      ...quoted(record.description),
    ],
    because: ownsMilestone,
  }
}

function changedMilestone({ changed }: Told, reader: Reader): Words | null {
  const { record } = reader
  const rows = changedRows(record, changed, { description: textOfHtml, complete: yesOrNo })
  if (rows === null) return null
  return {
    subject: subjectOfMilestone(record.localid, record.title),
    blocks: [sentence(reader, 'changed', named('milestone', record.localid, record.title), 'changed'), rows],
    because: ownsMilestone,
  }
}

export async function tellOfMilestone(told: Told): Promise<void> {
  const { id, was, now } = told
  await writeMails(told, {
    kind: 'milestone',
    to: idsOf(now.ownerid),
    about: { resource: 'milestone', id },
    write: (reader) => (was === null ? created(reader) : changedMilestone(told, reader)),
  })
}
