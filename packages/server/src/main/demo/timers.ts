// The timers of the demo company: some run, some are paused, with and without a task. Each was started, paused and
// resumed by its person, so that its seconds match the elapsed time.
import { timer } from '../../resources/timer.ts'
import { type Company, getOrThrow } from './company.ts'
import type { DemoActor, DemoWriter, Fields } from './demo-writer.ts'
import type { CreatedTask } from './tasks.ts'

/**
 * Minutes before the demo was loaded: started, then paused and resumed alternately. A timer without a task has a name.
 */
interface DemoTimer {
  readonly by: string
  readonly minutes: readonly number[]
  readonly name?: string
}

const demoTimers: readonly DemoTimer[] = [
  { by: 'zoe', minutes: [47] },
  { by: 'zoe', minutes: [135, 120], name: 'Stand-up' },
  { by: 'francois', minutes: [210, 165] },
  { by: 'francois', minutes: [12], name: 'Call with Maison Éclair' },
  { by: 'bjorn', minutes: [190, 130, 85] },
  { by: 'anais', minutes: [25], name: 'Ideas for the brochure' },
  { by: 'jorg', minutes: [170, 90] },
  { by: 'eleanor', minutes: [240, 200, 150, 110], name: 'Plan for the next quarter' },
  { by: 'johanna', minutes: [31], name: 'Offers' },
]

export async function startTimers(
  writer: DemoWriter,
  { people }: Company,
  tasks: readonly CreatedTask[],
): Promise<void> {
  for (const { by, minutes, name } of demoTimers) {
    const person = getOrThrow(people, by)
    const [started = 0, ...turns] = minutes
    const what: Fields = name === undefined ? { taskid: currentTaskOf(person, tasks).id } : { name }
    const fields = { personid: person.id, ...what }
    const { id = 0 } = await writer.create(timer, fields, writer.actorBefore(person, started * 60))
    for (const [at, since] of turns.entries()) {
      const turn = at % 2 === 0 ? 'pause' : 'resume'
      await writer.act([timer, turn], id, {}, writer.actorBefore(person, since * 60))
    }
  }
}

/** A person's current task: one in progress, else an open one, else the last one. */
function currentTaskOf(person: DemoActor, tasks: readonly CreatedTask[]): CreatedTask {
  const own = tasks.filter(({ assignees, owners }) => [...assignees, ...owners].includes(person))
  const open = own.filter(({ dateclosed }) => dateclosed === null)
  const current = open.find(({ status }) => status === 'In Progress') ?? open[0] ?? own.at(-1)
  if (current === undefined) throw new Error(`the demo has no task of person ${person.id}`)
  return current
}
