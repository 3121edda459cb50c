// The mails about timesheets: to the Administrators when a week is submitted, to its owner when it is approved or
// rejected. The actions write them, because a timesheet changes only by actions.
import type { ActionContext } from '../define/resource.ts'
import { multiLine } from '../kit/mail-body.ts'
import { visibleRows } from './mail-text.ts'
import { administratorIds } from './recipients.ts'
import { writeMails } from './write-mails.ts'

const noteBlocks = (note: unknown) => (typeof note === 'string' && note !== '' ? [{ quote: multiLine(note) }] : [])

const labels = { time: 'Hours', billable: 'Billable hours' }

async function notifyTimesheetSubmitted(
  context: ActionContext & { readonly mailer: NonNullable<ActionContext['mailer']> },
): Promise<void> {
  const { tx, id, values } = context
  await writeMails(context, {
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

/** The mail for the new status of a timesheet. There is none for reopening a week. */
export async function notifyTimesheetStatus(context: ActionContext, status: string): Promise<void> {
  const { mailer, id, previous, values } = context
  if (mailer === null) return
  if (status === 'submitted') return notifyTimesheetSubmitted({ ...context, mailer })
  if (status !== 'approved' && status !== 'rejected') return
  await writeMails(
    { ...context, mailer },
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
