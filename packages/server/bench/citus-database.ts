// A new database for a measurement, on one PostgreSQL or on every machine of a Citus cluster, and its distribution. The
// machines are those of STINT_TEST_DATABASE_URL and STINT_TEST_WORKER_URLS.
import { withPgClient } from '../../../scripts/postgres.ts'
import { inDatabase, machinesOf, workerUrls } from '../../../scripts/test-machines.ts'
import { distributeDatabase } from '../src/io/distribute.ts'

/** Removes a database with this name first. Returns the url of the new one. */
export async function createDatabase(serverUrl: string, name: string, distributed: boolean): Promise<string> {
  for (const machine of distributed ? machinesOf(serverUrl) : [serverUrl]) {
    await withPgClient(machine, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`create database ${name} template template0 encoding 'UTF8'`)
    })
    if (distributed) await withPgClient(inDatabase(machine, name), (client) => client.query('create extension citus'))
  }
  return inDatabase(serverUrl, name)
}

function addressOf(url: string): [string, number] {
  const { hostname, port } = new URL(url)
  return [hostname, port === '' ? 5432 : Number(port)]
}

/** Spreads a migrated database over the machines. */
export async function distribute(serverUrl: string, url: string): Promise<void> {
  await withPgClient(url, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', addressOf(serverUrl))
    for (const worker of workerUrls) await client.query('select citus_add_node($1, $2)', addressOf(worker))
  })
  await distributeDatabase(url, () => undefined)
}
