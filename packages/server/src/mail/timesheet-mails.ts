// The mails about timesheets: to those who may approve a week when it is submitted, to its owner when it is
// approved or rejected. The actions write them, because a timesheet changes only by actions.
import type { ActionContext } from '../define/resource.ts'
import { multiLine } from '../kit/mail-body.ts'
import { visibleRows } from './mail-text.ts'
import { approverIds } from './recipients.ts'
import { tellPeople } from './write-mails.ts'

const noteBlocks = (note: unknown) => (typeof note === 'string' && note !== '' ? [{ quote: multiLine(note) }] : [])

const labels = { time: 'Hours', billable: 'Billable hours' }

async function notifyTimesheetSubmitted(context: ActionContext): Promise<void> {
  const { tx, id, previous, values } = context
  await tellPeople(context, {
    kind: 'timesheetsubmitted',
    to: await approverIds(tx, Number(previous.personid)),
    about: { resource: 'timesheet', id },
    write: ({ record, who, at }) => ({
      subject: `Timesheet submitted: ${record.person}, week of ${record.weekstart}`,
      blocks: [
        who === record.person
          ? `${who} submitted their week of ${record.weekstart} on ${at}.`
          : `${who} submitted the week of ${record.weekstart} for ${record.person} on ${at}.`,
        ...visibleRows(record, labels),
        ...noteBlocks(values.note),
      ],
      because: 'you can approve it',
    }),
  })
}

/** The mail for the new status of a timesheet. There is none for reopening a week. */
export async function notifyTimesheetStatus(context: ActionContext, status: string): Promise<void> {
  const { id, previous, values } = context
  if (status === 'submitted') return notifyTimesheetSubmitted(context)
  if (status !== 'approved' && status !== 'rejected') return
  await tellPeople(context, {
    kind: `timesheet${status}`,
    to: [Number(previous.personid)],
    about: { resource: 'timesheet', id },
    write: ({ record, who, at }) => ({
      subject: `Your timesheet for the week of ${record.weekstart} was ${status}`,
      blocks: [
        `${who} ${status} your week of ${record.weekstart} on ${at}.`,
        ...visibleRows(record, labels),
        ...noteBlocks(values.note),
      ],
      because: 'this is your timesheet',
    }),
  })
}
