// Adding a field needs only the lines that CONTRIBUTING lists: this test writes exactly these lines into a copy of the
// repository and then checks that the field is everywhere it must be.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'stint-field-'))
after(() => rmSync(copy, { recursive: true, force: true }))

const field = 'nickname'

const migrationCount = readdirSync(join(ROOT, 'packages/server/migrations')).length
const nextMigration = String(migrationCount + 1).padStart(4, '0')

/** The lines to add, each with the line before it. A file that does not exist is created. */
const recipe: readonly { readonly path: string; readonly afterLine?: string; readonly line: string }[] = [
  {
    path: `packages/server/migrations/${nextMigration}-expand-${field}.sql`,
    line: `alter table client add column ${field} ctext not null default ''; -- not released yet`,
  },
  {
    path: 'packages/server/src/resources/client.ts',
    afterLine: '    address: stored(plainText(), { hideFrom }),',
    line: `    ${field}: stored(plainText(80), { extension: true, filter: 'Nicknames matching' }),`,
  },
  {
    path: 'packages/server/test/transcription/people.ts',
    afterLine: "    sorts: { AMRE: ['id', 'localid', 'name'], AM: ['datecreated'] },\n    additions: {",
    line: `      plain: { ${field}: { type: 'string', max: 80, filter: 'string' } },`,
  },
  {
    path: 'packages/web/src/messages/en/labels.ts',
    afterLine: "    website: 'Website',",
    line: `    ${field}: 'Nickname',`,
  },
  {
    path: 'packages/web/src/records/clients/client-layout.ts',
    afterLine: "  fields('address'),",
    line: `  fields('${field}'),`,
  },
]

const textOf = (path: string): string => readFileSync(join(copy, path), 'utf8')

function insertLine({ path, afterLine, line }: (typeof recipe)[number]): void {
  const text = afterLine === undefined ? '' : textOf(path)
  const before = afterLine === undefined ? '' : `${afterLine}\n`
  assert.ok(text.includes(before), `${path} has no line ${afterLine}`)
  writeFileSync(join(copy, path), text.replace(before, `${before}${line}\n`))
}

/** Runs a program of the copy and returns its output. */
function run(...words: readonly string[]): string {
  // Without STINT_TEST_RUN the copy builds its own snapshots: those of the run are for a schema without the field.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, STINT_TEST_RUN: undefined }
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8', env })
  assert.equal(status, 0, `${words.join(' ')}\n${stdout}\n${stderr}`)
  return stdout
}

suite('adding a field', () => {
  before(() => {
    const excluded = /\/(node_modules|browser|server\/web)$/
    for (const path of ['packages', 'scripts', 'package.json', 'tsconfig.json', 'biome.json', '.gitignore']) {
      cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter: (source) => !excluded.test(source) })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    for (const line of recipe) insertLine(line)
    run('scripts/generate.ts')
  })

  test('the definition and the transcription agree', () => {
    run('--test', 'packages/server/test/transcription.test.ts')
  })

  const checksOfMigrations = {
    'released/released.test.ts': 'every migration is part of a recorded schema',
    'io/migrations.test.ts': 'a migration named expand only adds',
  }
  for (const [file, name] of Object.entries(checksOfMigrations)) {
    test(`its migration passes: ${name}`, () => {
      const options = ['--test', '--test-reporter=tap', `--test-name-pattern=${name}`]
      // Without a match the command succeeds too.
      assert.match(run(...options, `packages/server/test/${file}`), /^# pass 1$/m)
    })
  }

  test('it is written, listed and filtered through the API', () => {
    run('packages/server/test/contract/added-field.ts', field, '80')
  })

  test('it is in the OpenAPI document, as a field and as a filter', () => {
    const { components, paths } = JSON.parse(textOf('packages/server/openapi.json'))
    const schemas: Record<string, { properties?: object }> = components.schemas
    const having = Object.keys(schemas).filter((name) => field in (schemas[name]?.properties ?? {}))
    assert.deepEqual(having.sort(), ['Client', 'ClientCreate', 'ClientUpdate'])
    const parameters: { name?: string }[] = paths['/client'].get.parameters
    assert.ok(parameters.some(({ name }) => name === field))
  })

  test('it is in the types of the SDK and of the web application', () => {
    const uses = [
      "import type { ClientFilter, ClientNew, ClientRecord } from '../src/index.ts'",
      `export const read = (client: ClientRecord): string => client.${field}`,
      `export const write: Pick<ClientNew, '${field}'> = { ${field}: 'Big' }`,
      `export const filter: ClientFilter = { ${field}: 'big' }`,
    ]
    writeFileSync(join(copy, 'packages/sdk/test/uses-field.ts'), `${uses.join('\n')}\n`)
    // One thread checks no type twice.
    run('node_modules/typescript/bin/tsc', '--singleThreaded', '--noEmit')
    run('node_modules/typescript/bin/tsc', '--singleThreaded', '-p', 'packages/web')
  })

  test('it is in the form and on the page of a client', () => {
    const record = { id: 1, localid: 1, name: 'Acme', [field]: 'The Big One' }
    const sample = { module: 'records/clients/client-layout.ts', name: 'clientLayout', record }
    const printed = run('packages/web/test/render-layout.ts', JSON.stringify(sample))
    const { form, detail } = JSON.parse(printed) as { form: string; detail: string }
    assert.match(form, />Nickname<\/label><input(?=[^>]*maxLength="80")(?=[^>]*value="The Big One")/)
    assert.match(detail, /<dt>Nickname<\/dt><dd>The Big One<\/dd>/)
  })
})
