// Removes expired data: unreferenced files, stored idempotent responses, expired sessions and links, old sign-in
// attempts, deliveries of webhooks, mails that were given up, events and notifications. It runs once after the start
// and then every hour. A failure is logged and tried again the next hour; nothing depends on it.
import type { Logger } from 'pino'
import { accountIds } from '../accounts/create-account.ts'
import { deleteExpiredLinks } from '../auth/link-code.ts'
import { deleteUsedChallenges } from '../auth/passkey.ts'
import { deleteExpiredPending } from '../auth/pending-sign-in.ts'
import { deleteExpiredSessions } from '../auth/session.ts'
import { deleteOldSignInAttempts } from '../auth/sign-in.ts'
import { deleteExpiredResponses, keyTimes } from '../engine/idempotency.ts'
import { type Clock, systemClock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import { deleteUnusedLookups } from '../io/lookup.ts'
import { utcText } from '../kit/calendar.ts'
import { deleteGivenUpMails } from '../mail/outbox.ts'
import { removeOldEvents } from '../maintenance/event-retention.ts'
import { notificationDays, removeOldNotifications } from '../maintenance/notification-retention.ts'
import { removeUnusedFiles } from '../maintenance/unused-files.ts'
import { tidyDeliveries } from '../webhooks/deliveries.ts'
import { RetentionTime } from './retention-time.ts'

const intervalMs = 3_600_000
const dayMs = 86_400_000
const givenUpMailDays = 30

/** `earliest` is the earliest time that it may be: a clock that is ahead must not remove events (T-330). */
async function removeEvents(database: Database, earliest: number, days: number): Promise<void> {
  if (days === 0) return
  const since = utcText(earliest - days * dayMs)
  for (const accountid of await accountIds(database)) await removeOldEvents(database, accountid, since)
}

async function removeNotifications(database: Database, earliest: number): Promise<void> {
  const since = utcText(earliest - notificationDays * dayMs)
  for (const accountid of await accountIds(database)) await removeOldNotifications(database, accountid, since)
}

export class ExpiredDataCleanup {
  readonly #removeAll: () => Promise<void>
  #running: Promise<void>
  readonly #timer: NodeJS.Timeout

  /** `eventDays` is the number of days for which events are kept; 0 keeps them forever. */
  constructor(database: Database, files: FileStore, clock: Clock, log: Logger, eventDays: number) {
    const time = new RetentionTime(database, clock, log)
    const removeAll = async (): Promise<void> => {
      const bounds = await time.read()
      await deleteExpiredResponses(database, keyTimes(bounds))
      await deleteExpiredSessions(database, bounds)
      await deleteExpiredLinks(database, bounds.earliest)
      await deleteExpiredPending(database, clock.now())
      await deleteUnusedLookups(database)
      await deleteUsedChallenges(database, clock.now())
      await deleteOldSignInAttempts(database, clock.now())
      await tidyDeliveries(database, bounds)
      await deleteGivenUpMails(database, utcText(bounds.earliest - givenUpMailDays * dayMs))
      await removeEvents(database, bounds.earliest, eventDays)
      await removeNotifications(database, bounds.earliest)
      // Last, because it fails while the files are not in their place. The age of a file is measured with the machine's
      // clock, which also set its time.
      await removeUnusedFiles(database, files, systemClock.now() - (clock.now() - bounds.earliest))
    }
    this.#removeAll = () => removeAll().catch((error) => log.error({ err: error }, 'removing expired data failed'))
    this.#running = this.#removeAll()
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(this.#removeAll)
    }, intervalMs).unref()
  }

  /** The database may be closed after this promise resolves. */
  stop(): Promise<void> {
    clearInterval(this.#timer)
    return this.#running
  }
}
