// `npm run bench:web`: measures the web application in Chromium against the demo server: cold loads of Home, and
// opening the screens of the sidebar. With `--compare` another checkout is measured in alternating rounds, so that
// ratios come from one run. It asserts nothing; docs/bench.md has the numbers.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { chromiumFlags, findChromium, noChromiumMessage } from '../../../scripts/chromium.ts'
import { machine } from '../../server/bench/report.ts'
import { type ColdLoad, loadColdHome } from './cold-home.ts'
import { type Condition, conditions } from './conditions.ts'
import { type DemoCheckout, startDemo } from './demo-checkout.ts'
import { type Navigation, navigateEverywhere } from './navigation.ts'
import { coldTable, navigationTable, slowestTable } from './web-report.ts'

const usage = `npm run bench:web -- [--rounds 5] [--only home|navigation] [--condition 0|1|2] [--compare folder]
  --compare  another checkout with its packages installed, measured in alternating rounds`

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    condition: { type: 'string' },
    compare: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) {
  console.log(usage)
  process.exit(0)
}

const rounds = Number(flags.rounds)
const chosen: readonly Condition[] =
  flags.condition === undefined ? conditions : conditions.filter((_one, at) => at === Number(flags.condition))
const root = fileURLToPath(new URL('../../..', import.meta.url))
const workFolder = mkdtempSync(join(tmpdir(), 'stint-bench-web-'))
const logProgress = (line: string): void =>
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s ${line}`)

/** In rounds, each checkout once in each: what else the machine does meets all of them. */
async function inRounds<T>(
  servers: readonly DemoCheckout[],
  what: string,
  measure: (server: DemoCheckout) => Promise<T>,
): Promise<Map<DemoCheckout, T[]>> {
  const results = new Map<DemoCheckout, T[]>(servers.map((server) => [server, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) results.get(server)?.push(await measure(server))
    logProgress(`${what}, round ${round + 1} of ${rounds}`)
  }
  return results
}

const executablePath = findChromium()
if (executablePath === undefined) throw new Error(noChromiumMessage)
const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] })
const servers: DemoCheckout[] = []
try {
  servers.push(await startDemo('ours', root, join(workFolder, 'ours'), browser))
  if (flags.compare !== undefined)
    servers.push(await startDemo('compared', resolve(flags.compare), join(workFolder, 'compared'), browser))
  console.log(`${machine()}; ${rounds} rounds, medians\n`)
  for (const condition of chosen) {
    console.log(`### ${condition.name}\n`)
    if (flags.only !== 'navigation') {
      const loads = await inRounds<ColdLoad>(servers, 'cold Home', (server) => loadColdHome(browser, server, condition))
      console.log(coldTable([...loads].map(([{ name }, all]) => ({ name, loads: all }))))
    }
    if (flags.only !== 'home') {
      const [ours] = servers
      if (ours === undefined) continue
      const opened = await inRounds<Navigation[]>([ours], 'navigation', (server) =>
        navigateEverywhere(browser, server, condition),
      )
      const all = [...opened.values()].flat(2)
      console.log(navigationTable(all))
      console.log(slowestTable(all))
    }
  }
} finally {
  for (const server of servers) await server.stop()
  await browser.close()
  rmSync(workFolder, { recursive: true, force: true })
}
