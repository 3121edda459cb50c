// Random values of the columns of a state: texts, days, flags, amounts, and ids of existing rows. The tables and their
// rules are in `random-tables.ts` and `random-tables-money.ts`.
import { sanitizeHtml } from '../../src/kit/html-sanitizer.ts'
import type { Random } from '../fixture/random.ts'

export type Cell = string | number | null
export type Row = Readonly<Record<string, Cell>>
export type State = Readonly<Record<string, readonly Row[]>>

interface DrawContext {
  readonly random: Random
  readonly state: State
  readonly row: Row
}

export interface Column {
  readonly draw: (drawing: DrawContext) => Cell
  /** The table whose id it names. */
  readonly to?: string
  readonly required?: boolean
}

const words =
  'alpha Alpine bergbau Été ÉTÉ zürich ΣΑΣ σας 50% a_b x\\y O\'Neill <b> "q" & 007 delta Echo fox golf India Kilo'.split(
    ' ',
  )

export const word = (random: Random): string => (random.below(3) === 0 ? `w${random.below(60)}` : random.pick(words))

export const phrase = (random: Random): string =>
  Array.from({ length: 1 + random.below(3) }, () => word(random)).join(' ')

export const day = (random: Random): string =>
  `2026-0${1 + random.below(8)}-${String(1 + random.below(28)).padStart(2, '0')}`

export const text: Column = { draw: ({ random }) => phrase(random) }
export const optionalText: Column = { draw: ({ random }) => (random.below(3) === 0 ? '' : phrase(random)) }
export const html: Column = {
  draw: ({ random }) => (random.below(3) === 0 ? '' : sanitizeHtml(`<p>${phrase(random)}</p>`)),
}
export const date: Column = { draw: ({ random }) => day(random) }
export const dateOrNull: Column = { draw: ({ random }) => (random.below(3) === 0 ? null : day(random)) }
export const instant: Column = { draw: ({ random }) => `${day(random)} 0${random.below(9)}:30:00` }
export const flag: Column = { draw: ({ random }) => random.pick(['t', 'f']) }
export const mostlyFlag = (value: string): Column => ({
  draw: ({ random }) => (random.below(4) === 0 ? (value === 't' ? 'f' : 't') : value),
})
export const number = (below: number): Column => ({ draw: ({ random }) => random.below(below) })
export const constant = (value: Cell): Column => ({ draw: () => value })
export const hours: Column = { draw: ({ random }) => random.below(40) * 250_000 }
export const amount: Column = { draw: ({ random }) => (random.below(60) - 10) * 12_345 }

/** A query of the task list as at least an Administrator could save it. */
export const taskQuery = (random: Random): string =>
  random.pick([
    `statusid=${11 + random.below(4)}`,
    `assigneeid=${21 + random.below(6)},-1&sortfield=title`,
    `ownerid=${21 + random.below(6)}&sortdir=DESC`,
    'excludeclosed=t&sortfield=datedue',
    'sortfield=assignee&sortdir=desc',
    `includetimerid=${21 + random.below(6)}`,
    `search=${random.pick(['a', '%C3%A9t%C3%A9', '007'])}&hasduedate=f`,
  ])

/** The changes in an action note, by field; null for a written note. */
export const history = (...fields: readonly string[]): Column => ({
  draw: ({ random }) => {
    const changed = fields.filter(() => random.below(2) === 0)
    const lines = changed.map((field) => ({ field, label: field, was: phrase(random), now: word(random) }))
    return lines.length === 0 ? null : JSON.stringify(lines)
  },
})

export const pickId = (random: Random, rows: readonly Row[] | undefined): Cell =>
  rows === undefined || rows.length === 0 ? null : (random.pick(rows).id ?? null)

export const reference = (to: string): Column => ({
  to,
  required: true,
  draw: ({ random, state }) => pickId(random, state[to]),
})
/**
 * People: the callers more often than others, so that each of them sees some parts of the state and not others.
 */
export const person: Column = {
  to: 'person',
  required: true,
  draw: ({ random, state }) => (random.below(2) === 0 ? 22 + random.below(4) : pickId(random, state.person)),
}
export const optionalReference = (to: string): Column => ({
  to,
  draw: ({ random, state }) => (random.below(3) === 0 ? null : pickId(random, state[to])),
})

/** A number that no other row of the table has. The server assigns numbers from 500 on. */
export const localid = (table: string): Column => ({
  draw: ({ random, state }) => {
    const taken = new Set(state[table]?.map((row) => row.localid))
    for (;;) {
      const drawn = 1 + random.below(499)
      if (!taken.has(drawn)) return drawn
    }
  },
})

export const ofProject = (table: string, key: string): Column => ({
  to: table,
  draw: ({ random, state, row }) =>
    random.below(3) === 0
      ? null
      : pickId(
          random,
          state[table]?.filter((other) => other.projectid === row[key]),
        ),
})

/** A request that is not accepted as another task; of any project, because both can be moved. */
export const freeRequest: Column = {
  to: 'request',
  draw: ({ random, state, row }) => {
    if (random.below(3) === 0) return null
    const taken = new Set(state.task?.flatMap((task) => (task.id === row.id ? [] : [task.queueid])))
    const anywhere = random.below(3) === 0
    const free = (each: Row): boolean => !taken.has(each.id ?? null) && (anywhere || each.projectid === row.projectid)
    return pickId(random, state.request?.filter(free))
  },
}

export const isClosed = (state: State, statusid: Cell | undefined): boolean =>
  state.taskstatus?.some((status) => status.id === statusid && status.closed === 't') ?? false

export const linkColumns = (owner: string): Record<string, Column> => ({
  [`${owner}id`]: reference(owner),
  personid: person,
  position: number(1000),
})

export const tableRows = (state: State, table: string): readonly Row[] => state[table] ?? []

export const byId = (rows: readonly Row[]): Map<Cell, Row> => new Map(rows.map((row) => [row.id ?? null, row]))
