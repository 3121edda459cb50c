// Clients and documents that writers create, change and delete one after the other, and a record of every request, so
// that the content of a database can be compared with what was acknowledged. It does not read the database.
import { createHash } from 'node:crypto'
import { Agent } from 'node:http'
import type { Random } from '../test/fixture/random.ts'
import type { Json } from '../test/fixture/request-parts.ts'
import type { Reply, StintServer } from '../test/process/stint-process.ts'
import { formType, multipartForm } from '../test/scenarios/file-upload.ts'

/** One request that changes a record. Its id is also the id of its event. */
export interface RecordedWrite {
  readonly requestid: string
  /** What the record has afterwards: the text of a client, the hash of a document's file, null after a delete. */
  readonly value: string | null
  isAcknowledged: boolean
}

export interface WrittenRecord {
  readonly kind: 'client' | 'document'
  /** The name of a client, the title of a document. */
  readonly name: string
  id: Json | undefined
  readonly writes: RecordedWrite[]
}

const words = ['Angebot ', 'résumé ', 'план ', '請求書 ', 'invoice ', '🧾 ', '"quoted" ', "it's "]

export class WrittenRecords {
  readonly records: WrittenRecord[] = []
  readonly agent: Agent = new Agent({ keepAlive: true })
  readonly #random: Random
  readonly #token: string
  readonly #projectid: Json | undefined
  #requests = 0

  constructor(random: Random, token: string, projectid: Json | undefined) {
    this.#random = random
    this.#token = token
    this.#projectid = projectid
  }

  get acknowledged(): number {
    return this.records.reduce((sum, { writes }) => sum + writes.filter((write) => write.isAcknowledged).length, 0)
  }

  /** Writes a record: creates it, sometimes changes it, and sometimes deletes it. Returns false after a failure. */
  async writeOne(server: StintServer): Promise<boolean> {
    const kind = this.#random.below(4) === 0 ? 'document' : 'client'
    const record: WrittenRecord = { kind, name: `${kind} ${this.records.length}`, id: undefined, writes: [] }
    this.records.push(record)
    if (!(await this.#create(server, record))) return false
    while (this.#random.below(2) === 0) if (!(await this.#change(server, record))) return false
    return this.#random.below(4) > 0 || this.#send(server, record, null, 'DELETE')
  }

  #create(server: StintServer, record: WrittenRecord): Promise<boolean> {
    return record.kind === 'client' ? this.#writeClient(server, record, 'POST') : this.#upload(server, record)
  }

  #change(server: StintServer, record: WrittenRecord): Promise<boolean> {
    return record.kind === 'client' ? this.#writeClient(server, record, 'PUT') : this.#upload(server, record)
  }

  #writeClient(server: StintServer, record: WrittenRecord, method: 'POST' | 'PUT'): Promise<boolean> {
    // Some texts are longer than a page of the database.
    const length = this.#random.below(8) === 0 ? 1500 : 60
    const description = `${record.name} ${this.#random.text(words, length)}end`
    const body = { name: record.name, description, datecreated: '2026-03-01' }
    return this.#send(server, record, description, method, { body })
  }

  /** A document gets another file by a new version. */
  #upload(server: StintServer, record: WrittenRecord): Promise<boolean> {
    const content = `${record.name} ${'0123456789abcdef'.repeat(this.#random.below(2000))}`
    const fields = { title: record.name, projectid: Number(this.#projectid) }
    const form = multipartForm(record.id === undefined ? fields : { title: record.name }, { content })
    const hash = createHash('sha256').update(content).digest('hex')
    const method = record.id === undefined ? 'POST' : 'PUT'
    return this.#send(server, record, hash, method, {
      body: form.body.toString('latin1'),
      headers: { 'content-type': formType },
    })
  }

  /** A request without a response, or with a failure of the server, may have been executed or not. */
  async #send(
    server: StintServer,
    record: WrittenRecord,
    value: string | null,
    method: 'POST' | 'PUT' | 'DELETE',
    request: { body?: string | { [name: string]: Json }; headers?: Record<string, string> } = {},
  ): Promise<boolean> {
    const requestid = `write-${++this.#requests}`
    const write: RecordedWrite = { requestid, value, isAcknowledged: false }
    record.writes.push(write)
    const path = method === 'POST' ? `/${record.kind}/` : `/${record.kind}/${record.id}/`
    const headers = { ...request.headers, 'x-request-id': requestid }
    const reply = await server
      .request(path, { ...request, method, token: this.#token, headers, agent: this.agent })
      .catch(() => undefined)
    if (reply === undefined || reply.status >= 500) return false
    if (reply.status >= 300) throw new Error(`${method} ${path} was rejected: ${reply.text}`)
    write.isAcknowledged = true
    record.id ??= idIn(reply, record.kind)
    return true
  }
}

function idIn({ json }: Reply, kind: string): Json | undefined {
  const record = json[kind]
  return typeof record === 'object' && record !== null && !Array.isArray(record) ? record.id : undefined
}

/** Creates what documents belong to. */
export async function createProject(server: StintServer, token: string): Promise<Json | undefined> {
  const post = async (kind: string, body: { [name: string]: Json }): Promise<Json | undefined> => {
    const reply = await server.request(`/${kind}/`, { method: 'POST', token, body })
    if (reply.status !== 201) throw new Error(`no ${kind}: ${reply.text}`)
    return idIn(reply, kind)
  }
  const clientid = await post('client', { name: 'Owner of the project', datecreated: '2026-03-01' })
  return post('project', { name: 'Project', clientid: clientid ?? null, datestart: '2026-03-01', active: true })
}
