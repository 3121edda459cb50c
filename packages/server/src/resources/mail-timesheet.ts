// The mails about timesheets: Administrators hear that a week waits for them, its owner what became of it.
import type { Act } from '../define/resource.ts'
import type { ReadTransaction } from '../io/database.ts'
import { account, sql, statement } from '../io/sql.ts'
import { oneLine, someLines } from '../kit/letter.ts'
import { writeMails } from './mail.ts'
import { shownRows } from './mail-words.ts'

const everyAdministrator = statement(sql`select person.id from person
  where person.accountid = ${account} and person.groupid = 2 and person.active = 't' order by person.id`)

export const administrators = async (tx: ReadTransaction): Promise<number[]> =>
  (await tx.all(everyAdministrator)).map(([person]) => Number(person))

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
        `${who} submitted the week of ${record.weekstart} of ${oneLine(record.person ?? '')} on ${at}.`,
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
