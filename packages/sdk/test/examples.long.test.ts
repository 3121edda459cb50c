// The examples of the README. Each runs as a separate program against the demo company over TLS, with the package
// compiled and installed in node_modules. They are also type-checked.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { TestDatabases } from '../../server/test/fixture/databases.ts'
import { loadDemoCompany, thursday } from '../../server/test/fixture/demo-company.ts'
import { certificateFile, TestServers } from './test-server.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
const folder = mkdtempSync(join(tmpdir(), 'stint-examples-'))
const databases = new TestDatabases()
const servers = new TestServers()
after(() => databases.clear())
after(() => rmSync(folder, { recursive: true, force: true }))

/** The headings of the README and the program under each. */
const examples = Array.from(
  readFileSync(join(ROOT, 'packages/sdk/README.md'), 'utf8').matchAll(
    /^## (.+)$(?:(?!^## )[\s\S])*?^```ts\n([\s\S]*?)^```$/gm,
  ),
  ([, heading = '', text = '']) => ({ heading, text, file: `${heading.toLowerCase().replaceAll(/\W+/g, '-')}.ts` }),
)
const readmeUrl = 'https://127.0.0.1:8443'
const programHead = `import { Stint } from '@stint/sdk'\nconst stint = new Stint({ url: '${readmeUrl}', token: 'demo-administrator' })\n`

before(async () => {
  const database = await (await databases.create('sqlite')).open()
  const url = await servers.serve(database, await loadDemoCompany(database, thursday))
  const installed = join(folder, 'node_modules/@stint/sdk')
  mkdirSync(installed, { recursive: true })
  cpSync(join(ROOT, 'packages/sdk/package.json'), join(installed, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  const built = spawnSync(process.execPath, [tsc, '-p', 'packages/sdk', '--outDir', join(installed, 'dist')], {
    cwd: ROOT,
  })
  assert.equal(built.status, 0, String(built.stdout))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const { text, file } of examples) {
    const program = text.includes('new Stint(') ? text : programHead + text
    writeFileSync(join(folder, file), program.replace(readmeUrl, url))
  }
})

test('the README has at least nine examples with different headings', () => {
  assert.ok(examples.length >= 9, `${examples.length} examples`)
  assert.equal(new Set(examples.map(({ file }) => file)).size, examples.length)
})

for (const { heading, file } of examples) {
  test(`README, ${heading}: the example runs and prints something`, async () => {
    const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificateFile }
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { cwd: folder, env })
    assert.equal(stderr, '')
    assert.notEqual(stdout.trim(), '')
    assert.doesNotMatch(stdout, /undefined|\[object|NaN/)
  })
}

test('the examples compile in strict mode with the types of the package', () => {
  const compilerOptions = { target: 'es2023', module: 'nodenext', strict: true, noEmit: true, types: ['node'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' })
  assert.equal(stdout, '')
  assert.equal(status, 0)
})
