// How many tasks of the whole account are open, overdue or without a due date, from ranges of indexes instead of asking
// every task. Only for callers who see all.
import { today } from '../define/actor.ts'
import { rowCount } from '../io/row-counts.ts'
import { accountSlot, type Fragment, sql } from '../io/sql.ts'

const countOf = (condition: Fragment): Fragment =>
  sql`(select count(*) from task where task.accountid = ${accountSlot} and ${condition})`

const isOpen = sql`task.statusid in (select taskstatus.id from taskstatus
  where taskstatus.accountid = ${accountSlot} and taskstatus.closed = 'f')`

const countOfOpen = countOf(isOpen)

const countOfOverdue = countOf(sql`${isOpen} and (task.datedue is null) = false and task.datedue < ${today}`)

const countWithoutDueDate = countOf(sql`(task.datedue is null) = true`)

const others = (count: Fragment): Fragment => sql`(${rowCount('task')} - ${count})`

/** With 'f' closed tasks are included too. */
export const countByExcluded = (variant: string): Fragment => (variant === 't' ? countOfOpen : rowCount('task'))

export const countByOverdue = (variant: string): Fragment => (variant === 't' ? countOfOverdue : others(countOfOverdue))

export const countByDueDate = (variant: string): Fragment =>
  variant === 't' ? others(countWithoutDueDate) : countWithoutDueDate
