// The mails about timesheets: Administrators hear that a week waits for them, its owner what became of it. They are written by
// the actions themselves, because a timesheet changes in no other way.
import type { Act } from '../define/resource.ts'
import { someLines } from '../kit/letter.ts'
import { writeMails } from './mail.ts'
import { administrators } from './mail-readers.ts'
import { shownRows } from './mail-words.ts'

const said = (note: unknown) => (typeof note === 'string' && note !== '' ? [{ quote: someLines(note) }] : [])

const labels = { time: 'Hours', billable: 'Billable hours' }

async function tellSubmitted(act: Act & { readonly post: NonNullable<Act['post']> }): Promise<void> {
  const { tx, id, values } = act
  await writeMails(act, {
    kind: 'timesheetsubmitted',
    to: await administrators(tx),
    about: { resource: 'timesheet', id },
    write: ({ record, who, at }) => ({
      subject: `Timesheet of ${record.person}, week of ${record.weekstart}`,
      blocks: [
        who === record.person
          ? `${who} submitted their week of ${record.weekstart} on ${at}.`
          : `${who} submitted the week of ${record.weekstart} of ${record.person} on ${at}.`,
        ...shownRows(record, labels),
        ...said(values.note),
      ],
      because: 'you are an Administrator',
    }),
  })
}

/** Tells of a step, in the words of the state that it led to; opening a week again is told to nobody. */
export async function tellOfSheet(act: Act, status: string): Promise<void> {
  const { post, id, was, values } = act
  if (post === null) return
  if (status === 'submitted') return tellSubmitted({ ...act, post })
  if (status !== 'approved' && status !== 'rejected') return
  await writeMails(
    { ...act, post },
    {
      kind: `timesheet${status}`,
      to: [Number(was.personid)],
      about: { resource: 'timesheet', id },
      write: ({ record, who, at }) => ({
        subject: `Your week of ${record.weekstart} was ${status}`,
        blocks: [
          `${who} ${status} your week of ${record.weekstart} on ${at}.`,
          ...shownRows(record, labels),
          ...said(values.note),
        ],
        because: 'the timesheet is yours',
      }),
    },
  )
}
