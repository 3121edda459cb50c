// Random states of one account, as rows in maps with their own ids, which are created, changed and compared without a
// server. A state satisfies every rule of the database and the API, so it could be the result of requests.
import type { Random } from '../fixture/random.ts'
import { pickSome } from './property-runs.ts'
import { person, pickId, type Row, type State, tableRows } from './random-columns.ts'
import { hasId, hasUniqueKeys, isPossible, tables } from './random-tables.ts'
import { moneyCounts, moneyRows, withExpenses, withHours } from './random-tables-money.ts'

/** A row of the table with new random values in all columns, or in some. */
export function redrawRow(random: Random, state: State, table: string, was: Row, only?: readonly string[]): Row {
  let row: Row = was
  for (const [column, { draw }] of Object.entries(tables[table] ?? {})) {
    if (only !== undefined && !only.includes(column)) continue
    row = { ...row, [column]: draw({ random, state, row }) }
  }
  return row
}

const counts: Readonly<Record<string, number>> = {
  taskpriority: 3,
  projectlabel: 3,
  module: 5,
  worktype: 3,
  client: 6,
  person: 8,
  personcontact: 16,
  project: 8,
  projectmanager: 12,
  projectteam: 30,
  projectmodule: 18,
  projectworktype: 12,
  projectrate: 16,
  milestone: 10,
  milestoneowner: 6,
  request: 14,
  task: 26,
  expense: 16,
  taskitem: 24,
  taskowner: 12,
  taskassignee: 30,
  taskfollower: 12,
  time: 24,
  timer: 24,
  tasklistfilter: 10,
  savedreport: 10,
  projectnote: 16,
  tasknote: 24,
  milestonenote: 24,
  requestnote: 20,
  document: 30,
  ...moneyCounts,
}

export const rolePersonIds = {
  administrator: 21,
  manager: 22,
  resource: 23,
  restricted: 24,
  executive: 25,
  outsider: 26,
} as const
export type Role = keyof typeof rolePersonIds

const fixedRows: State = {
  // Written out, not read from the definition: with another id there, these tests must fail.
  persongroup: ['Administrator', 'Manager', 'Resource', 'Executive'].map((name, at) => ({ id: at + 2, name })),
  contacttype: [1, 2, 3].map((id) => ({ id, name: `Kind ${id}` })),
  contactdescriptor: [1, 2, 3, 4, 5, 6].map((id) => ({ id, contacttypeid: Math.ceil(id / 2), name: `Sort ${id}` })),
  taskstatus: ['Open', 'Doing', 'Staged', 'Closed'].map((name, at) => ({
    id: 11 + at,
    name,
    priority: at + 1,
    frozen: at % 3 === 0 ? 't' : 'f',
    active: 't',
    closed: at === 3 ? 't' : 'f',
  })),
  ...moneyRows,
}

/** The callers: one of each role, and one who is restricted to their own tasks. */
const callers: Readonly<Record<Role, Row>> = {
  administrator: { groupid: 2, primaryaccount: 't', restricttasks: 'f' },
  manager: { groupid: 3, restricttasks: 'f' },
  resource: { groupid: 4, restricttasks: 'f' },
  restricted: { groupid: 4, restricttasks: 't' },
  executive: { groupid: 5, restricttasks: 'f' },
  outsider: { groupid: 4, restricttasks: 'f' },
}

/** Adds the row unless the state would become impossible. */
const withRow = (state: State, table: string, row: Row): State => {
  const next = { ...state, [table]: [...tableRows(state, table), row] }
  return hasUniqueKeys(next) ? next : state
}

export function drawState(random: Random): State {
  let state: State = Object.fromEntries(Object.keys(tables).map((table) => [table, fixedRows[table] ?? []]))
  let id = 100
  for (const [table, count] of Object.entries(counts)) {
    if (table === 'person') {
      for (const [name, set] of Object.entries(callers)) {
        const row = redrawRow(random, state, 'person', { id: rolePersonIds[name as Role] })
        state = withRow(state, 'person', { ...row, ...set, active: 't', username: name })
      }
    }
    for (let at = 0; at < count; at++) {
      const row = redrawRow(random, state, table, hasId(table) ? { id: id++ } : {})
      const person = tableRows(state, 'person').find((each) => each.id === row.personid)
      if (table === 'projectteam' && (person?.groupid === 2 || person?.id === rolePersonIds.outsider)) continue
      // At least one priority is active.
      if (table === 'taskpriority' && at === 0) {
        state = withRow(state, table, { ...row, active: 't' })
        continue
      }
      state = withRow(
        state,
        table,
        table === 'person' && row.username !== '' && row.groupid === null ? { ...row, groupid: 4 } : row,
      )
    }
    if (table === 'milestone') state = linkRows(random, state, 'milestone', 'milestoneowner')
    if (table === 'task') state = linkRows(random, state, 'task', 'taskowner')
  }
  const billed = withHours(state, id)
  const firstFree = id + tableRows(billed, 'invoiceitem').length
  return withoutImpossibleRows(withExpenses(billed, firstFree))
}

function linkRows(random: Random, state: State, table: string, links: string): State {
  const rows = tableRows(state, table).map((row) => ({
    [`${table}id`]: row.id ?? null,
    personid: person.draw({ random, state, row }),
    position: 0,
  }))
  return { ...state, [links]: rows }
}

/** User names and timers are random and may collide; then the later row is removed. */
function withoutImpossibleRows(state: State): State {
  const firstOf = (table: string, key: (row: Row) => string): readonly Row[] => {
    const keys = new Set<string>()
    return tableRows(state, table).filter((row) => !keys.has(key(row)) && keys.add(key(row)))
  }
  const timer = firstOf('timer', (row) => (row.taskid === null ? `alone ${row.id}` : `${row.taskid} ${row.personid}`))
  const next = { ...state, timer }
  if (!isPossible(next)) throw new Error('the state drawn is not possible')
  return next
}

/** The state without a row and without whatever refers to it. */
function withoutRow(state: State, table: string, row: Row): State {
  let next: State = { ...state, [table]: tableRows(state, table).filter((each) => each !== row) }
  if (!hasId(table)) return next
  for (const [other, columns] of Object.entries(tables)) {
    for (const [column, { to }] of Object.entries(columns)) {
      if (to !== table) continue
      for (const each of tableRows(next, other)) if (each[column] === row.id) next = withoutRow(next, other, each)
    }
  }
  return next
}

/** Tables with rows that are hidden from almost everyone; they are changed more often. */
const oftenHidden = ['task', 'task', 'taskowner', 'taskassignee', 'taskfollower', 'milestoneowner', 'projectmodule']

/** One random change of a state: a row is changed, deleted or added. The result may be impossible. */
export function changeState(random: Random, state: State, newId: number): State {
  const table = random.pick([...Object.keys(counts), 'invoicedtime', 'invoicedexpense', ...oftenHidden])
  const rows = tableRows(state, table)
  const act = random.below(5)
  if (act === 0 || rows.length === 0) {
    const row = redrawRow(random, state, table, hasId(table) ? { id: newId } : {})
    const next = { ...state, [table]: [...rows, row] }
    if (table !== 'task' && table !== 'milestone') return next
    const owner = { [`${table}id`]: newId, personid: pickId(random, state.person), position: 0 }
    return { ...next, [`${table}owner`]: [...tableRows(state, `${table}owner`), owner] }
  }
  const row = random.pick(rows)
  if (act === 1) return withoutRow(state, table, row)
  const only =
    act === 2
      ? undefined
      : [random.pick(Object.keys(tables[table] ?? {})), ...pickSome(random, Object.keys(tables[table] ?? {}), 3)]
  const next = redrawRow(random, state, table, row, only)
  return { ...state, [table]: rows.map((each) => (each === row ? next : each)) }
}
