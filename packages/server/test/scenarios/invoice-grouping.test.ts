// How the hours of a prefilled invoice are grouped into lines: names in the language of the client, what is kept when
// hours are imported again, and who sees the choice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedWith, callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import { invoiceBody, invoiceLineTexts, newBilledProject } from './billing.ts'

suiteApiFixture((fixture) => {
  const range = { datebegin: '2026-04-01', dateend: '2026-04-30' }

  test('hours are grouped by task, person, day or entry, and by work type otherwise', async () => {
    const { a } = fixture()
    const { administrator, projectid, log, worktypes } = await newBilledProject(fixture())
    const [, design = 0] = worktypes
    const task = await administrator.create('/task/', {
      ...{ title: `Shop ${'x'.repeat(245)}`, projectid, moduleid: a.modules[0] ?? 0, statusid: a.statuses.open },
      ...{ priorityid: a.priorities[0] ?? 0, ownerid: a.people.manager, dateopen: '2026-01-01' },
    })
    await log('2026-04-02', '1', undefined, { description: 'Call with the client' })
    await log('2026-04-02', '2', undefined, { personid: a.people.manager, taskid: String(task.id) })
    await log('2026-04-01', '0.5', design)
    const { id, groupby } = await administrator.create('/invoice/', invoiceBody(projectid, range))
    assert.equal(groupby, 'worktype')
    assert.deepEqual(await invoiceLineTexts(administrator, id), ['Consulting 3 x 120 = 360', 'Design 0.5 x 90 = 45'])
    const linesBy = async (grouping: string): Promise<string[]> => {
      await administrator.update(`/invoice/${id}/`, { groupby: grouping })
      return invoiceLineTexts(administrator, id)
    }
    assert.deepEqual(await linesBy('day'), [
      '1 April 2026 (Design) 0.5 x 90 = 45',
      '2 April 2026 (Consulting) 3 x 120 = 360',
    ])
    const byTask = await linesBy('task')
    assert.deepEqual(byTask.slice(0, 2), ['Consulting 1 x 120 = 120', 'Design 0.5 x 90 = 45'])
    assert.match(byTask[2] ?? '', /^Shop x{236}… \(Consulting\) 2 x 120 = 240$/)
    const { firstname, lastname } = await administrator.read(`/person/${a.people.manager}/`)
    assert.ok((await linesBy('person')).includes(`${firstname} ${lastname} (Consulting) 2 x 120 = 240`))
    assert.equal((await linesBy('entry')).length, 3)
    const { rows } = await administrator.list(`/invoiceitem/?invoiceid=${id}`)
    assert.deepEqual(rows.map(({ description }) => description).sort(), ['', '', 'Call with the client'])
    const called = rows.find(({ description }) => description !== '')
    await administrator.update(`/invoiceitem/${called?.id}/`, { description: 'Planning' })
    await log('2026-04-03', '1')
    await administrator.send('POST', `/invoice/${id}/import/`)
    const again = (await administrator.list(`/invoiceitem/?invoiceid=${id}`)).rows
    assert.equal(again.length, 4)
    assert.equal(again.find((row) => row.id === called?.id)?.description, 'Planning', 'its line and text are kept')
    assert.equal((await administrator.read(`/invoice/${id}/`)).groupby, 'entry', 'the choice is remembered')
    assertRefusedWith(
      await administrator.send('PUT', `/invoice/${id}/`, { groupby: 'week' }),
      400,
      18,
      "must be 'worktype'",
    )
  })

  test('days are written in the language of the client, and clients do not see the choice', async () => {
    const { administrator, projectid, log } = await newBilledProject(fixture())
    const client = await administrator.create('/client/', { name: 'Kunde', datecreated: '2026-01-01', language: 'de' })
    await administrator.update(`/project/${projectid}/`, { clientid: client.id ?? '' })
    await log('2026-04-02', '1')
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid, { ...range, groupby: 'day' }))
    const lines = await invoiceLineTexts(administrator, id)
    assert.match(lines[0] ?? '', /^0?2\.\s?(04\.|April )2026 \(Consulting\) 1 x 120 = 120$/)
    const seen = await callerFor(fixture(), fixture().a.tokens.executive).read(`/invoice/${id}/`)
    assert.equal(Object.hasOwn(seen, 'groupby'), false)
  })
})
