// The recurring invoices of the demo company: one that is created next month, and one with two periods that wait for a
// decision. Both are loaded last, so that the ids of all other records stay the same.
import { monthAfter } from '../../kit/periods.ts'
import { schedulePeriods } from '../../resources/recurring-schedule.ts'
import { recurringinvoice } from '../../resources/recurringinvoice.ts'
import { recurringinvoiceitem } from '../../resources/recurringinvoiceitem.ts'
import { type Company, projectNamed } from './company.ts'
import type { DemoWriter, Fields } from './demo-writer.ts'
import { senderAddress } from './letterhead.ts'

interface DemoRecurring {
  readonly project: string
  /** The first period, in months from now. */
  readonly first: number
  readonly fields: Fields
  readonly lines: readonly Fields[]
}

const demoRecurring: readonly DemoRecurring[] = [
  {
    project: 'Kundenportal Mühlental',
    first: 1,
    fields: { title: 'Hosting {period}', every: 'month', billing: 'advance', day: 1, delivery: 'draft' },
    lines: [
      { name: 'Hosting {period}', quantity: 1, rate: 49, amount: 49 },
      { name: 'Backups and updates', quantity: 1, rate: 30, amount: 30 },
    ],
  },
  {
    project: 'Website relaunch Süderhof',
    first: -2,
    fields: { title: 'Wartung {period}', every: 'month', billing: 'arrears', day: 1, delivery: 'draft' },
    lines: [{ name: 'Wartung der Website', quantity: 1, rate: 390, amount: 390 }],
  },
]

export async function createRecurring(writer: DemoWriter, company: Company): Promise<void> {
  const actor = writer.actor()
  const mailer = { isSilent: true, site: null, readAs: async () => null }
  for (const { project, first, fields, lines } of demoRecurring) {
    const projectid = projectNamed(company, project).id
    const firstperiod = monthAfter(writer.today, first) ?? writer.today
    const common = { projectid, firstperiod, termid: 3, tax: 19, addressfrom: senderAddress }
    const { id = 0 } = await writer.create(recurringinvoice, { ...common, ...fields })
    for (const line of lines) await writer.create(recurringinvoiceitem, { recurringinvoiceid: id, ...line })
    await writer.database.write(actor.accountid, (tx) => schedulePeriods({ tx, actor, mailer }, id))
  }
}
