// The places of the benchmark's databases: a folder for each in the work folder, and for PostgreSQL a database. They
// are removed with the work folder and the temporary cluster.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withPgClient } from '../../../scripts/postgres.ts'
import type { DatabaseSite } from './load-rows.ts'

export async function createSite(
  workFolder: string,
  name: string,
  serverUrl: string | undefined,
): Promise<DatabaseSite> {
  const folder = join(workFolder, name)
  mkdirSync(folder)
  return { folder, url: serverUrl === undefined ? undefined : await newDatabase(serverUrl, name) }
}

/** A second copy of a loaded database, because each server writes to its own. */
export async function copySite(workFolder: string, site: DatabaseSite, name: string): Promise<DatabaseSite> {
  const folder = join(workFolder, name)
  if (site.url === undefined) {
    cpSync(site.folder, folder, { recursive: true })
    rmSync(join(folder, 'lock'), { force: true, recursive: true })
    return { folder, url: undefined }
  }
  mkdirSync(folder)
  return { folder, url: await newDatabase(site.url, name, new URL(site.url).pathname.slice(1)) }
}

async function newDatabase(url: string, name: string, template = 'template0'): Promise<string> {
  const server = new URL(url)
  server.pathname = '/postgres'
  await withPgClient(server.href, (client) =>
    client.query(`create database ${name} template ${template} encoding 'UTF8'`),
  )
  server.pathname = `/${name}`
  return server.href
}
