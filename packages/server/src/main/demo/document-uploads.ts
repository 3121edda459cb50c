// Uploads the documents of the demo company: each by its person on its day, later versions afterwards, through the same
// file store as any upload. The data is in documents.ts.
import type { FileStore } from '../../io/file-store.ts'
import { addDays } from '../../kit/calendar.ts'
import { safeMediaType } from '../../kit/media-type.ts'
import { WireFile } from '../../kit/wire-tree.ts'
import { document } from '../../resources/document.ts'
import { type Company, getOrThrow, projectNamed } from './company.ts'
import { type DemoActor, type DemoWriter, earlierOf, type Fields, workingDayFrom } from './demo-writer.ts'
import { type DemoDocument, type DemoFile, type DemoFileEntry, demoDocuments, requestDocuments } from './documents.ts'
import type { CreatedRequest } from './requests.ts'
import type { CreatedTask } from './tasks.ts'

/** Far more than any demo file has. */
const sizeLimit = 1_000_000

/** Stores the file before its record is created, because storing takes a varying time and would change the order. */
export async function storeFile(files: FileStore, { name, bytes }: DemoFile): Promise<WireFile> {
  const { hash, size, keep } = await files.receive(singleChunk(bytes()), sizeLimit)
  await keep()
  const parts = { filename: name, filesize: size, mediatype: safeMediaType('', name), hash }
  return new WireFile({ ...parts, content: null, keep: async () => undefined })
}

async function* singleChunk(content: Buffer): AsyncIterable<Uint8Array> {
  yield content
}

const descriptionFields = ({ title = '', notes = '', tags = '', public: open }: DemoFileEntry): Fields => ({
  notes,
  tags,
  public: open ? 't' : 'f',
  ...(title === '' ? {} : { title }),
})

/**
 * Uploads the documents of requests on the day after the request, before any is accepted, so that its task gets them.
 */
export async function uploadRequestDocuments(
  writer: DemoWriter,
  files: FileStore,
  { people }: Company,
  requests: readonly CreatedRequest[],
): Promise<void> {
  const rows = requests.flatMap(({ id, plan, on }) =>
    (requestDocuments[plan.title] ?? []).map((one) => ({
      ...one,
      queueid: id,
      on: earlierOf(writer.today, workingDayFrom(addDays(on, 1))),
    })),
  )
  const entries = rows.map(async ({ queueid, on, ...one }) => ({
    by: getOrThrow(people, one.by),
    on,
    fields: { ...descriptionFields(one), queueid, file: await storeFile(files, one.file) },
  }))
  await writer.createEntries(document, await Promise.all(entries))
}

export async function uploadDocuments(
  writer: DemoWriter,
  files: FileStore,
  company: Company,
  tasks: readonly CreatedTask[],
): Promise<void> {
  const person = (key: string): DemoActor => getOrThrow(company.people, key)
  const entries = demoDocuments.map(async (one) => {
    const on = writer.workday(one.day)
    const parent = parentFields(company, tasks, one, on)
    return {
      by: person(one.by),
      on,
      fields: { ...descriptionFields(one), ...parent, file: await storeFile(files, one.file) },
    }
  })
  const ids = await writer.createEntries(document, await Promise.all(entries))
  for (const [at, { next }] of demoDocuments.entries()) {
    if (next === undefined) continue
    const actor = writer.actor(person(next.by), writer.workday(next.day))
    await writer.update(document, ids[at] ?? 0, { file: await storeFile(files, next.file) }, actor)
  }
}

/** The record that a document belongs to on its day. */
function parentFields(
  company: Company,
  tasks: readonly CreatedTask[],
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
      one.assignees.includes(getOrThrow(company.people, taskOf)) &&
      one.dateopen < day,
  )
  return own === undefined ? { projectid: project.id } : { taskid: own.id }
}
