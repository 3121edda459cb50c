// A write that may have been done already, because its sender never got the answer: the answer is kept under the sender's key,
// in the transaction of the write itself, and given again instead of doing it twice (T-62, I-37). It lives for a day.
import { createHash } from 'node:crypto'
import type { Actor } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { isEncrypted, type Vault } from '../io/vault.ts'
import { addDays } from '../kit/calendar.ts'
import { WireFile, type WireValue } from '../kit/wire-tree.ts'

/** The answer that was given before. Thrown, because it ends the write before it has begun. */
export class ReplayedResponse extends Error {
  readonly status: number
  readonly text: string
  constructor(status: number, text: string) {
    super('this request has been answered before')
    this.status = status
    this.text = text
  }
}

export interface IdempotentRequest {
  readonly actor: Actor
  readonly key: string
  /** Everything about the request that its body does not say. */
  readonly operation: string
  /** True when the answer may hold what the database must not show. */
  readonly encrypted: boolean
}

const selectResponse = statement(sql`select keptanswer.asked, keptanswer.status, keptanswer.answer from keptanswer
  where keptanswer.accountid = ${accountSlot} and keptanswer.personid = ${slot('personid')} and keptanswer.key = ${slot('key')}
  and keptanswer.date > ${slot('since')}`)

const deleteExpiredKey =
  statement(sql`delete from keptanswer where accountid = ${accountSlot} and personid = ${slot('personid')}
  and key = ${slot('key')} and date <= ${slot('since')}`)

const insertKey = statement(sql`insert into keptanswer (accountid, personid, key, asked, status, answer, date)
  values (${accountSlot}, ${slot('personid')}, ${slot('key')}, ${slot('asked')}, 0, '', ${slot('now')})`)

const storeResponse = statement(sql`update keptanswer set status = ${slot('status')}, answer = ${slot('answer')}
  where accountid = ${accountSlot} and personid = ${slot('personid')} and key = ${slot('key')}`)

const deleteExpired = statement(sql`delete from keptanswer where date <= ${slot('since')}`)

/** The instant a day before another, both as the wire writes them. */
const dayBefore = (now: string): string => `${addDays(now.slice(0, 10), -1)}${now.slice(10)}`

export const deleteExpiredResponses = (database: Database, now: string): Promise<void> =>
  database.write(0, (tx) => tx.run('keptanswer', deleteExpired, { since: dayBefore(now) }))

export class IdempotencyRecord {
  readonly #vault: Vault
  readonly #request: IdempotentRequest
  #requestHash = ''

  constructor(vault: Vault, asked: IdempotentRequest) {
    this.#vault = vault
    this.#request = asked
  }

  get #associatedData(): string {
    const { actor, key } = this.#request
    return `answer to ${key}, person ${actor.personid}, account ${actor.accountid}`
  }

  /**
   * Takes the key before anything else is done: whoever comes with the same one meanwhile waits, and is then answered. A key
   * that is taken without an answer is that of a write which keeps its answer in a transaction of its own, and is done again.
   */
  async claim(tx: WriteTransaction, body: WireValue | undefined): Promise<void> {
    const { actor, key, operation } = this.#request
    this.#requestHash = createHash('sha256').update(operation).update(canonicalBody(body)).digest('hex')
    const mine = { personid: actor.personid, key, since: dayBefore(actor.now) }
    const [asked, status, answer] = (await tx.first(selectResponse, mine)) ?? []
    if (asked === undefined) {
      await tx.run('keptanswer', deleteExpiredKey, mine)
      await tx.run('keptanswer', insertKey, { ...mine, asked: this.#requestHash, now: actor.now })
      return
    }
    if (asked !== this.#requestHash) throw badRequest(`Idempotency-Key: "${key}" came with another request before`)
    if (status === 0) return
    throw new ReplayedResponse(
      Number(status),
      isEncrypted(answer) ? this.#vault.decrypt(answer, this.#associatedData) : String(answer),
    )
  }

  async save(tx: WriteTransaction, status: number, text: string): Promise<void> {
    const { actor, key, encrypted } = this.#request
    const answer = encrypted ? this.#vault.encrypt(text, this.#associatedData) : text
    await tx.run('keptanswer', storeResponse, { personid: actor.personid, key, status, answer })
  }
}

/** A body as one text: the same fields in another order are the same request. */
function canonicalBody(value: WireValue | undefined): string {
  if (value === undefined) return ''
  if (value instanceof Map) {
    const entries = [...value].map(([name, inner]) => `${JSON.stringify(name)}:${canonicalBody(inner)}`)
    return `{${entries.sort().join()}}`
  }
  if (Array.isArray(value)) return `[${value.map(canonicalBody).join()}]`
  if (value instanceof WireFile) return `file ${value.parts.hash} ${JSON.stringify(value.parts.filename)}`
  return JSON.stringify(value)
}
