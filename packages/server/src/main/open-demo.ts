// Whether others can reach a demo company. Its tokens, which are its passwords too, are the same on every server and
// known to everybody (T-103). What a first start with the demo needs is checked earlier (listen-check.ts).
import { demoLogins } from '../auth/session-view.ts'
import type { Database } from '../io/database.ts'
import { SettingError, type Settings } from './config.ts'
import { demoTokens } from './demo/people.ts'
import { isLoopback } from './listen-check.ts'

type Reach = Pick<Settings, 'demo' | 'host' | 'trustProxy'>

/** Whether the sign-in page shows the logins of the demo: to this machine only, unless others may use it. */
export const offersDemoLogins = ({ demo, host, trustProxy }: Reach): boolean =>
  demo === 'public' || (isLoopback(host) && trustProxy.length === 0)

/** The data folder may have got the demo company at an earlier start, or from a backup. */
export async function rejectOpenDemo({ demo, host }: Reach, database: Database): Promise<void> {
  if (demo === 'public' || isLoopback(host)) return
  const tokens = demoTokens.map(({ token }) => token)
  if ((await demoLogins(database, tokens)).length === 0) return
  throw new SettingError(
    `STINT_HOST (--host): the database has the demo company, whose passwords everybody knows, and ${host} is not a ` +
      'loopback address. Set STINT_DEMO=public if other machines may use it, or use another database.',
  )
}
