// A duplicate of a random project with all parts has the same modules, work types with rates, milestones, tasks and
// checklists as the project, and all dates are as far from the start as there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysBetween } from '../../src/kit/calendar.ts'
import { insertState, newTestServer, tokenOf } from './insert-state.ts'
import { checkShared, eachPropertyDatabase } from './property-runs.ts'
import { day, tableRows } from './random-columns.ts'
import { drawState } from './random-state.ts'

type Wire = Readonly<Record<string, string | null>>

/** The fields of a project, its milestones and tasks that do not change in a copy. */
const sameFields: Readonly<Record<string, readonly string[]>> = {
  projectmodule: ['module', 'description'],
  projectworktype: ['worktype', 'hourlyrate', 'esttime', 'active'],
  milestone: ['title', 'description'],
  task: ['title', 'summary', 'module', 'milestone', 'estimate', 'items'],
}
const dateFields: Readonly<Record<string, readonly string[]>> = {
  milestone: ['datedue'],
  task: ['dateopen', 'datedue'],
}

const distance = (start: string, date: string | null | undefined): string =>
  date ? String(daysBetween(start, date)) : ''

/** The records of a project as texts, with dates as distances from its start. */
function partTexts(resource: string, rows: readonly Wire[], start: string): string[] {
  return rows
    .map((row) => {
      const same = (sameFields[resource] ?? []).map((field) => row[field])
      const dates = (dateFields[resource] ?? []).map((field) => distance(start, row[field]))
      return JSON.stringify([...same, ...dates])
    })
    .sort()
}

eachPropertyDatabase((kind, open) => {
  test('a duplicate with all parts has the same counts, names, rates and date distances', async () => {
    const server = newTestServer(await open())
    await checkShared(kind, 12, async (random, run) => {
      const accountid = run + 1
      const state = drawState(random)
      await insertState(server.database, accountid, state)
      const token = tokenOf(accountid, 'administrator')
      const list = async (resource: string, projectid: unknown): Promise<Wire[]> => {
        const { json } = await server.call({ token, path: `/${resource}/?limit=0&projectid=${projectid}` })
        return json[resource] as unknown as Wire[]
      }
      for (const { id, datestart } of tableRows(state, 'project')) {
        const start = addDays(day(random), random.below(3000))
        const body = { datestart: start, clientid: '' }
        const path = `/project/${id}/duplicate/`
        const reply = await server.call({ token, method: 'POST', path, body })
        assert.equal(reply.status, 201, reply.text)
        const copy = reply.json.project as unknown as Wire
        assert.equal(copy.datestart, start)
        for (const resource of Object.keys(sameFields)) {
          // In random states a task may have a module that its project does not have; the copy has it.
          const used = new Set((await list('task', id)).map(({ module }) => module))
          const known = (rows: Wire[]) =>
            resource === 'projectmodule' ? rows.filter(({ module }) => !used.has(module ?? '')) : rows
          assert.deepEqual(
            partTexts(resource, known(await list(resource, copy.id)), start),
            partTexts(resource, known(await list(resource, id)), String(datestart)),
            `${resource} of project ${id}`,
          )
        }
        const tasks = await list('task', copy.id)
        assert.deepEqual(new Set(tasks.map(({ status }) => status)).size <= 1, true)
        assert.ok(tasks.every(({ dateclosed, itemsdone }) => dateclosed === null && itemsdone === '0'))
      }
    })
  })
})
