// Which rows of a state one person sees, as plain predicates written from the rules (decisions 33 and 50), not from the
// server. Which fields of a row they see is in `visible-rows.ts`.
import { type Cell, type Row, tableRows as rows, type State } from './random-columns.ts'

export class VisibilityModel {
  readonly state: State
  readonly me: Row
  readonly #projects: ReadonlySet<Cell>
  readonly #ownTasks: ReadonlySet<Cell>
  readonly #people: ReadonlySet<Cell>

  constructor(state: State, personid: number) {
    this.state = state
    this.me = rows(state, 'person').find((row) => row.id === personid) ?? { id: personid }
    const mine = (table: string, key: string): Cell[] =>
      rows(state, table).flatMap((row) => (row.personid === personid ? [row[key] ?? null] : []))
    this.#projects = new Set(mine('projectteam', 'projectid'))
    this.#ownTasks = new Set(['taskowner', 'taskassignee', 'taskfollower'].flatMap((table) => mine(table, 'taskid')))
    this.#people = new Set(
      rows(state, 'projectteam').flatMap((row) => (this.project(row.projectid) ? [row.personid ?? null] : [])),
    )
  }

  is(...roles: readonly string[]): boolean {
    const role = { 2: 'Administrator', 3: 'Manager', 4: 'Resource', 5: 'Executive' }[Number(this.me.groupid)]
    return roles.includes(role ?? '')
  }

  get restricted(): boolean {
    return this.me.restricttasks === 't' && !this.is('Administrator')
  }

  /** Administrators see all projects, everyone else those on whose team they are. */
  project(id: Cell | undefined): boolean {
    return this.is('Administrator') || this.#projects.has(id ?? null)
  }

  task(row: Row): boolean {
    return this.project(row.projectid) && (!this.restricted || this.#ownTasks.has(row.id ?? null))
  }

  /** A restricted person sees the milestones they own and those of their tasks. */
  milestone(row: Row): boolean {
    if (!this.project(row.projectid)) return false
    if (!this.restricted) return true
    const owns = rows(this.state, 'milestoneowner').some(
      (each) => each.milestoneid === row.id && each.personid === this.me.id,
    )
    return (
      owns ||
      rows(this.state, 'task').some((task) => task.milestoneid === row.id && this.#ownTasks.has(task.id ?? null))
    )
  }

  /** Clients of visible projects; an Executive also sees their own. */
  client(id: Cell | undefined): boolean {
    if (this.is('Administrator')) return true
    if (this.is('Executive') && this.me.clientid === id) return true
    return rows(this.state, 'project').some((project) => project.clientid === id && this.project(project.id))
  }

  /** The client of a person is shown to those who see that client, and to the person. */
  clientOf(row: Row): boolean {
    return row.clientid !== null && (row.id === this.me.id || this.client(row.clientid))
  }

  /**
   * The person themselves, Administrators, people of visible projects; a Manager also sees contacts of their clients.
   */
  person(row: Row): boolean {
    if (this.is('Administrator') || row.id === this.me.id || row.groupid === 2) return true
    if (this.#people.has(row.id ?? null)) return true
    return this.is('Manager') && row.clientid !== null && this.client(row.clientid)
  }

  contactsOf(row: Row): boolean {
    return this.person(row) && (this.is('Administrator', 'Manager') || row.private === 'f' || row.id === this.me.id)
  }

  /** Requests of visible projects; those without a project only for their person and for the mail-queue list. */
  request(row: Row): boolean {
    if (row.projectid !== null) return this.project(row.projectid)
    return this.is('Administrator') || row.personid === this.me.id || this.me.mailqueue === 't'
  }

  /** Documents of visible records; for Executives only public ones. */
  document(row: Row): boolean {
    if (this.is('Executive') && row.public !== 't') return false
    const of = (table: string, key: string, sees: (thing: Row) => boolean): boolean =>
      rows(this.state, table).some((thing) => thing.id === row[key] && sees(thing))
    if (row.projectid !== null) return this.project(row.projectid)
    if (row.taskid !== null) return of('task', 'taskid', (task) => this.task(task))
    if (row.milestoneid !== null) return of('milestone', 'milestoneid', (milestone) => this.milestone(milestone))
    return of('request', 'queueid', (request) => this.request(request))
  }

  /** Resources see no money at all: expenses, invoices, payments. */
  money(row: Row): boolean {
    return this.project(row.projectid) && !this.is('Resource')
  }

  /** Executives do not see drafts (decision 54). */
  invoice(row: Row): boolean {
    return this.money(row) && !(this.is('Executive') && row.draft === 't')
  }

  /** Payments are hidden with their invoice. */
  payment(row: Row): boolean {
    const invoice = rows(this.state, 'invoice').find(({ id }) => id === row.invoiceid)
    return this.money(row) && (invoice === undefined || this.invoice(invoice))
  }

  /** The entries on invoices, except those on drafts that are hidden. */
  get billedTime(): ReadonlySet<Cell> {
    const draft = (row: Row | undefined): boolean => this.is('Executive') && row?.draft === 't'
    const byId = (table: string) => new Map(rows(this.state, table).map((row) => [row.id ?? null, row]))
    const [invoices, items] = [byId('invoice'), byId('invoiceitem')]
    return new Set(
      rows(this.state, 'invoicedtime').flatMap(({ itemid, timeid }) =>
        draft(invoices.get(items.get(itemid ?? null)?.invoiceid ?? null)) ? [] : [timeid ?? null],
      ),
    )
  }

  /** Resources do not see inactive modules and work types of a project. */
  part(row: Row): boolean {
    return this.project(row.projectid) && (!this.is('Resource') || row.active === 't')
  }
}

/** A row as a line of text, with some of its columns. */
export const rowText = (table: string, row: Row, columns: readonly string[]): string =>
  `${table} ${columns.map((column) => `${column}=${row[column]}`).join(' ')}`

/** The person's own time; Managers and Executives also see that of their projects. */
export function visibleTime(sight: VisibilityModel): readonly Row[] {
  const own = (row: Row): boolean => row.personid === sight.me.id
  const ownOnly = sight.restricted || sight.is('Resource')
  return rows(sight.state, 'time').filter((row) =>
    ownOnly ? own(row) : sight.project(row.projectid) || (!sight.is('Executive') && own(row)),
  )
}
