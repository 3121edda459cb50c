// Idempotency: the response of a write is saved under the Idempotency-Key of its request, in the same transaction. A
// repeated request gets the saved response instead of a second write (T-62, I-37). Keys expire after one day.
import { createHash } from 'node:crypto'
import type { Actor } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { isEncrypted, type Vault } from '../io/vault.ts'
import { addDays } from '../kit/calendar.ts'
import { WireFile, type WireValue } from '../kit/wire-tree.ts'

/** The saved response of an earlier request. It is thrown, because it ends the write before it begins. */
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
  /** Identifies the request, together with its body. */
  readonly operation: string
  /** True when the response may contain texts that are stored encrypted. */
  readonly encrypted: boolean
  /** Throws when the caller no longer sees the record in the saved response. */
  readonly requireVisible?: (tx: WriteTransaction, recordid: number) => Promise<void>
}

const selectResponse = statement(sql`select keptanswer.asked, keptanswer.status, keptanswer.answer, keptanswer.recordid
  from keptanswer
  where keptanswer.accountid = ${accountSlot} and keptanswer.personid = ${slot('personid')} and keptanswer.key = ${slot('key')}
  and keptanswer.date > ${slot('since')}`)

const deleteExpiredKey =
  statement(sql`delete from keptanswer where accountid = ${accountSlot} and personid = ${slot('personid')}
  and key = ${slot('key')} and date <= ${slot('since')}`)

const insertKey = statement(sql`insert into keptanswer (accountid, personid, key, asked, status, answer, date)
  values (${accountSlot}, ${slot('personid')}, ${slot('key')}, ${slot('asked')}, 0, '', ${slot('now')})`)

const storeResponse = statement(sql`update keptanswer set status = ${slot('status')}, answer = ${slot('answer')},
    recordid = ${slot('recordid')}
  where accountid = ${accountSlot} and personid = ${slot('personid')} and key = ${slot('key')}`)

const deleteExpired = statement(sql`delete from keptanswer where date <= ${slot('since')}`)

/** The time one day earlier, in the same format. */
const dayBefore = (now: string): string => `${addDays(now.slice(0, 10), -1)}${now.slice(10)}`

export const deleteExpiredResponses = (database: Database, now: string): Promise<void> =>
  database.write(0, (tx) => tx.run('keptanswer', deleteExpired, { since: dayBefore(now) }))

export class IdempotencyRecord {
  readonly #vault: Vault
  readonly #request: IdempotentRequest
  #requestHash = ''

  constructor(vault: Vault, request: IdempotentRequest) {
    this.#vault = vault
    this.#request = request
  }

  get #associatedData(): string {
    const { actor, key } = this.#request
    return `answer to ${key}, person ${actor.personid}, account ${actor.accountid}`
  }

  /**
   * Claims the key first, so that a concurrent request with the same key waits and then gets the saved response. A
   * claimed key without a response belongs to an endpoint, which saves its response in a second transaction; it runs
   * again.
   */
  async claim(tx: WriteTransaction, body: WireValue | undefined): Promise<void> {
    const { actor, key, operation } = this.#request
    this.#requestHash = createHash('sha256').update(operation).update(canonicalBody(body)).digest('hex')
    const keySlots = { personid: actor.personid, key, since: dayBefore(actor.now) }
    const [asked, status, answer, recordid] = (await tx.first(selectResponse, keySlots)) ?? []
    if (asked === undefined) {
      await tx.run('keptanswer', deleteExpiredKey, keySlots)
      await tx.run('keptanswer', insertKey, { ...keySlots, asked: this.#requestHash, now: actor.now })
      return
    }
    if (asked !== this.#requestHash) throw badRequest(`Idempotency-Key: "${key}" came with another request before`)
    if (status === 0) return
    // A response that was allowed yesterday may show what is hidden from the caller today (T-06).
    if (typeof recordid === 'number') await this.#request.requireVisible?.(tx, recordid)
    throw new ReplayedResponse(
      Number(status),
      isEncrypted(answer) ? this.#vault.decrypt(answer, this.#associatedData) : String(answer),
    )
  }

  async save(tx: WriteTransaction, status: number, text: string, recordid: number | null): Promise<void> {
    const { actor, key, encrypted } = this.#request
    const answer = encrypted ? this.#vault.encrypt(text, this.#associatedData) : text
    await tx.run('keptanswer', storeResponse, { personid: actor.personid, key, status, answer, recordid })
  }
}

/** A body as one text with sorted fields: another order is the same request. */
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
