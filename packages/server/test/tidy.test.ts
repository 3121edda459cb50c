// The style of the house, executed: floors, opening comments, names, sizes, who may read the clock and the environment,
// and whether the documents name things that exist. What Biome can judge (any, default exports, barrels, long functions)
// it judges in its own run; here a planted file shows that our settings let it. Nothing here knows what the code does.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, posix } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { literalTexts } from '../../web/test/jsx-texts.ts'
import { citationsIn, definitionFaults, definitionsIn } from './tidy-citations.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

interface File {
  readonly path: string
  readonly text: string
}

interface Rule {
  readonly title: string
  readonly covers: (path: string) => boolean
  /** What is wrong with the file, in words; nothing when it is tidy. */
  readonly find: (file: File) => readonly string[]
  /** A file that the rule must catch, so that a rule that has stopped working is noticed. */
  readonly planted: File
}

const isSource = (path: string): boolean => /^packages\/[^/]+\/src\//.test(path)
const isTest = (path: string): boolean => /^packages\/[^/]+\/test\//.test(path)
const isWeb = (path: string): boolean => path.startsWith('packages/web/src/')
const isCode = (path: string): boolean => /\.(tsx?|mjs)$/.test(path)
const isGenerated = (path: string): boolean => /^packages\/(sdk\/src\/contract|web\/src\/api\/facts)\.ts$/.test(path)
const isDocument = (path: string): boolean => path.endsWith('.md')
const exists = (path: string): boolean => existsSync(join(ROOT, path))

/** The file without its comments: what a rule about code may look at. A comment is free to speak of what it forbids. */
const codeOf = ({ text }: File): string =>
  text.replaceAll(/^[ \t]*\/\*[\s\S]*?\*\//gm, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

const matches = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([found]) => found)

const importsOf = (file: File): string[] =>
  Array.from(codeOf(file).matchAll(/(?:\bfrom|\bimport)[ (]'([^']+)'/g), ([, specifier = '']) => specifier)

// A file may import from its own floor and from those below; engine and resources share a floor and do not meet. In the web
// application everybody may use words, and the entry stands on top.
const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'packages/server/src/': [['kit'], ['io'], ['define'], ['engine', 'resources'], ['api'], ['main']],
  'packages/web/src/': [
    ['words'],
    ['kit'],
    ['api'],
    ['parts'],
    ['frame'],
    ['screens'],
    ['overlays.tsx'],
    ['signed-in.tsx'],
    ['app.tsx'],
    ['main.tsx'],
  ],
}

function floorFaults(file: File): string[] {
  const [, source = '', room = ''] = /^(packages\/[^/]+\/src\/)([^/]+)/.exec(file.path) ?? []
  const heightOf = (floor: string | undefined): number =>
    FLOORS[source]?.findIndex((rooms) => rooms.includes(floor ?? '')) ?? -1
  if (heightOf(room) < 0) return ['stands on no floor']
  return importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .filter((specifier) => {
      const target = posix.join(posix.dirname(file.path), specifier)
      // What the package says of itself stands beside the house, not on a floor.
      if (target === source.replace(/src\/$/, 'package.json')) return false
      if (!target.startsWith(source)) return true
      const other = target.slice(source.length).split('/')[0]
      return other !== room && heightOf(other) >= heightOf(room)
    })
    .map((specifier) => `${room} may not import ${specifier}`)
}

// The kit computes: it neither reads nor writes anything outside its arguments.
const WORLDLY =
  /^(node:(fs|net|tls|https?|http2|dgram|dns|child_process|worker_threads|cluster|os|process|readline|sqlite)\b|pg$|better-sqlite3$|fastify$)/

const RESOURCES = `client contactdescriptor contacttype document expense group invoice invoiceitem invoicenote
  invoiceterm me milestone milestonenote module payment paymenttype person personcontact project projectlabel
  projectmodule projectnote projectteam projectworktype quota request task tasklistfilter tasknote taskpriority
  taskstatus time timer worktype`.split(/\s+/)
const QUOTED_RESOURCE = new RegExp(`(['"\`])(${RESOURCES.join('|')})\\1`, 'g')

const CLOCKS = ['packages/server/src/io/clock.ts', 'packages/web/src/kit/clock.ts']

/** The clock of the tests, the test of the clock, and files whose rules or types name what they forbid. */
const TEST_CLOCKS = [
  'packages/server/test/world/test-clock.ts',
  'packages/server/test/io/clock.test.ts',
  'packages/server/test/tidy.test.ts',
  'packages/sdk/test/contract.test.ts',
]

const EMPTY_NAMES = /^(managers?|helpers?|utils?|utilities|services?|commons?|data|infos?)$/

// Each suppression is argued for where it stands and listed here, so that a new one is a decision and not a reflex.
const SUPPRESSIONS: Readonly<Record<string, number>> = {
  'scripts/test-reporter.ts': 1, // Node finds a reporter by its default export.
  'packages/sdk/src/index.ts': 1, // A package has one door, which is a barrel by nature.
  'packages/web/vite.config.ts': 1, // Vite asks for a default export.
  // Effects that follow something else than the objects they use; each says what.
  'packages/web/src/frame/shortcuts.ts': 1,
  'packages/web/src/frame/work-fields.tsx': 1,
  'packages/web/src/parts/chart-drawing.tsx': 1,
  'packages/web/src/parts/preview.tsx': 1,
  'packages/web/src/parts/long-table.tsx': 4, // And keys that move between the links of a table.
  // Keys of a field that are heard around it.
  'packages/web/src/parts/rich-text-bar.tsx': 1,
  'packages/web/src/screens/task/task-title.tsx': 1,
  // Lists whose entries are known by their place.
  'packages/web/src/parts/menu.tsx': 1,
  'packages/web/src/parts/pdf-drawing.tsx': 1,
  'packages/web/src/parts/stored-html.tsx': 1, // The one place that shows stored HTML, cleaned.
  'packages/web/test/browser/threats-html.test.ts': 1, // That eval is refused is what it tests.
}

// Put together from halves, so that this file does not catch itself.
const PROMISES = new RegExp(`\\b(${['TO', 'FIX', 'X', 'HA'].join('|')})(?:DO|ME|XX|CK)\\b`, 'g')
const SUPPRESSION = new RegExp(['biome', 'ignore|@ts', '(ignore|expect|nocheck)'].join('-'), 'g')

/** A test may say it in one line, because its test names say the rest; so may a part of a screen, which shows one thing. */
function openingFaults({ path, text }: File): string[] {
  const least = isTest(path) || path.startsWith('packages/web/') ? 1 : 2
  const lines = text.replace(/^#!.*\n/, '').split('\n')
  const opening = lines.findIndex((line) => !line.startsWith('//'))
  return opening < least || opening > 5 ? [`opens with ${opening} lines of comment instead of ${least} to 5`] : []
}

// Folders that the build creates: documents may name them, and a bare clone does not have them.
const BUILT = readFileSync(join(ROOT, '.gitignore'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('/packages/'))
  .map((line) => line.replaceAll(/^\/|\/$/g, ''))

/** Paths in backticks and targets of links that look like something in this repository. */
function deadPaths({ path, text }: File): string[] {
  const quoted = Array.from(text.matchAll(/`([^`\s]+)`/g), ([, name = '']) => name)
    .filter((name) => /^(packages|scripts|docs|\.ci)\/[\w./-]+$/.test(name) && !name.includes('NNNN'))
    .filter((name) => !exists(name) && !BUILT.includes(name))
  const linked = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target)
    .filter((target) => !/^([a-z]+:|#)/.test(target))
    .filter((target) => !exists(posix.join(posix.dirname(path), target.replace(/#.*/, ''))))
  return [...quoted, ...linked].map((name) => `names ${name}, which does not exist`)
}

const documents = (): File[] =>
  read(globSync(['*.md', '.github/*.md', 'docs/**/*.md', 'packages/*/*.md', 'packages/*/test/**/*.md'], { cwd: ROOT }))

// The documents that define the numbers which code, tests and documents cite.
const DEFINING = ['docs/decisions.md', 'docs/invariants.md', 'docs/threats.md']

const defined = new Set(read(DEFINING).flatMap(({ text }) => definitionsIn(text)))

const rules: readonly Rule[] = [
  {
    title: 'imports point down',
    covers: (path) => path.startsWith('packages/server/src/') && isCode(path),
    find: floorFaults,
    planted: { path: 'packages/server/src/engine/list.ts', text: "import { task } from '../resources/task.ts'" },
  },
  {
    title: 'imports of the web application point down',
    covers: (path) => isWeb(path) && isCode(path),
    find: floorFaults,
    planted: { path: 'packages/web/src/parts/button.tsx', text: "import { Bar } from '../frame/bar.tsx'" },
  },
  {
    title: 'every word that a person reads is in the catalogue',
    covers: (path) => isWeb(path) && path.endsWith('.tsx') && !path.startsWith('packages/web/src/words/'),
    find: ({ path, text }) => literalTexts(path, text),
    planted: { path: 'packages/web/src/parts/button.tsx', text: 'export const a = <b>Save</b>' },
  },
  {
    title: 'only the floor of data asks the server',
    covers: (path) => isWeb(path) && isCode(path) && !path.startsWith('packages/web/src/api/'),
    find: (file) =>
      matches(codeOf(file), /(?<![.\w])fetch\(|\bXMLHttpRequest\b|\bsendBeacon\b|\bnew (WebSocket|EventSource)\b/g),
    planted: { path: 'packages/web/src/screens/tasks/list.tsx', text: "await fetch('/app/api/task/')" },
  },
  {
    title: 'T-31: HTML comes into the page at one place, which cleans it',
    covers: (path) => isWeb(path) && isCode(path) && path !== 'packages/web/src/parts/stored-html.tsx',
    find: (file) =>
      matches(
        codeOf(file),
        /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\bstyle=["']/g,
      ),
    planted: { path: 'packages/web/src/parts/note.tsx', text: 'node.innerHTML = text' },
  },
  {
    title: 'the kit touches no world',
    covers: (path) => path.startsWith('packages/server/src/kit/'),
    find: (file) => [
      ...importsOf(file).filter((specifier) => WORLDLY.test(specifier)),
      ...matches(codeOf(file), /\b(process\.\w+|fetch\(|Math\.random)/g),
    ],
    planted: { path: 'packages/server/src/kit/text.ts', text: "import { readFileSync } from 'node:fs'" },
  },
  {
    title: 'the SDK imports nothing but itself, so that it runs in browsers too',
    covers: (path) => path.startsWith('packages/sdk/src/'),
    find: (file) => [
      ...importsOf(file).filter((specifier) => !/^\.\/[a-z-]+\.ts$/.test(specifier)),
      ...matches(codeOf(file), /\b(process|Buffer|require)\b[.(]/g),
    ],
    planted: { path: 'packages/sdk/src/wire.ts', text: "import { randomUUID } from 'node:crypto'" },
  },
  {
    title: 'the engine names no resource',
    covers: (path) => path.startsWith('packages/server/src/engine/'),
    find: (file) => matches(codeOf(file), QUOTED_RESOURCE),
    planted: { path: 'packages/server/src/engine/list.ts', text: "if (resource.name === 'invoice') return" },
  },
  {
    title: 'only config reads the environment',
    covers: (path) => isSource(path) && path !== 'packages/server/src/main/config.ts',
    find: (file) => matches(codeOf(file), /\bprocess\.env\b|\bprocess\b.*\benv\b.*=|\benv\b.*\bfrom 'node:process'/g),
    planted: { path: 'packages/server/src/api/app.ts', text: 'const port = process.env.PORT' },
  },
  {
    title: 'only the clock reads the time',
    covers: (path) => isSource(path) && !CLOCKS.includes(path),
    find: (file) => matches(codeOf(file), /\bDate\.now\b|\bnew Date(\(\)|\b(?!\())|\bperformance\.now\b|\bhrtime\b/g),
    planted: { path: 'packages/server/src/api/quota.ts', text: 'const today = new Date().toISOString()' },
  },
  {
    title: 'no test reads the date of the machine',
    covers: (path) => isTest(path) && isCode(path) && !TEST_CLOCKS.includes(path),
    find: (file) => matches(codeOf(file), /\bDate\.now\b|\bnew Date(\(\)|\b(?!\())|\bperformance\.timeOrigin\b/g),
    planted: { path: 'packages/web/test/browser/weeks.ts', text: 'const today = new Date().toISOString()' },
  },
  {
    title: 'a file opens with up to five lines saying what it is for',
    covers: isCode,
    find: openingFaults,
    planted: { path: 'packages/server/src/kit/text.ts', text: '// Text.\n\nexport const a = 1\n' },
  },
  {
    title: 'nothing is put off in a comment',
    covers: (path) => !isDocument(path),
    find: ({ text }) => matches(text, PROMISES),
    planted: { path: 'scripts/test.ts', text: `// ${'TO'}${'DO'}: later` },
  },
  {
    title: 'no rule is switched off in passing',
    covers: isCode,
    find: ({ path, text }) => matches(text, SUPPRESSION).slice(SUPPRESSIONS[path] ?? 0),
    planted: { path: 'packages/server/src/io/files.ts', text: `// @ts${'-'}expect-error` },
  },
  {
    title: 'a file has at most 400 lines',
    covers: (path) => isCode(path) && !isTest(path) && !isGenerated(path),
    find: ({ text }) => (text.split('\n').length > 401 ? [`has ${text.split('\n').length - 1} lines`] : []),
    planted: { path: 'scripts/test.ts', text: '\n'.repeat(401) },
  },
  {
    title: 'files are kebab-case and their names say something',
    covers: (path) => !isDocument(path),
    find: ({ path }) => [
      ...(/^[a-z0-9]+(-[a-z0-9]+)*(\.(long\.test|test|module|config|d))?\.[a-z]+$/.test(basename(path))
        ? []
        : ['is not kebab-case']),
      // One floor of the web application is called for what it is: all that comes from the server.
      ...path
        .replace(/^packages\/web\/src\/data\//, '')
        .split(/[/.-]/)
        .filter((word) => EMPTY_NAMES.test(word)),
    ],
    planted: { path: 'packages/server/src/api/request-helper.ts', text: '' },
  },
  {
    title: 'the decisions that code cites exist',
    covers: isCode,
    find: ({ text }) => matches(text, /\bdocs\/[\w/-]+\.md\b/g).filter((name) => !exists(name)),
    planted: { path: 'scripts/test.ts', text: `// See ${'docs'}/adr/9999-not-there.md.` },
  },
  {
    title: 'every citation of a threat, an invariant or a decision has a definition',
    covers: () => true,
    find: ({ text }) =>
      citationsIn(text)
        .filter((number) => !defined.has(number))
        .map((number) => `cites ${number}, which ${DEFINING.join(', ')} do not define`),
    planted: { path: 'packages/server/src/kit/text.ts', text: `// See T-31 and ${'decisions'} 33,\n// 50 and 999.` },
  },
  {
    title: 'a definition is found by its number',
    covers: (path) => DEFINING.includes(path),
    find: ({ text }) => definitionFaults(text),
    planted: { path: 'docs/threats.md', text: '| <a id="t-13"></a>T-31 | Stored XSS |' },
  },
  {
    title: 'the paths that documents name exist',
    covers: isDocument,
    find: deadPaths,
    planted: { path: 'README.md', text: 'Look into `packages/server/src/nowhere.ts`.' },
  },
  {
    title: 'every decision record is linked from another document',
    covers: (path) => /^docs\/adr\/\d{4}-/.test(path),
    find: ({ path }) =>
      documents().some((other) => other.path !== path && other.text.includes(`${basename(path)})`)) ? [] : ['no link'],
    planted: { path: `${'docs'}/adr/9999-not-there.md`, text: '' },
  },
]

function read(paths: readonly string[]): File[] {
  return paths.toSorted().map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

const tree = [
  ...read(
    globSync(['packages/*/{src,test,bench}/**/*.{ts,tsx,mjs,css}', 'packages/*/*.ts', 'scripts/**/*.{ts,mjs}'], {
      cwd: ROOT,
    }),
  ),
  ...read(globSync('packages/*/migrations/**/*.sql', { cwd: ROOT })),
  ...documents(),
]

for (const { title, covers, find, planted } of rules) {
  test(`tidy: ${title}`, () => {
    const faults = tree
      .filter(({ path }) => covers(path))
      .flatMap((file) => find(file).map((fault) => `${file.path}: ${fault}`))
    assert.deepEqual(faults, [])
  })

  test(`tidy: ${title}, and a planted breach is caught`, () => {
    assert.ok(covers(planted.path), 'the rule does not cover its own sample')
    assert.notDeepEqual(find(planted), [])
  })
}

test('tidy: the tree under these rules is the whole tree', () => {
  for (const folder of [
    'packages/server/src/kit/',
    'packages/server/src/engine/',
    'packages/server/test/',
    'packages/sdk/src/',
    'packages/sdk/test/',
    'packages/sdk/README.md',
    'packages/web/src/kit/',
    'packages/web/src/parts/',
    'packages/web/test/',
    'packages/web/vite.config.ts',
    'scripts/',
  ]) {
    assert.ok(
      tree.some(({ path }) => path.startsWith(folder)),
      `${folder} is missing`,
    )
  }
})

test('tidy: Biome, with our settings, refuses what the house forbids', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stint-tidy-'))
  try {
    for (const path of ['biome.json', '.gitignore', 'packages/server/package.json']) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      cpSync(join(ROOT, path), join(folder, path))
    }
    mkdirSync(join(folder, 'packages/server/src/kit'), { recursive: true })
    writeFileSync(
      join(folder, 'packages/server/src/kit/planted.ts'),
      `import check from 'fast-check'
export { other } from './other.ts'
export const first: any = check
export default first
export enum Choice { one }
export const length = (text: string | null) => text!.length
export function long() {
${'  console.log()\n'.repeat(71)}}
async function later() {}
later()
`,
    )
    const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
    const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=github'], { cwd: folder })
    const refused = new Set(Array.from(String(stdout).matchAll(/title=lint\/\w+\/(\w+)/g), ([, rule]) => rule))
    assert.deepEqual([...refused].sort(), [
      'noBarrelFile',
      'noDefaultExport',
      'noEnum',
      'noExcessiveLinesPerFunction',
      'noExplicitAny',
      'noFloatingPromises',
      'noNonNullAssertion',
      'noUndeclaredDependencies',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
