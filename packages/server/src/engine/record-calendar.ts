// The records with a due date that belong into the calendar of a person. Each resource says which field is the day and
// which of its records belong to a person; its condition `visible` decides what the person sees now.
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import type { Resource } from '../define/resource.ts'
import type { ReadTransaction } from '../io/database.ts'
import { type Statement, sql, statement } from '../io/sql.ts'
import { columnSql, selectWhere, ViewerCache, visibilityConditions } from './select-sql.ts'

/** Of each resource; the latest days are kept. */
const maxDays = 1000

export interface CalendarRecord {
  readonly resource: string
  /** What people call such a record. */
  readonly noun: string
  /** Where the web application shows it. */
  readonly path: string
  readonly id: number
  readonly localid: string
  readonly day: string
  readonly title: string
  readonly context: string
}

export class RecordCalendar {
  readonly #resources: readonly Resource[]
  readonly #statements = new ViewerCache((resource, viewer) => daysOf(resource, viewer))

  constructor(resources: Iterable<Resource>) {
    this.#resources = [...resources].filter(({ inCalendar }) => inCalendar !== undefined)
  }

  async read(tx: ReadTransaction, actor: Actor): Promise<readonly CalendarRecord[]> {
    const found: CalendarRecord[] = []
    for (const resource of this.#resources) {
      const [asked, entry] = [this.#statements.get(resource, actor), resource.inCalendar]
      if (asked === null || entry === undefined || resource.access.list?.includes(actor.role) !== true) continue
      for (const row of await tx.all(asked, actorValues(actor))) {
        const [id, localid, day, title, context] = row.map(String)
        found.push({
          resource: resource.name,
          noun: entry.noun,
          path: entry.path,
          id: Number(id),
          localid: localid ?? '',
          day: day ?? '',
          title: title ?? '',
          context: context ?? '',
        })
      }
    }
    return found
  }
}

/** Null if no record of the resource belongs into the calendar of such a person. */
function daysOf(resource: Resource, viewer: Viewer): Statement | null {
  const entry = resource.inCalendar
  const only = entry?.only(viewer) ?? null
  if (entry === undefined || only === null) return null
  const column = (name: string) => {
    const field = resource.fields[name]
    if (field === undefined) throw new Error(`${resource.name} has no field ${name}`)
    return columnSql(resource, name, field, viewer)
  }
  const columns = ['id', 'localid', entry.day, entry.title, entry.context].map(column)
  const days = selectWhere(resource, columns, [...visibilityConditions(resource, viewer), only])
  return statement(sql`${days} order by 3 desc, 1 desc limit ${sql.lit(maxDays)}`)
}
