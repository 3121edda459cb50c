// Who wrote which note in the demo company, and when: on tasks that were at work, on milestones as they came near, in the
// projects. The words are in `demo-notes.ts`; what changes left behind by themselves was laid with the changes.
import { addDays } from '../kit/calendar.ts'
import { milestonenote } from '../resources/milestonenote.ts'
import { projectnote } from '../resources/projectnote.ts'
import { tasknote } from '../resources/tasknote.ts'
import { type Company, found, projectNamed, type Staffed } from './demo-company.ts'
import { type Acting, type Entry, earlier, type Maker, workingDayFrom, workingDayUntil } from './demo-maker.ts'
import { demoDialogues, demoMilestoneNotes, demoProjectNotes, demoTaskNotes, type Tongue } from './demo-notes.ts'
import type { MadeTask } from './demo-work.ts'

const tongueOf = ({ plan: { plan } }: Staffed): Tongue => (plan === 'campagne' ? 'fr' : plan === 'portal' ? 'de' : 'en')

/** The client's person on the team. */
const clientOf = ({ people }: Company, { plan: { team } }: Staffed): Acting | undefined =>
  team.map((key) => found(people, key)).find(({ role }) => role === 'Executive')

type Dated = Entry & { readonly on: string }

/** Numbered as they were written. */
const inOrder = (entries: readonly Dated[]): Entry[] =>
  entries.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))

export async function talk(maker: Maker, company: Company, tasks: readonly MadeTask[]): Promise<void> {
  const dialogues = company.projects.flatMap((project) => recentDialogues(maker, company, project, tasks))
  await maker.enter(tasknote, inOrder([...commentsOn(maker, tasks), ...dialogues]))
  await maker.enter(milestonenote, inOrder(company.projects.flatMap((one) => milestoneTalk(maker, company, one))))
  await maker.enter(projectnote, inOrder(projectTalk(maker, company)))
}

/** Every fourth task that has begun has a word of whoever works on it, from the day after. */
function commentsOn(maker: Maker, tasks: readonly MadeTask[]): Dated[] {
  const commented = tasks.flatMap((one) => {
    const on = workingDayFrom(addDays(one.dateopen, 1))
    return on < maker.today && on <= (one.dateclosed ?? on) ? [{ ...one, on }] : []
  })
  return commented.flatMap(({ id, project, on, assignees, owners }, at) => {
    if (at % 4 !== 0) return []
    const { note, public: open } = maker.dice.pick(demoTaskNotes[tongueOf(project)])
    const [by = owners[0]] = assignees
    return [{ by, on, fields: { taskid: id, note, public: open ? 't' : 'f' } }]
  })
}

/** What is talked about these days: the latest tasks of each running project that somebody works on. */
function recentDialogues(maker: Maker, company: Company, project: Staffed, tasks: readonly MadeTask[]): Dated[] {
  if (project.plan.over) return []
  const [asked, answered] = [maker.workdaysAgo(3), maker.workdaysAgo(2)]
  const latest = tasks
    .filter((one) => one.project === project && one.dateopen < asked && one.assignees.length > 0)
    .sort((a, b) => Number(a.dateclosed !== null) - Number(b.dateclosed !== null) || b.id - a.id)
  const restricted = latest.find(({ assignees }) => assignees.some((person) => person.restricted))
  const chosen = [...new Set([...latest.slice(0, 3), ...(restricted === undefined ? [] : [restricted])])]
  const words = demoDialogues[tongueOf(project)]
  return chosen.flatMap(({ id, assignees, owners }, at) => {
    const line = words[at % words.length]
    const client = at % 2 === 0 ? clientOf(company, project) : undefined
    return line === undefined
      ? []
      : [
          { by: assignees[0], on: asked, fields: { taskid: id, note: line.asked, public: client ? 't' : 'f' } },
          { by: client ?? owners[0], on: answered, fields: { taskid: id, note: line.answered, public: 'f' } },
        ]
  })
}

function milestoneTalk(maker: Maker, company: Company, project: Staffed): Dated[] {
  const { milestones, managers } = project
  const words = demoMilestoneNotes[tongueOf(project)]
  const client = clientOf(company, project)
  return milestones.flatMap(({ id, datedue, complete }, at) => {
    const said = complete ? words.reached : datedue < maker.today ? words.late : words.ahead
    const on = complete ? workingDayUntil(datedue) : maker.workdaysAgo(2 + at)
    const { note, public: open } = said[at % said.length] ?? { note: '', public: false }
    const told = { by: managers[0], on, fields: { milestoneid: id, note, public: open ? 't' : 'f' } }
    if (at > 0 || client === undefined) return [told]
    const thanked = earlier(maker.today, workingDayFrom(addDays(on, 1)))
    return [told, { by: client, on: thanked, fields: { milestoneid: id, note: words.thanks } }]
  })
}

const projectTalk = (maker: Maker, company: Company): Dated[] =>
  demoProjectNotes.map(({ project, by, day, title, note, secure }) => ({
    by: found(company.people, by),
    on: maker.workday(day),
    fields: { projectid: projectNamed(company, project).id, title, note, secure: secure ? 't' : 'f' },
  }))
