// `npm run generate`: writes the committed files that are derived from the definitions, so that readers need not run
// anything. Each file is the result of a pure function; a test checks that the committed files are up to date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../packages/server/package.json' with { type: 'json' }
import { openapiDocument } from '../packages/server/src/api/openapi/document.ts'
import { reports } from '../packages/server/src/reports/all.ts'
import { endpoints, resources } from '../packages/server/src/resources/all.ts'
import { sdkContract, sdkContractPath } from './generate-sdk.ts'
import { webFacts, webFactsPath } from './generate-web.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The text of each generated file, by path. */
export const generated = (): Readonly<Record<string, string>> => ({
  'packages/server/openapi.json': `${JSON.stringify(openapiDocument({ version: manifest.version, resources, endpoints, reports }), null, 1)}\n`,
  [sdkContractPath]: sdkContract(),
  [webFactsPath]: webFacts(),
})

if (import.meta.main) {
  for (const [path, text] of Object.entries(generated())) {
    writeFileSync(join(ROOT, path), text)
    console.log(`${path}: ${text.length} characters`)
  }
}
