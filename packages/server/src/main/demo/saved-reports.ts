// The saved reports of the demo company: one that is shared with everyone, and personal ones. Their periods are
// relative, so that they show something on every day.
import { savedreport } from '../../resources/savedreport.ts'
import { type Company, getOrThrow } from './company.ts'
import type { DemoWriter } from './demo-writer.ts'

const demoReports = [
  { by: 'johanna', title: 'Margin by client', report: 'margin', params: 'groupby=client', span: 'lastMonth' },
  {
    ...{ by: 'francois', title: 'Time by person', report: 'timereport', params: 'groupby=person', span: 'lastMonth' },
    shared: 't',
  },
  { by: 'kathe', title: 'Unser Jahr', report: 'revenue', span: 'thisYear' },
] as const

export async function createSavedReports(writer: DemoWriter, { people }: Company): Promise<void> {
  await writer.createEntries(
    savedreport,
    demoReports.map(({ by, ...fields }) => {
      const person = getOrThrow(people, by)
      return { by: person, on: writer.workday(-14), fields: { personid: person.id, ...fields } }
    }),
  )
}
