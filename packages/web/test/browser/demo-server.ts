// Starts the server of a browser test. The demo company is loaded once per instant and copied for each test file, so
// that no file sees the changes of another. It does not build the web application.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newDurableDatabase } from '../../../server/test/fixture/databases.ts'
import { clockSetting, testInstant } from '../../../server/test/fixture/test-clock.ts'
import { StintProcess, type StintServer, TestProcesses } from '../../../server/test/process/stint-process.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const demoCache = join(ROOT, 'node_modules/.cache/demo')

/** 'new' is an empty SQLite database, as after a first start. */
export type DemoStore = 'sqlite' | 'postgres' | 'new'

/** The demo depends on the source of the server. */
function sourceHash(): string {
  const hash = createHash('sha256')
  const server = join(ROOT, 'packages/server')
  for (const file of globSync(['src/**/*.ts', 'migrations/*.sql'], { cwd: server }).sort()) {
    hash.update(file).update(readFileSync(join(server, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * A data folder with the demo company at the instant of this test, for copying. Each instant has its own, because the
 * dates of the demo are relative to it. If two test files create it at the same time, one is kept: both are equal.
 */
async function demoFolder(): Promise<string> {
  const folder = join(demoCache, sourceHash(), testInstant.replaceAll(':', ''))
  if (existsSync(folder)) return folder
  const outdated = globSync('????????????????', { cwd: demoCache }).filter((name) => name !== basename(dirname(folder)))
  mkdirSync(dirname(folder), { recursive: true })
  const created = mkdtempSync(join(demoCache, 'new-'))
  const stint = join(ROOT, 'packages/server/src/main/stint.ts')
  // A minute earlier, so that nothing in it is later than the time of a server that starts at once.
  const env = { STINT_DATA: created, STINT_LOG: 'warn', ...clockSetting(60) }
  const { code, stderr } = await new StintProcess({ program: [process.execPath, stint], args: ['demo'], env }).finished
  if (code !== 0) {
    rmSync(created, { recursive: true, force: true })
    throw new Error(`the demo company could not be created:\n${stderr}`)
  }
  for (const name of outdated) rmSync(join(demoCache, name), { recursive: true, force: true })
  try {
    renameSync(created, folder)
  } catch {
    rmSync(created, { recursive: true, force: true })
  }
  return folder
}

/** Returns the function that starts the server, which runs until the test file ends. */
export function demoServer(store: DemoStore, env: Readonly<Record<string, string>>): () => Promise<StintServer> {
  const index = join(ROOT, 'packages/server/web/index.html')
  const processes = new TestProcesses()
  const tls = { STINT_TLS: 'auto', ...env }
  return async () => {
    if (!existsSync(index)) throw new Error(`${dirname(index)} is not built: run node scripts/web.mjs`)
    const folder = processes.newFolder()
    if (store === 'new') return processes.serve(folder, tls)
    if (store === 'sqlite') {
      cpSync(await demoFolder(), folder, { recursive: true })
      return processes.serve(folder, tls)
    }
    return processes.serve(folder, { ...tls, STINT_DATABASE_URL: await newDurableDatabase() }, ['--demo'])
  }
}
