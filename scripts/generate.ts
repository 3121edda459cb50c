// `npm run generate`: writes what is derived from the definitions and committed, so that readers need not run anything. Each
// file is made by a pure function; a test says whether what is committed is still what it would write.
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

/** The committed files by their paths, each with its text. */
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
