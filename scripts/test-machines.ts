// The machines of the PostgreSQL server that tests use: one, or the coordinator of a Citus cluster and its workers.
// STINT_TEST_WORKER_URLS names these with commas between them (docs/scale.md). It starts no cluster.

/** The workers; none without Citus. */
export const workerUrls: readonly string[] = (process.env.STINT_TEST_WORKER_URLS ?? '')
  .split(',')
  .filter((url) => url !== '')

/** The server and its workers. A database of a test is on each of them under the same name. */
export const machinesOf = (serverUrl: string): readonly string[] => [serverUrl, ...workerUrls]

/** The same server with another database. */
export const inDatabase = (serverUrl: string, name: string): string =>
  Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
