// Installs what package-lock.json says, if it is not installed yet, and exports the Node that runs the project.
// Importing this file performs the installation. Plain JavaScript for every Node that package.json allows, because it
// runs before anything is installed. `npm ci` does the installation.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const windows = process.platform === 'win32'
const nodePackage = `node_modules/node-${windows ? 'win' : process.platform}-${process.arch}`
const pinnedNode = join(root, nodePackage, 'bin', windows ? 'node.exe' : 'node')

const packagesIn = (lockfile) => {
  const path = join(root, lockfile)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

// npm writes a list of the installed packages into node_modules at the very end, so an interrupted installation has
// none. Packages for other platforms are in the lockfile but never in that list; the Node for this platform must be.
function isInstalled() {
  const installed = packagesIn('node_modules/.package-lock.json')
  return Object.entries(packagesIn('package-lock.json')).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    if (found === undefined) return (wanted.optional || wanted.devOptional) && path !== nodePackage
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

// npm itself must not run on the Node inside node_modules, which `npm ci` deletes; the environment names npm's own
// Node.
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  return npm?.endsWith('npm-cli.js') && node ? [node, npm] : ['npm']
}

if (!isInstalled()) {
  console.error('Installing the dependencies pinned in package-lock.json (npm ci, once, under a minute) ...')
  const [command, ...first] = npmCommand()
  const wanted = ['ci', '--include=dev', '--include=optional', '--loglevel=error']
  const stdio = ['ignore', 'ignore', 'inherit']
  const { status, error } = spawnSync(command, [...first, ...wanted], { cwd: root, stdio, shell: windows && !first[0] })
  if (status !== 0) {
    console.error(`Installing failed${error ? `: ${error.message}` : ''}. Nothing was started.`)
    process.exit(1)
  }
}

/**
 * The Node that runs the project: the one that the lockfile pins, or the machine's own on platforms without a package.
 */
export const node = existsSync(pinnedNode) ? pinnedNode : process.execPath

// The launcher runs on an older Node than the product; packages/server/package.json says what the product needs.
const { engines } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'))
const needed = Number.parseInt(engines.node.replace('>=', ''), 10)

if (node === process.execPath && Number.parseInt(process.versions.node, 10) < needed) {
  console.error(
    `This is Node ${process.versions.node}; the project needs ${needed} or newer, and npm carries no Node for`,
  )
  console.error(
    `${process.platform}-${process.arch}. Install Node ${needed} (https://nodejs.org) and run the command again.`,
  )
  process.exit(1)
}
