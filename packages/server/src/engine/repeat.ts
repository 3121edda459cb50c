// A write that may have been done already, because its sender never got the answer: the answer is kept under the sender's key,
// in the transaction of the write itself, and given again instead of doing it twice (T-62, I-37). It lives for a day.
import { createHash } from 'node:crypto'
import type { Actor } from '../define/actor.ts'
import { invalid } from '../define/refusal.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { isSealed, type Vault } from '../io/vault.ts'
import { addDays } from '../kit/calendar.ts'
import { WireFile, type WireValue } from '../kit/wire-tree.ts'

/** The answer that was given before. Thrown, because it ends the write before it has begun. */
export class Answered extends Error {
  readonly status: number
  readonly text: string
  constructor(status: number, text: string) {
    super('this request has been answered before')
    this.status = status
    this.text = text
  }
}

export interface Asked {
  readonly actor: Actor
  readonly key: string
  /** Everything about the request that its body does not say. */
  readonly what: string
  /** True when the answer may hold what the database must not show. */
  readonly secret: boolean
}

const known = statement(sql`select keptanswer.asked, keptanswer.status, keptanswer.answer from keptanswer
  where keptanswer.accountid = ${account} and keptanswer.personid = ${slot('personid')} and keptanswer.key = ${slot('key')}
  and keptanswer.date > ${slot('since')}`)

const forget = statement(sql`delete from keptanswer where accountid = ${account} and personid = ${slot('personid')}
  and key = ${slot('key')} and date <= ${slot('since')}`)

const take = statement(sql`insert into keptanswer (accountid, personid, key, asked, status, answer, date)
  values (${account}, ${slot('personid')}, ${slot('key')}, ${slot('asked')}, 0, '', ${slot('now')})`)

const keep = statement(sql`update keptanswer set status = ${slot('status')}, answer = ${slot('answer')}
  where accountid = ${account} and personid = ${slot('personid')} and key = ${slot('key')}`)

const forgetOld = statement(sql`delete from keptanswer where date <= ${slot('since')}`)

/** The instant a day before another, both as the wire writes them. */
const dayBefore = (now: string): string => `${addDays(now.slice(0, 10), -1)}${now.slice(10)}`

export const sweepAnswers = (database: Database, now: string): Promise<void> =>
  database.write(0, (tx) => tx.run('keptanswer', forgetOld, { since: dayBefore(now) }))

export class Repeat {
  readonly #vault: Vault
  readonly #asked: Asked
  #hash = ''

  constructor(vault: Vault, asked: Asked) {
    this.#vault = vault
    this.#asked = asked
  }

  get #place(): string {
    const { actor, key } = this.#asked
    return `answer to ${key}, person ${actor.personid}, account ${actor.accountid}`
  }

  /**
   * Takes the key before anything else is done: whoever comes with the same one meanwhile waits, and is then answered. A key
   * that is taken without an answer is that of a write which keeps its answer in a transaction of its own, and is done again.
   */
  async begin(tx: WriteTransaction, body: WireValue | undefined): Promise<void> {
    const { actor, key, what } = this.#asked
    this.#hash = createHash('sha256').update(what).update(canonical(body)).digest('hex')
    const mine = { personid: actor.personid, key, since: dayBefore(actor.now) }
    const [asked, status, answer] = (await tx.first(known, mine)) ?? []
    if (asked === undefined) {
      await tx.run('keptanswer', forget, mine)
      await tx.run('keptanswer', take, { ...mine, asked: this.#hash, now: actor.now })
      return
    }
    if (asked !== this.#hash) throw invalid(`Idempotency-Key: "${key}" came with another request before`)
    if (status === 0) return
    throw new Answered(Number(status), isSealed(answer) ? this.#vault.open(answer, this.#place) : String(answer))
  }

  async end(tx: WriteTransaction, status: number, text: string): Promise<void> {
    const { actor, key, secret } = this.#asked
    const answer = secret ? this.#vault.seal(text, this.#place) : text
    await tx.run('keptanswer', keep, { personid: actor.personid, key, status, answer })
  }
}

/** A body as one text: the same fields in another order are the same request. */
function canonical(value: WireValue | undefined): string {
  if (value === undefined) return ''
  if (value instanceof Map) {
    const entries = [...value].map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`)
    return `{${entries.sort().join()}}`
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (value instanceof WireFile) return `file ${value.parts.hash} ${JSON.stringify(value.parts.filename)}`
  return JSON.stringify(value)
}
