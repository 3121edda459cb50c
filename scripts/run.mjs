// Runs a TypeScript file of the project with its arguments, on the Node that the lockfile pins, after installing what
// is missing. So `npm start` works from a bare clone on every Node that package.json allows. Before it serves, it
// builds the web application if that has changed. It forwards signals and the exit code; it does not restart the
// program. A program that does not end after SIGINT or SIGTERM is ended.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { node } from './install.mjs'
import { buildWebIfChanged } from './web.mjs'

// A small young generation: a busy server needs a third less memory and is as fast (docs/bench.md). And a limit of the
// heap: without it Node collects garbage later on a machine with much memory, and a flood of requests needs a quarter
// more.
const flags = ['--max-semi-space-size=8', '--max-old-space-size=1024']

// A cache of the compiled TypeScript halves the start time. Node works without it where it cannot be written.
const NODE_COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

// A server without the web application still serves the API, so a failed build is reported but does not prevent the
// start.
const [program = '', ...args] = process.argv.slice(2)
if (program.endsWith('/stint.ts') && args.includes('serve') && !args.includes('--help')) buildWebIfChanged()

const env = { NODE_COMPILE_CACHE, ...process.env }
const child = spawn(node, [...flags, ...process.argv.slice(2)], { stdio: 'inherit', env })

// Longer than the server takes to stop by itself (packages/server/src/main/serve.ts).
const stopAfterMs = 15_000
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    child.kill(signal)
    if (signal !== 'SIGHUP') setTimeout(() => child.kill('SIGKILL'), stopAfterMs)
  })
}

child.on('error', (error) => {
  console.error(`Could not start ${node}: ${error.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
