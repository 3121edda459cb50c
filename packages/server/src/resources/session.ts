// Sessions of the web application: opened at signing in, looked up with every request, ended by their person, by time, or by
// whatever takes the login away. A session is kept by the hash of its cookie alone (T-50). Cookies themselves are not here.
import { type Database, nextId, type ReadTransaction, type WriteTransaction } from '../io/database.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { utcText } from '../kit/calendar.ts'

/** Not seen for so long, or begun so long ago, a session is over. */
export const idleMs = 12 * 3_600_000
export const wholeMs = 14 * 24 * 3_600_000

/** The instants a session must have been begun and seen after to be alive now. */
export const lifeOf = (now: number): { begun: string; seen: string } => ({
  begun: utcText(now - wholeMs),
  seen: utcText(now - idleMs),
})

export interface NewSession {
  readonly personid: number
  readonly hash: string
  readonly now: string
  readonly browser: string
  readonly address: string
}

export const openSession = (tx: WriteTransaction, { personid, hash, now, browser, address }: NewSession) =>
  tx.insert('session', { id: nextId, personid, hash, datecreated: now, lastseen: now, browser, address })

const seen = statement(
  sql`update session set lastseen = ${slot('now')} where accountid = ${account} and id = ${slot('id')}`,
)

export const sessionSeen = (database: Database, accountid: number, id: number, now: string): Promise<void> =>
  database.write(accountid, (tx) => tx.run('session', seen, { id, now }))

const endOne = statement(sql`delete from session where accountid = ${account} and personid = ${slot('personid')}
  and id = ${slot('id')}`)
const endAll = statement(sql`delete from session where accountid = ${account} and personid = ${slot('personid')}`)
const endOthers = statement(sql`delete from session where accountid = ${account} and personid = ${slot('personid')}
  and id <> ${slot('id')}`)
const mine = statement(sql`select 1 from session where session.accountid = ${account}
  and session.personid = ${slot('personid')} and session.id = ${slot('id')}`)

/** False when the person has no such session. */
export const endSession = (tx: WriteTransaction, personid: number, id: number): Promise<boolean> =>
  tx.first(mine, { personid, id }).then(async (row) => {
    if (row === undefined) return false
    await tx.run('session', endOne, { personid, id })
    return true
  })

export const endSessions = (tx: WriteTransaction, personid: number): Promise<void> =>
  tx.run('session', endAll, { personid })

export const endOtherSessions = (tx: WriteTransaction, personid: number, id: number): Promise<void> =>
  tx.run('session', endOthers, { personid, id })

export interface SessionRow {
  readonly id: number
  readonly datecreated: string
  readonly lastseen: string
  readonly browser: string
  readonly address: string
}

const ofPerson =
  statement(sql`select session.id, session.datecreated, session.lastseen, session.browser, session.address
  from session where session.accountid = ${account} and session.personid = ${slot('personid')}
  and session.datecreated > ${slot('begun')} and session.lastseen > ${slot('seen')}
  order by session.lastseen desc, session.id desc`)

export async function listSessions(tx: ReadTransaction, personid: number, now: number): Promise<SessionRow[]> {
  const rows = await tx.all(ofPerson, { personid, ...lifeOf(now) })
  return rows.map(([id, datecreated, lastseen, browser, address]) => ({
    id: Number(id),
    datecreated: String(datecreated),
    lastseen: String(lastseen),
    browser: String(browser),
    address: String(address),
  }))
}

const sweep = statement(sql`delete from session where datecreated <= ${slot('begun')} or lastseen <= ${slot('seen')}`)

/** Account 0 is none: what is over is over in all of them. */
export const sweepSessions = (database: Database, now: number): Promise<void> =>
  database.write(0, (tx) => tx.run('session', sweep, lifeOf(now)))
