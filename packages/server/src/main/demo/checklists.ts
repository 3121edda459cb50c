// The checklists of the demo company: on some open tasks that somebody works on. The first steps are done, the others
// are not.
import { taskitem } from '../../resources/taskitem.ts'
import type { DemoEntry, DemoWriter } from './demo-writer.ts'
import type { CreatedTask } from './tasks.ts'

const steps: readonly (readonly string[])[] = [
  ['Collect the material', 'Write a first draft', 'Show it to the client', 'Work in the comments', 'Hand it over'],
  ['Check the old version', 'Agree on the scope', 'Build it', 'Test on a phone'],
  ['Ask for the files', 'Choose the pictures', 'Get the approval'],
]

export async function createChecklists(writer: DemoWriter, tasks: readonly CreatedTask[]): Promise<void> {
  const begun = tasks.filter(({ dateclosed, dateopen }) => dateclosed === null && dateopen < writer.today)
  const entries = begun
    .filter(({ assignees }, at) => at % (assignees.some(({ restricted }) => restricted) ? 2 : 5) === 0)
    .flatMap(({ id, assignees, owners }, at): DemoEntry[] => {
      const titles = steps[at % steps.length] ?? []
      const [by = owners[0]] = assignees
      return titles.map((title, place) => ({
        by,
        on: writer.workdaysAgo(1),
        fields: { taskid: id, title, done: place <= at % 3 ? 't' : 'f' },
      }))
    })
  await writer.createEntries(taskitem, entries)
}
