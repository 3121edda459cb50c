// Idempotency: the response of a write is saved under the Idempotency-Key of its request, in the same transaction. A
// repeated request gets the saved response instead of a second write (T-62, I-37). Keys expire after one day.

import { createHash } from 'node:crypto'
import type { Actor } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import type { SecretColumn } from '../io/secret-column.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { isEncrypted, type Vault } from '../io/vault.ts'
import { utcText } from '../kit/calendar.ts'
import { SanitizedHtml, WireFile, type WireValue } from '../kit/wire-tree.ts'

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

/** When a key is stored, and before when stored keys have expired. */
export interface KeyTimes {
  readonly stored: string
  readonly since: string
}

const keyLifetimeMs = 86_400_000

/**
 * A key that is lost too early lets a write be repeated. So it is stored at the latest of the possible times, and
 * expires by the earliest (T-80).
 */
export const keyTimes = ({ earliest, latest }: { earliest: number; latest: number }): KeyTimes => ({
  stored: utcText(latest),
  since: utcText(earliest - keyLifetimeMs),
})

export interface IdempotentRequest {
  readonly actor: Actor
  readonly key: string
  readonly times: KeyTimes
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

const correctFuture = statement(sql`update keptanswer set date = ${slot('stored')} where date > ${slot('stored')}`)

/** A key of a time that is not yet possible was stored under a wrong clock. It expires a day from now. */
export const deleteExpiredResponses = (database: Database, { since, stored }: KeyTimes): Promise<void> =>
  database.write(0, async (tx) => {
    await tx.run('keptanswer', deleteExpired, { since })
    await tx.run('keptanswer', correctFuture, { stored })
  })

const placeOf = (accountid: number, personid: unknown, key: unknown): string =>
  `answer to ${key}, person ${personid}, account ${accountid}`

export const savedResponses: SecretColumn = {
  table: 'keptanswer',
  column: 'answer',
  keys: ['personid', 'key'],
  place: placeOf,
}

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
    return placeOf(actor.accountid, actor.personid, key)
  }

  /**
   * Claims the key first, so that a concurrent request with the same key waits and then gets the saved response. A
   * claimed key without a response belongs to an endpoint, which saves its response in a second transaction; it runs
   * again.
   */
  async claim(tx: WriteTransaction, body: WireValue | undefined): Promise<void> {
    const { actor, key, operation, times } = this.#request
    this.#requestHash = createHash('sha256').update(operation).update(canonicalBody(body)).digest('hex')
    const keySlots = { personid: actor.personid, key, since: times.since }
    const [asked, status, answer, recordid] = (await tx.first(selectResponse, keySlots)) ?? []
    if (asked === undefined) {
      await tx.run('keptanswer', deleteExpiredKey, keySlots)
      await tx.run('keptanswer', insertKey, { ...keySlots, asked: this.#requestHash, now: times.stored })
      return
    }
    if (asked !== this.#requestHash)
      throw badRequest(`Idempotency-Key: "${key}" was used for a different request; use a new key`)
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
  if (value instanceof SanitizedHtml) return JSON.stringify(value.text)
  if (value instanceof WireFile) return `file ${value.parts.hash} ${JSON.stringify(value.parts.filename)}`
  return JSON.stringify(value)
}
