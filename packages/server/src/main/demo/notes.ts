// Creates the notes of the demo company: on tasks in progress, on milestones and in projects. The texts are in
// note-texts.ts. Action notes are created together with their changes.
import { addDays } from '../../kit/calendar.ts'
import { milestonenote } from '../../resources/milestonenote.ts'
import { projectnote } from '../../resources/projectnote.ts'
import { tasknote } from '../../resources/tasknote.ts'
import { type Company, type CreatedProject, getOrThrow, projectNamed } from './company.ts'
import {
  type DemoActor,
  type DemoEntry,
  type DemoWriter,
  earlierOf,
  workingDayFrom,
  workingDayUntil,
} from './demo-writer.ts'
import { demoDialogues, demoMilestoneNotes, demoProjectNotes, demoTaskNotes, type NoteLanguage } from './note-texts.ts'
import type { CreatedTask } from './tasks.ts'

const languageOf = ({ plan: { plan } }: CreatedProject): NoteLanguage =>
  plan === 'campagne' ? 'fr' : plan === 'portal' ? 'de' : 'en'

/** The Executive of the client on the team. */
const clientPerson = ({ people }: Company, { plan: { team } }: CreatedProject): DemoActor | undefined =>
  team.map((key) => getOrThrow(people, key)).find(({ role }) => role === 'Executive')

type DatedEntry = DemoEntry & { readonly on: string }

/** In the order of their days, so that later notes have higher numbers. */
const sortedByDay = (entries: readonly DatedEntry[]): DemoEntry[] =>
  entries.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))

export async function createNotes(writer: DemoWriter, company: Company, tasks: readonly CreatedTask[]): Promise<void> {
  const dialogues = company.projects.flatMap((project) => recentDialogues(writer, company, project, tasks))
  await writer.createEntries(tasknote, sortedByDay([...taskComments(writer, tasks), ...dialogues]))
  await writer.createEntries(
    milestonenote,
    sortedByDay(company.projects.flatMap((one) => milestoneNotes(writer, company, one))),
  )
  await writer.createEntries(projectnote, sortedByDay(projectNotes(writer, company)))
}

/** Every fourth task that has begun gets a note by one of its people, from the next day on. */
function taskComments(writer: DemoWriter, tasks: readonly CreatedTask[]): DatedEntry[] {
  const commented = tasks.flatMap((one) => {
    const on = workingDayFrom(addDays(one.dateopen, 1))
    return on < writer.today && on <= (one.dateclosed ?? on) ? [{ ...one, on }] : []
  })
  return commented.flatMap(({ id, project, on, assignees, owners }, at) => {
    if (at % 4 !== 0) return []
    const { note, public: open } = writer.random.pick(demoTaskNotes[languageOf(project)])
    const [by = owners[0]] = assignees
    return [{ by, on, fields: { taskid: id, note, public: open ? 't' : 'f' } }]
  })
}

/** Recent conversations: on the latest tasks of each active project that somebody works on. */
function recentDialogues(
  writer: DemoWriter,
  company: Company,
  project: CreatedProject,
  tasks: readonly CreatedTask[],
): DatedEntry[] {
  if (project.plan.over) return []
  const [asked, answered] = [writer.workdaysAgo(3), writer.workdaysAgo(2)]
  const latest = tasks
    .filter((one) => one.project === project && one.dateopen < asked && one.assignees.length > 0)
    .sort((a, b) => Number(a.dateclosed !== null) - Number(b.dateclosed !== null) || b.id - a.id)
  const restricted = latest.find(({ assignees }) => assignees.some((person) => person.restricted))
  const chosen = [...new Set([...latest.slice(0, 3), ...(restricted === undefined ? [] : [restricted])])]
  const words = demoDialogues[languageOf(project)]
  return chosen.flatMap(({ id, assignees, owners }, at) => {
    const line = words[at % words.length]
    const client = at % 2 === 0 ? clientPerson(company, project) : undefined
    return line === undefined
      ? []
      : [
          { by: assignees[0], on: asked, fields: { taskid: id, note: line.asked, public: client ? 't' : 'f' } },
          { by: client ?? owners[0], on: answered, fields: { taskid: id, note: line.answered, public: 'f' } },
        ]
  })
}

function milestoneNotes(writer: DemoWriter, company: Company, project: CreatedProject): DatedEntry[] {
  const { milestones, managers } = project
  const words = demoMilestoneNotes[languageOf(project)]
  const client = clientPerson(company, project)
  return milestones.flatMap(({ id, datedue, complete }, at) => {
    const choices = complete ? words.reached : datedue < writer.today ? words.late : words.ahead
    const on = complete ? workingDayUntil(datedue) : writer.workdaysAgo(2 + at)
    const { note, public: open } = choices[at % choices.length] ?? { note: '', public: false }
    const managerNote = { by: managers[0], on, fields: { milestoneid: id, note, public: open ? 't' : 'f' } }
    if (at > 0 || client === undefined) return [managerNote]
    const thanked = earlierOf(writer.today, workingDayFrom(addDays(on, 1)))
    return [managerNote, { by: client, on: thanked, fields: { milestoneid: id, note: words.thanks } }]
  })
}

const projectNotes = (writer: DemoWriter, company: Company): DatedEntry[] =>
  demoProjectNotes.map(({ project, by, day, title, note, secure }) => ({
    by: getOrThrow(company.people, by),
    on: writer.workday(day),
    fields: { projectid: projectNamed(company, project).id, title, note, secure: secure ? 't' : 'f' },
  }))
