// The event log of this program: every resource and the tables that are audited too. Whoever opens the database for
// writing passes it, so that no change is made without an event.
import { buildChangeLog } from '../engine/event-plan.ts'
import { resources } from '../resources/all.ts'
import { auditedTables } from '../resources/audited-tables.ts'

export const changeLog = buildChangeLog(resources.values(), auditedTables)
