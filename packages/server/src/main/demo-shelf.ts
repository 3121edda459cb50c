// Keeps the documents of the demo company: each is uploaded by its person on its day, a later version after it, through the
// same store as any upload. Which documents there are stands in `demo-documents.ts`.
import type { Files } from '../io/files.ts'
import { addDays } from '../kit/calendar.ts'
import { safeMediaType } from '../kit/media-type.ts'
import { WireFile } from '../kit/wire-tree.ts'
import { document } from '../resources/document.ts'
import { type Company, found, projectNamed } from './demo-company.ts'
import { type DemoDocument, type DemoFile, type DemoFiled, demoDocuments, requestDocuments } from './demo-documents.ts'
import { type Acting, earlier, type Fields, type Maker, workingDayFrom } from './demo-maker.ts'
import type { MadeRequest } from './demo-requests.ts'
import type { MadeTask } from './demo-work.ts'

/** Far more than any of them has. */
const sizeLimit = 1_000_000

/** Kept before its record is made: the store takes its time, and in an order of its own. */
export async function kept(files: Files, { name, bytes }: DemoFile): Promise<WireFile> {
  const { hash, size, keep } = await files.receive(piecesOf(bytes()), sizeLimit)
  await keep()
  const parts = { filename: name, filesize: size, mediatype: safeMediaType('', name), hash }
  return new WireFile({ ...parts, content: null, keep: async () => undefined })
}

async function* piecesOf(content: Buffer): AsyncIterable<Uint8Array> {
  yield content
}

const wording = ({ title = '', notes = '', tags = '', public: open }: DemoFiled): Fields => ({
  notes,
  tags,
  public: open ? 't' : 'f',
  ...(title === '' ? {} : { title }),
})

/** What came with the requests, the day after they came in: before any is accepted, so that its task gets them. */
export async function keepWithRequests(
  maker: Maker,
  files: Files,
  { people }: Company,
  requests: readonly MadeRequest[],
): Promise<void> {
  const rows = requests.flatMap(({ id, plan, on }) =>
    (requestDocuments[plan.title] ?? []).map((one) => ({
      ...one,
      queueid: id,
      on: earlier(maker.today, workingDayFrom(addDays(on, 1))),
    })),
  )
  const entries = rows.map(async ({ queueid, on, ...one }) => ({
    by: found(people, one.by),
    on,
    fields: { ...wording(one), queueid, file: await kept(files, one.file) },
  }))
  await maker.enter(document, await Promise.all(entries))
}

export async function keepDocuments(
  maker: Maker,
  files: Files,
  company: Company,
  tasks: readonly MadeTask[],
): Promise<void> {
  const person = (key: string): Acting => found(company.people, key)
  const entries = demoDocuments.map(async (one) => {
    const on = maker.workday(one.day)
    const place = placeOf(company, tasks, one, on)
    return { by: person(one.by), on, fields: { ...wording(one), ...place, file: await kept(files, one.file) } }
  })
  const ids = await maker.enter(document, await Promise.all(entries))
  for (const [at, { next }] of demoDocuments.entries()) {
    if (next === undefined) continue
    const actor = maker.actor(person(next.by), maker.workday(next.day))
    await maker.update(document, ids[at] ?? 0, { file: await kept(files, next.file) }, actor)
  }
}

/** Where a document belongs on its day. */
function placeOf(
  company: Company,
  tasks: readonly MadeTask[],
  { project: name, milestone, taskOf }: DemoDocument,
  day: string,
): Fields {
  const project = projectNamed(company, name)
  if (milestone !== undefined) {
    const at = project.plan.milestones.findIndex(({ title }) => title === milestone)
    return { milestoneid: project.milestones[at]?.id ?? 0 }
  }
  const own = tasks.find(
    (one) =>
      taskOf !== undefined &&
      one.project === project &&
      one.assignees.includes(found(company.people, taskOf)) &&
      one.dateopen < day,
  )
  return own === undefined ? { projectid: project.id } : { taskid: own.id }
}
