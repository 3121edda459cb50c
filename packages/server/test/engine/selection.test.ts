// Fields that share one selected text take exactly the values that their own columns would give.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFields, columnSql, selectWhere } from '../../src/engine/select-sql.ts'
import { Selection } from '../../src/engine/selection.ts'
import { type ColumnValue, nextId } from '../../src/io/database.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { resources } from '../../src/resources/all.ts'
import { type ApiFixture, startApiFixture } from '../fixture/api-fixture.ts'
import { eachDatabase } from '../fixture/databases.ts'

async function logTime({ database, a }: ApiFixture): Promise<void> {
  await database.write(a.accountid, async (tx) => {
    for (const [time, billable] of [
      [1_250_000, 't'],
      [500_000, 'f'],
      [3_000_001, 't'],
    ] as const) {
      await tx.insert('time', {
        id: nextId,
        projectid: a.projects.seen,
        moduleid: a.modules[0] ?? 0,
        taskid: a.tasks.own,
        worktypeid: a.worktypes[0] ?? 0,
        personid: a.people.resource,
        date: '2026-05-01',
        time,
        billable,
        datemodified: '2026-05-01 00:00:00',
      })
    }
  })
}

eachDatabase((_kind, open) => {
  test('fields that share a selected text have the values of their own columns', async () => {
    const fixture = await startApiFixture(await open())
    const { a, call, database } = fixture
    await logTime(fixture)
    const assigneeid = [a.people.resource, a.people.restricted, a.people.administrator].join(',')
    const changed = await call({
      token: a.tokens.administrator,
      method: 'PUT',
      path: `/task/${a.tasks.own}/`,
      body: { assigneeid, followerid: String(a.people.manager) },
    })
    assert.equal(changed.status, 202, changed.text)
    const viewer = { role: 'Administrator', restricted: false } as const
    const values = { me: a.people.administrator, today: '2026-05-14', now: '2026-05-14 10:00:00', ownclient: 0 }
    let shared = 0
    for (const resource of resources.values()) {
      const fields = allFields(resource)
      const selection = new Selection(resource, viewer, fields, database.vault)
      const alone = fields.map(({ name, field }) => columnSql(resource, name, field, viewer))
      const rows = (columns: typeof alone) =>
        database.read(a.accountid, (tx) =>
          tx.all(statement(sql`${selectWhere(resource, columns, [])} order by 1`), values),
        )
      assert.deepEqual(
        (await rows([...selection.columns])).map((row) => selection.read(row)),
        (await rows(alone)).map((row) =>
          row.map((value, at) => fields[at]?.field.renderFor?.(value as ColumnValue, viewer) ?? value),
        ),
        resource.name,
      )
      shared += fields.length - selection.columns.length
    }
    assert.ok(shared >= 6, `only ${shared} fields share a column`)
    await fixture.close()
  })
})
