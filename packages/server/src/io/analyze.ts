// Refreshes the statistics of the query planner after many rows were loaded at once.
// Not needed for correct results, only for good query plans.
import type { Database } from './database.ts'
import { sql, statement } from './sql.ts'

const analyzeAll = statement(sql`analyze`)
// With the samples in sqlite_stat4, SQLite prepares statements with bound values again at every run: 2.7 times slower.
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
