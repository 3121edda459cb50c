// Writes that must succeed, although their texts are hostile: an Administrator creates a record, changes it twice and
// deletes it, so that the number of records does not grow. It keeps what it needs to send the next write.
import type { Random } from '../test/fixture/random.ts'
import type { Json, JsonObject } from '../test/fixture/request-parts.ts'
import type { Reply } from '../test/process/stint-process.ts'
import { storableText } from './hostile-requests.ts'

export interface ValidWrite {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: JsonObject
}

/** Fields of an existing task, for new records that belong to the same others. */
export type Parents = Readonly<
  Record<'clientid' | 'projectid' | 'moduleid' | 'statusid' | 'priorityid' | 'ownerid', Json>
>

const kinds = ['client', 'project', 'milestone', 'task'] as const
type Kind = (typeof kinds)[number]

const changesPerRecord = 2

export class ValidWrites {
  readonly #random: Random
  readonly #parents: Parents
  #kind: Kind
  #id: Json | undefined
  #changes = 0

  constructor(random: Random, parents: Parents) {
    this.#random = random
    this.#parents = parents
    this.#kind = random.pick(kinds)
  }

  next(): ValidWrite {
    if (this.#id === undefined) {
      this.#kind = this.#random.pick(kinds)
      this.#changes = 0
      return { method: 'POST', path: `/${this.#kind}/`, body: this.#body() }
    }
    const path = `/${this.#kind}/${this.#id}/`
    return this.#changes++ < changesPerRecord ? { method: 'PUT', path, body: this.#body() } : { method: 'DELETE', path }
  }

  /** Takes the response to the last write; an error if it failed. */
  note(write: ValidWrite, { status, json, text }: Reply): void {
    if (status >= 300) throw new Error(`${write.method} ${write.path} ${JSON.stringify(write.body)} failed: ${text}`)
    if (write.method === 'DELETE') this.#id = undefined
    if (write.method !== 'POST') return
    const record = json[this.#kind]
    this.#id = typeof record === 'object' && record !== null && !Array.isArray(record) ? record.id : undefined
  }

  #body(): JsonObject {
    const text = storableText(this.#random)
    const { clientid, projectid, moduleid, statusid, priorityid, ownerid } = this.#parents
    switch (this.#kind) {
      case 'client':
        return { name: text, description: text, datecreated: '2026-03-01' }
      case 'project':
        return { name: text, description: text, clientid, datestart: '2026-03-01', active: true }
      case 'milestone':
        return { title: text, description: text, projectid, ownerid, datedue: '2026-06-01', complete: false }
      case 'task':
        return {
          title: text,
          summary: text,
          projectid,
          moduleid,
          statusid,
          priorityid,
          ownerid,
          dateopen: '2026-04-01',
        }
    }
  }
}
