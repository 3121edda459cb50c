// Installs a Debian package that tests need, where it may: on Debian, as root. It says so before, because this changes
// the machine.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const lockFile = '/tmp/stint-apt-get.lock'

/** Installs the package unless `program`, the full path of its program, exists. */
export function installDebianPackage(name: string, program: string, log: (line: string) => void): void {
  if (existsSync(program) || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  log(`Installing what the tests need (apt-get install ${name}, under two minutes) ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // One at a time: test files run side by side, and apt-get fails while another one is running.
  const run = (...args: string[]) =>
    spawnSync('flock', [lockFile, 'apt-get', '-qq', ...args], { env, stdio: ['ignore', 'ignore', 2] })
  const install = () => run('install', '--yes', '--no-install-recommends', name)
  if (install().status === 0) return
  run('update')
  install()
}

/** The path of a program that a test cannot do without. */
export function requireDebianProgram(path: string, name: string): string {
  installDebianPackage(name, path, console.log)
  if (!existsSync(path)) throw new Error(`This test needs ${path}: apt-get install ${name}`)
  return path
}
