// Where each table is when the database is spread over several machines with Citus. Every table with an account is
// distributed by it, so that an account is on one machine; the others are listed here and nowhere else. It says nothing
// about how tables get there (postgres-distribution.ts).

/** On one machine by its account, a copy on every machine, or on the coordinator alone. */
export type Placement = 'distributed' | 'reference' | 'local'

export const distributionColumn = 'accountid'

/** The tables of no account. Tables of accounts refer to `account`, so every machine has it. */
const tablesOfNoAccount: ReadonlyMap<string, Placement> = new Map([
  ['account', 'reference'],
  ['installation', 'local'],
  // A copy on every machine could not be written while one of them is down, and then nobody could sign in.
  ['lookup', 'local'],
  ['mailsetting', 'local'],
  ['migration', 'local'],
  ['ratecount', 'local'],
  ['signintry', 'local'],
  ['usedchallenge', 'local'],
])

/** Undefined for a table that has no account and is not listed. */
export const placementOf = (table: string, columns: Iterable<string>): Placement | undefined =>
  new Set(columns).has(distributionColumn) ? 'distributed' : tablesOfNoAccount.get(table)
