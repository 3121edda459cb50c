// The demo company. Loaded once, on the first start, when asked for.
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import type { TokenOwner } from '../resources/account.ts'

export async function loadDemo(_database: Database, _clock: Clock, _owner: TokenOwner): Promise<void> {}
