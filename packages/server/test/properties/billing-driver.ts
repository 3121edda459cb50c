// Logs time, sets rates and bills at random through the API, and records which entry must be on which line, according
// to decision 41. The tests compare the two.
import assert from 'node:assert/strict'
import { type ApiCaller, assertRefusedWith, type Body } from '../fixture/api-caller.ts'
import type { AccountFixture } from '../fixture/api-fixture.ts'
import type { Random } from '../fixture/random.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { amountOf, daysAfter, moneyOf, textOf, unitsOf } from './invoice-model.ts'

export interface Entry {
  readonly id: number
  readonly taskid: number
  date: string
  time: string
  billable: boolean
  worktypeid: number
}

export interface GeneratedLine {
  /** Null until the server has assigned one. */
  id: number | null
  readonly worktypeid: number
  rate: string
  description: string
  entries: Set<Entry>
}

export interface PrefilledInvoice {
  readonly id: number
  projectid: number
  begin: string | null
  end: string | null
  state: 'draft' | 'issued' | 'void'
  lines: GeneratedLine[]
  /** Custom lines: their ids and amounts. */
  readonly custom: Map<number, string>
}

const edgeRates = ['0', '0.0001', '33.3333', '99.99', '120', '1.005']

export class BillingDriver {
  readonly random: Random
  readonly caller: ApiCaller
  readonly projects: number[] = []
  readonly entries: Entry[] = []
  readonly invoices: PrefilledInvoice[] = []
  readonly worktypes: { readonly id: number; readonly name: string }[] = []
  readonly #account: AccountFixture
  /** The rate of a work type in a project, and its record. */
  readonly #rates = new Map<string, { readonly id: number; rate: string }>()
  /** The project of each task. */
  readonly #tasks = new Map<number, number>()

  constructor(caller: ApiCaller, random: Random, account: AccountFixture) {
    this.caller = caller
    this.random = random
    this.#account = account
  }

  async setUp(): Promise<void> {
    const { caller } = this
    for (let at = 0; at < 2; at++) {
      const project = await caller.create('/project/', { name: `Billed ${at}`, datestart: '2026-01-01' })
      const projectid = Number(project.id)
      this.projects.push(projectid)
      for (const part of (await caller.list(`/projectworktype/?projectid=${projectid}&limit=0`)).rows) {
        const worktype = { id: Number(part.worktypeid), name: String(part.worktype) }
        if (at === 0) this.worktypes.push(worktype)
        this.#rates.set(`${projectid} ${worktype.id}`, { id: Number(part.id), rate: String(part.hourlyrate) })
      }
      for (let task = 0; task < 2; task++) this.#tasks.set(await this.#newTask(projectid), projectid)
    }
  }

  async #newTask(projectid: number): Promise<number> {
    const { modules, statuses, priorities, people } = this.#account
    const task = await this.caller.create('/task/', {
      ...{ title: 'Work', projectid, moduleid: modules[0] ?? 0, statusid: statuses.open },
      ...{ priorityid: priorities[0] ?? 0, ownerid: people.manager, dateopen: '2026-01-01' },
    })
    return Number(task.id)
  }

  projectOf = (entry: Entry): number => this.#tasks.get(entry.taskid) ?? 0
  nameOf = (worktypeid: number): string => this.worktypes.find(({ id }) => id === worktypeid)?.name ?? ''
  invoiceOf = (entry: Entry): PrefilledInvoice | undefined =>
    this.invoices.find(({ lines, state }) => state !== 'void' && lines.some(({ entries }) => entries.has(entry)))

  #day(): string {
    return daysAfter('2026-04-01', this.random.below(20))
  }

  #hours(): string {
    return this.random.pick([
      '1',
      '0.25',
      '0.1',
      '7.5',
      '0.333333',
      textOf(BigInt(1 + this.random.below(8_000_000)), 6),
    ])
  }

  /**
   * * The rules of an import: billable entries of the project in the range that are on no other invoice, one line for
   * each work type.
   */
  #import(invoice: PrefilledInvoice): void {
    const { projectid, begin, end, lines } = invoice
    invoice.lines = []
    const free = this.entries.filter(
      (entry) =>
        entry.billable &&
        this.projectOf(entry) === projectid &&
        (begin === null || entry.date >= begin) &&
        (end === null || entry.date <= end) &&
        this.invoiceOf(entry) === undefined,
    )
    for (const { id: worktypeid } of this.worktypes) {
      const entries = new Set(free.filter((entry) => entry.worktypeid === worktypeid))
      if (entries.size === 0) continue
      const was = lines.find((line) => line.worktypeid === worktypeid)
      const rate = this.#rates.get(`${projectid} ${worktypeid}`)?.rate ?? ''
      invoice.lines.push({ id: was?.id ?? null, description: was?.description ?? '', worktypeid, rate, entries })
    }
  }

  async log(): Promise<void> {
    const { random } = this
    const taskid = random.pick([...this.#tasks.keys()])
    const drawn = { date: this.#day(), time: this.#hours(), worktypeid: random.pick(this.worktypes).id }
    const billable = random.below(4) > 0
    const personid = this.#account.people.resource
    const body = { taskid, personid, ...drawn, billable: billable ? 't' : 'f' }
    const { id } = await this.caller.create('/time/', body)
    this.entries.push({ id: Number(id), taskid, ...drawn, billable })
  }

  /** Sends a write that must be rejected for a billed entry. Returns whether it was accepted. */
  async #unlessBilled(billed: boolean, method: 'PUT' | 'DELETE', path: string, body?: Body): Promise<boolean> {
    const reply = await this.caller.send(method, path, body)
    if (billed) assertRefusedWith(reply, 400, 18, 'invoice')
    else assert.ok(reply.status < 300, `${method} ${path} ${JSON.stringify(body)}: ${reply.text}`)
    return !billed
  }

  async editEntry(entry: Entry): Promise<void> {
    const { random } = this
    const [change, body] = random.pick<[Partial<Entry>, JsonObject]>([
      (({ time }) => [{ time }, { time }])({ time: this.#hours() }),
      (({ date }) => [{ date }, { date }])({ date: this.#day() }),
      [{ billable: !entry.billable }, { billable: entry.billable ? 'f' : 't' }],
      (({ id }) => [{ worktypeid: id }, { worktypeid: id }])(random.pick(this.worktypes)),
    ])
    const field = Object.keys(change)[0] as keyof Entry
    if (entry[field] === change[field]) return
    const billed = this.invoiceOf(entry) !== undefined
    if (await this.#unlessBilled(billed, 'PUT', `/time/${entry.id}/`, body)) Object.assign(entry, change)
  }

  async removeEntry(entry: Entry): Promise<void> {
    const billed = this.invoiceOf(entry) !== undefined
    if (!(await this.#unlessBilled(billed, 'DELETE', `/time/${entry.id}/`))) return
    this.entries.splice(this.entries.indexOf(entry), 1)
    for (const { lines } of this.invoices) for (const line of lines) line.entries.delete(entry)
  }

  async moveTask(): Promise<void> {
    const [taskid, projectid] = this.random.pick([...this.#tasks])
    const to = this.projects.find((id) => id !== projectid) ?? 0
    const billed = this.entries.some((entry) => entry.taskid === taskid && this.invoiceOf(entry) !== undefined)
    if (await this.#unlessBilled(billed, 'PUT', `/task/${taskid}/`, { projectid: to })) this.#tasks.set(taskid, to)
  }

  /** For all time; lines keep their rate until the next import. Rates from a day on are in `dated-rates.test.ts`. */
  async changeRate(): Promise<void> {
    const part = this.random.pick([...this.#rates.values()])
    part.rate = this.random.pick(edgeRates)
    await this.caller.update(`/projectworktype/${part.id}/`, { hourlyrate: part.rate, ratefrom: '0001-01-01' })
  }

  #range(): { begin: string | null; end: string | null } {
    const [one, other] = [this.#day(), this.#day()].sort()
    return this.random.pick([
      { begin: one ?? null, end: other ?? null },
      { begin: one ?? null, end: null },
      { begin: null, end: other ?? null },
    ])
  }

  async prefill(range = this.#range(), projectid = this.random.pick(this.projects)): Promise<PrefilledInvoice> {
    const { begin, end } = range
    const days = { ...(begin === null ? {} : { datebegin: begin }), ...(end === null ? {} : { dateend: end }) }
    const body = { projectid, date: '2026-05-01', termid: 1, title: 'Hours', ...days }
    const { id } = await this.caller.create('/invoice/', body)
    const invoice: PrefilledInvoice = {
      id: Number(id),
      projectid,
      begin,
      end,
      state: 'draft',
      lines: [],
      custom: new Map(),
    }
    this.invoices.push(invoice)
    this.#import(invoice)
    return invoice
  }

  async changeRange(invoice: PrefilledInvoice): Promise<void> {
    const { begin, end } = this.#range()
    const reply = await this.caller.send('PUT', `/invoice/${invoice.id}/`, {
      datebegin: begin ?? '',
      dateend: end ?? '',
    })
    if (invoice.begin === begin && invoice.end === end) assert.equal(reply.status, 202, reply.text)
    else if (this.#checkDraftReply(invoice, reply)) {
      Object.assign(invoice, { begin, end })
      this.#import(invoice)
    }
  }

  #checkDraftReply(invoice: PrefilledInvoice, reply: Awaited<ReturnType<ApiCaller['send']>>): boolean {
    if (invoice.state === 'draft') assert.ok(reply.status < 300, reply.text)
    else assertRefusedWith(reply, 400, 18, invoice.state)
    return invoice.state === 'draft'
  }

  async importAgain(invoice: PrefilledInvoice): Promise<void> {
    if (this.#checkDraftReply(invoice, await this.caller.send('POST', `/invoice/${invoice.id}/import/`)))
      this.#import(invoice)
  }

  async moveInvoice(invoice: PrefilledInvoice): Promise<void> {
    const projectid = this.projects.find((id) => id !== invoice.projectid) ?? 0
    if (!this.#checkDraftReply(invoice, await this.caller.send('PUT', `/invoice/${invoice.id}/`, { projectid }))) return
    invoice.projectid = projectid
    this.#import(invoice)
  }

  async addLine(invoice: PrefilledInvoice): Promise<void> {
    const amount = this.random.pick(['1.5', '-20', '0.01'])
    const body = { invoiceid: invoice.id, name: 'Custom', amount }
    const reply = await this.caller.send('POST', '/invoiceitem/', body)
    if (!this.#checkDraftReply(invoice, reply)) return
    invoice.custom.set(Number((reply.json.invoiceitem as JsonObject).id), amount)
  }

  /** Only the description of a generated line can be changed, and it cannot be deleted. */
  async describe(invoice: PrefilledInvoice, line: GeneratedLine): Promise<void> {
    const path = `/invoiceitem/${line.id}/`
    const description = `Words ${this.random.below(1000)}`
    if (this.#checkDraftReply(invoice, await this.caller.send('PUT', path, { description })))
      line.description = description
    for (const field of ['quantity', 'rate', 'amount', 'name', 'invoiceid']) {
      assertRefusedWith(await this.caller.send('PUT', path, { [field]: '99' }), 400, 18)
    }
    assertRefusedWith(await this.caller.send('DELETE', path), 400, 18)
  }

  async issueOrVoid(invoice: PrefilledInvoice): Promise<void> {
    const step = invoice.state === 'draft' ? 'issue' : 'void'
    const reply = await this.caller.send('POST', `/invoice/${invoice.id}/${step}/`)
    if (invoice.lines.length + invoice.custom.size === 0 || invoice.state === 'void') assertRefusedWith(reply, 400, 18)
    else {
      assert.equal(reply.status, 202, reply.text)
      invoice.state = invoice.state === 'draft' ? 'issued' : 'void'
    }
  }

  async removeInvoice(invoice: PrefilledInvoice): Promise<void> {
    const reply = await this.caller.send('DELETE', `/invoice/${invoice.id}/`)
    if (this.#checkDraftReply(invoice, reply)) this.invoices.splice(this.invoices.indexOf(invoice), 1)
  }
}

/**
 * The expected values of a line: hours of its entries, its rate, the product. A void invoice keeps its hours.
 */
export function expectedLine(biller: BillingDriver, line: GeneratedLine): Record<string, string> {
  const units = [...line.entries].reduce((all, { time }) => all + unitsOf(time, 6), 0n)
  const quantity = textOf(units, 6)
  const amount = moneyOf(amountOf(quantity, line.rate))
  const { rate, description } = line
  return { name: biller.nameOf(line.worktypeid), quantity, rate, amount, description, custom: 'f' }
}
