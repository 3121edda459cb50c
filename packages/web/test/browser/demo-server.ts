// Starts the server of a browser test. The demo company is loaded once per instant and copied for each test file, so
// that no file sees the changes of another. It does not build the web application.
import { cpSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cachedFolder } from '../../../../scripts/test-cache.ts'
import { ROOT } from '../../../../scripts/test-suites.ts'
import { newDurableDatabase } from '../../../server/test/fixture/database-servers.ts'
import { clockSetting, testInstant } from '../../../server/test/fixture/test-clock.ts'
import { StintProcess, type StintServer, TestProcesses } from '../../../server/test/process/stint-process.ts'

/** 'new' is an empty SQLite database, as after a first start. */
export type DemoStore = 'sqlite' | 'postgres' | 'new'

async function loadDemo(folder: string): Promise<void> {
  // A minute earlier, so that nothing in it is later than the time of a server that starts at once.
  const env = { STINT_DATA: folder, STINT_LOG: 'warn', ...clockSetting(60) }
  const { code, stderr } = await new StintProcess({ args: ['demo'], env }).finished
  if (code !== 0) throw new Error(`the demo company could not be created:\n${stderr}`)
}

/**
 * A data folder with the demo company at the instant of this test, for copying. Each instant has its own, because the
 * dates of the demo are relative to it.
 */
const demoFolder = (): Promise<string> =>
  cachedFolder({
    name: 'demo',
    sources: ['packages/server/src/**/*.ts', 'packages/server/migrations/*.sql'],
    variant: testInstant.replaceAll(':', ''),
    build: loadDemo,
  })

export type Settings = Readonly<Record<string, string>>

/** Returns the function that starts the server, which runs until the test file ends. */
export function demoServer(store: DemoStore): (settings: Settings) => Promise<StintServer> {
  const index = join(ROOT, 'packages/server/web/index.html')
  const processes = new TestProcesses()
  return async (settings) => {
    if (!existsSync(index)) throw new Error(`${dirname(index)} is not built: run node scripts/web.mjs`)
    const env = { STINT_TLS: 'auto', ...settings }
    const folder = processes.newFolder()
    if (store === 'new') return processes.serve(folder, env)
    if (store === 'sqlite') {
      cpSync(await demoFolder(), folder, { recursive: true })
      return processes.serve(folder, env)
    }
    return processes.serve(folder, { ...env, STINT_DATABASE_URL: await newDurableDatabase() }, ['--demo'])
  }
}
