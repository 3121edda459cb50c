// The saved task filters of the demo company: personal ones, and some that are shared with everyone. A shared filter
// shows each person only tasks that they may see.
import { tasklistfilter } from '../../resources/tasklistfilter.ts'
import { type Company, getOrThrow, type Ids, idsByName } from './company.ts'
import type { DemoWriter } from './demo-writer.ts'

interface DemoFilter {
  readonly by: string
  readonly title: string
  readonly day: number
  readonly shared?: boolean
  readonly params: (ids: { readonly status: Ids; readonly priority: Ids; readonly me: number }) => string
}

const demoFilters: readonly DemoFilter[] = [
  { by: 'johanna', title: 'Overdue', day: -88, shared: true, params: () => 'overdue=t&sortfield=datedue' },
  {
    by: 'eleanor',
    title: 'Nobody has it yet',
    day: -71,
    shared: true,
    params: () => 'assigneeid=-1&sortfield=dateopen',
  },
  {
    by: 'francois',
    title: 'Urgent and not done',
    day: -64,
    shared: true,
    params: ({ status, priority }) =>
      `priorityid=${getOrThrow(priority, 'P1')},${getOrThrow(priority, 'P2')}&statusid=${getOrThrow(status, 'Open')},${getOrThrow(status, 'In Progress')}`,
  },
  {
    by: 'zoe',
    title: 'Mine, soonest first',
    day: -52,
    params: ({ status, me }) => `assigneeid=${me}&statusid=${getOrThrow(status, 'In Progress')}&sortfield=datedue`,
  },
  {
    by: 'lukas',
    title: 'Zu prüfen',
    day: -40,
    shared: true,
    params: ({ status }) => `statusid=${getOrThrow(status, 'Verify & Close')}&sortfield=datedue`,
  },
  { by: 'jorg', title: 'Photos', day: -33, params: () => 'search=photo' },
  { by: 'kathe', title: 'Alles zu den Braukursen', day: -21, params: () => 'search=Braukurse&sortfield=datedue' },
  { by: 'francois', title: 'Textes à relire', day: -16, params: () => 'search=r%C3%A9daction' },
]

export async function createFilters(writer: DemoWriter, { people }: Company): Promise<void> {
  const [status, priority] = [await idsByName(writer, 'taskstatus'), await idsByName(writer, 'taskpriority')]
  await writer.createEntries(
    tasklistfilter,
    demoFilters.map(({ by, title, day, shared, params }) => {
      const person = getOrThrow(people, by)
      const on = writer.workday(day)
      const text = params({ status, priority, me: person.id })
      return {
        by: person,
        on,
        fields: { personid: person.id, title, params: text, shared: shared ? 't' : 'f', date: on },
      }
    }),
  )
}
