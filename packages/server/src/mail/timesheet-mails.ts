// The mails about timesheets: Administrators hear that a week waits for them, its owner what became of it. They are written by
// the actions themselves, because a timesheet changes in no other way.
import type { ActionContext } from '../define/resource.ts'
import { multiLine } from '../kit/mail-body.ts'
import { visibleRows } from './mail-text.ts'
import { administratorIds } from './recipients.ts'
import { writeMails } from './write-mails.ts'

const noteBlocks = (note: unknown) => (typeof note === 'string' && note !== '' ? [{ quote: multiLine(note) }] : [])

const labels = { time: 'Hours', billable: 'Billable hours' }

async function notifyTimesheetSubmitted(
  act: ActionContext & { readonly mailer: NonNullable<ActionContext['mailer']> },
): Promise<void> {
  const { tx, id, values } = act
  await writeMails(act, {
    kind: 'timesheetsubmitted',
    to: await administratorIds(tx),
    about: { resource: 'timesheet', id },
    write: ({ record, who, at }) => ({
      subject: `Timesheet of ${record.person}, week of ${record.weekstart}`,
      blocks: [
        who === record.person
          ? `${who} submitted their week of ${record.weekstart} on ${at}.`
          : `${who} submitted the week of ${record.weekstart} of ${record.person} on ${at}.`,
        ...visibleRows(record, labels),
        ...noteBlocks(values.note),
      ],
      because: 'you are an Administrator',
    }),
  })
}

/** Tells of a step, in the words of the state that it led to; opening a week again is told to nobody. */
export async function notifyTimesheetStatus(act: ActionContext, status: string): Promise<void> {
  const { mailer, id, previous, values } = act
  if (mailer === null) return
  if (status === 'submitted') return notifyTimesheetSubmitted({ ...act, mailer })
  if (status !== 'approved' && status !== 'rejected') return
  await writeMails(
    { ...act, mailer },
    {
      kind: `timesheet${status}`,
      to: [Number(previous.personid)],
      about: { resource: 'timesheet', id },
      write: ({ record, who, at }) => ({
        subject: `Your week of ${record.weekstart} was ${status}`,
        blocks: [
          `${who} ${status} your week of ${record.weekstart} on ${at}.`,
          ...visibleRows(record, labels),
          ...noteBlocks(values.note),
        ],
        because: 'the timesheet is yours',
      }),
    },
  )
}
