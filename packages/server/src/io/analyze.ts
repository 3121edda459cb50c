// Refreshes what the database knows about its own rows, after very many were loaded at once.
// Nothing here is needed for right answers: only for choosing good ways to them.
import type { Database } from './database.ts'
import { sql, statement } from './sql.ts'

const gather = statement(sql`analyze`)
// With the samples in sqlite_stat4, statements with bound values are prepared anew at every run: 2.7 times slower.
const dropSamples = statement(sql`delete from sqlite_stat4`)
const reload = statement(sql`analyze sqlite_schema`)

export async function analyze(database: Database): Promise<void> {
  await database.write(0, async (tx) => {
    await tx.run('tableversion', gather)
    if (database.dialect === 'postgres') return
    await tx.run('tableversion', dropSamples)
    await tx.run('tableversion', reload)
  })
}
