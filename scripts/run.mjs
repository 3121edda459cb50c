// Runs a TypeScript file of the project with its arguments, on the Node the lockfile pins, after installing what is
// missing: `npm start` therefore works from a bare clone under any Node from 18 on. It passes signals and the exit code
// through and is no supervisor: what ends stays ended.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { node } from './install.mjs'

const child = spawn(node, process.argv.slice(2), { stdio: 'inherit' })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))

child.on('error', (error) => {
  console.error(`Could not start ${node}: ${error.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
