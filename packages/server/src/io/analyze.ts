// Refreshes what the database knows about its own rows, after very many were loaded at once.
// Nothing here is needed for right answers: only for choosing good ways to them.
import type { Database } from './database.ts'
import { sql, statement } from './sql.ts'

const analyzeAll = statement(sql`analyze`)
// With the samples in sqlite_stat4, statements with bound values are prepared anew at every run: 2.7 times slower.
const dropSampleStatistics = statement(sql`delete from sqlite_stat4`)
const reloadStatistics = statement(sql`analyze sqlite_schema`)

export async function analyze(database: Database): Promise<void> {
  await database.write(0, async (tx) => {
    await tx.run('tableversion', analyzeAll)
    if (database.dialect === 'postgres') return
    await tx.run('tableversion', dropSampleStatistics)
    await tx.run('tableversion', reloadStatistics)
  })
}
