// The server of a journey: the demo company, loaded once for all test files and copied for each, served as `stint serve` does
// with the pages as they are built. Every file has its own, so that what one changes the others do not meet.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newDurableDatabase } from '../../../server/test/fixture/databases.ts'
import { clockSetting, testInstant } from '../../../server/test/fixture/test-clock.ts'
import { StintProcess, type StintServer, TestProcesses } from '../../../server/test/process/stint-process.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const demoCache = join(ROOT, 'node_modules/.cache/demo')

/** 'new' is SQLite with nothing in it, as after a first start. */
export type DemoStore = 'sqlite' | 'postgres' | 'new'

/** The demo depends on the program that makes it and on the instant, which its dates are counted from. */
function demoCacheKey(): string {
  const hash = createHash('sha256').update(testInstant)
  const server = join(ROOT, 'packages/server')
  for (const file of globSync(['src/**/*.ts', 'migrations/*.sql'], { cwd: server }).sort()) {
    hash.update(file).update(readFileSync(join(server, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** A data folder with the demo company in it, for copying. Two files that make it at once make the same. */
async function demoFolder(): Promise<string> {
  const place = join(demoCache, demoCacheKey())
  if (existsSync(place)) return place
  mkdirSync(demoCache, { recursive: true })
  const older = globSync('????????????????', { cwd: demoCache })
  const made = mkdtempSync(join(demoCache, 'new-'))
  const stint = join(ROOT, 'packages/server/src/main/stint.ts')
  // A minute earlier, so that nothing in it is later than the time of a server that starts at once.
  const env = { STINT_DATA: made, STINT_LOG: 'warn', ...clockSetting(60) }
  const { code, stderr } = await new StintProcess({ program: [process.execPath, stint], args: ['demo'], env }).finished
  if (code !== 0) {
    rmSync(made, { recursive: true, force: true })
    throw new Error(`the demo company could not be made:\n${stderr}`)
  }
  for (const one of older) rmSync(join(demoCache, one), { recursive: true, force: true })
  try {
    renameSync(made, place)
  } catch {
    rmSync(made, { recursive: true, force: true })
  }
  return place
}

/** Prepares the tidying up, and answers what starts the server: it runs until the test file ends. */
export function demoServer(store: DemoStore, env: Readonly<Record<string, string>>): () => Promise<StintServer> {
  const index = join(ROOT, 'packages/server/web/index.html')
  const desk = new TestProcesses()
  const tls = { STINT_TLS: 'auto', ...env }
  return async () => {
    if (!existsSync(index)) throw new Error(`${dirname(index)} is not built: run node scripts/web.mjs`)
    const folder = desk.newFolder()
    if (store === 'new') return desk.serve(folder, tls)
    if (store === 'sqlite') {
      cpSync(await demoFolder(), folder, { recursive: true })
      return desk.serve(folder, tls)
    }
    return desk.serve(folder, { ...tls, STINT_DATABASE_URL: await newDurableDatabase() }, ['--demo'])
  }
}
