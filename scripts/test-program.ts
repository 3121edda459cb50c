// Bundles the command `stint` into a few files, for the tests that start it as a process: it then starts in half the
// CPU time, because Node has to find thirty files instead of eight hundred. Users run the sources, or the package of
// pack.ts; tests that are about starting those do not use the bundle.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { cachedFolder } from './test-cache.ts'
import { ROOT } from './test-suites.ts'

/** They load a binary, a thread or a data file from their own folder. */
const external = /^(better-sqlite3|@node-rs\/argon2|pino|pino-pretty|@fastify\/swagger-ui|pdfkit|fontkit|subset-font)$/

/** A file of the bundle finds threads, migrations and the web application where its source would. */
const sourceLocations: Plugin = {
  name: 'source-locations',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
}

async function bundleInto(folder: string): Promise<void> {
  const input = join(ROOT, 'packages/server/src/main/stint.ts')
  const bundle = await rolldown({ input, platform: 'node', external, plugins: [sourceLocations] })
  await bundle.write({ dir: folder, format: 'esm' })
  // Otherwise Node parses each file twice, first to find out its format.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await bundle.close()
}

/** Returns the path of the program. */
export async function testProgram(): Promise<string> {
  const sources = ['packages/server/src/**/*.ts', 'package-lock.json', 'scripts/test-program.ts']
  return join(await cachedFolder({ name: 'program', sources, variant: 'bundle', build: bundleInto }), 'stint.js')
}
