// The house rules that can be checked: layers, file headers, names, sizes, who may read the clock and the environment,
// and whether the documents name things that exist. Biome checks any, default exports, barrels and long functions in
// its own run; a test here shows that it is configured to. Behaviour is not tested here.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, posix } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { literalTexts } from '../../web/test/jsx-texts.ts'
import { endpoints, resources } from '../src/resources/all.ts'
import { citationsIn, definitionErrors, definitionsIn } from './tidy-citations.ts'
import { replacedFiles, replacedFolders, replacedIdentifiers } from './tidy-replaced-names.ts'
import { supersededErrors } from './tidy-superseded.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

interface File {
  readonly path: string
  readonly text: string
}

interface Rule {
  readonly title: string
  readonly covers: (path: string) => boolean
  /** The problems of the file, as texts; none if it is tidy. */
  readonly find: (file: File) => readonly string[]
  /** A file that the rule must reject, which shows that the rule works. */
  readonly violation: File
}

const isSource = (path: string): boolean => /^packages\/[^/]+\/src\//.test(path)
const isTest = (path: string): boolean => /^packages\/[^/]+\/test\//.test(path)
const isWeb = (path: string): boolean => path.startsWith('packages/web/src/')
const isCode = (path: string): boolean => /\.(tsx?|m?js)$/.test(path)
/** The sources of the web application, and what builds its page. */
const isWebSource = (path: string): boolean => isCode(path) && (isWeb(path) || /^packages\/web\/[^/]+\.ts$/.test(path))
const isGenerated = (path: string): boolean => /^packages\/(sdk\/src\/contract|web\/src\/api\/facts)\.ts$/.test(path)
const isDocument = (path: string): boolean => path.endsWith('.md')
const exists = (path: string): boolean => existsSync(join(ROOT, path))

/** The file without its comments. A comment may mention what a rule about code forbids. */
const codeOf = ({ text }: File): string =>
  text.replaceAll(/^[ \t]*\/\*[\s\S]*?\*\//gm, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

const matches = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([found]) => found)

const importsOf = (file: File): string[] =>
  Array.from(codeOf(file).matchAll(/(?:\bfrom|\bimport)[ (]'([^']+)'/g), ([, specifier = '']) => specifier)

// What the files of a folder may import besides their own folder. engine and resources do not know each other; in the
// web application every folder may use messages, and the entry files are above all folders.
const LAYERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'packages/server/src/': {
    kit: [],
    io: ['kit'],
    pdf: ['kit', 'io'],
    define: ['kit', 'io'],
    engine: ['kit', 'io', 'define'],
    mail: ['kit', 'io', 'define'],
    webhooks: ['kit', 'io', 'define'],
    maintenance: ['kit', 'io', 'define'],
    auth: ['kit', 'io', 'define', 'mail'],
    resources: ['kit', 'io', 'pdf', 'define', 'mail', 'webhooks', 'auth'],
    reports: ['kit', 'io', 'define', 'resources'],
    accounts: ['kit', 'io', 'define', 'mail', 'auth', 'resources'],
    api: ['kit', 'io', 'define', 'engine', 'mail', 'auth', 'accounts'],
    main: [
      'kit',
      'io',
      'pdf',
      'define',
      'engine',
      'mail',
      'webhooks',
      'maintenance',
      'auth',
      'resources',
      'reports',
      'accounts',
      'api',
    ],
  },
  'packages/web/src/': {
    ...upward([
      'messages',
      'kit',
      'api',
      'parts',
      'frame',
      'records',
      'screens',
      'overlays.tsx',
      'signed-in.tsx',
      'app.tsx',
      'main.tsx',
      'boot.ts',
    ]),
    'service-worker.js': [],
  },
}

/** Layers in one order: each may import all that come before it. */
function upward(names: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(names.map((name, at) => [name, names.slice(0, at)]))
}

function layerErrors(file: File): string[] {
  const [, source = '', folder = ''] = /^(packages\/[^/]+\/src\/)([^/]+)/.exec(file.path) ?? []
  const allowed = LAYERS[source]?.[folder]
  if (allowed === undefined) return ['is in no layer']
  return importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .filter((specifier) => {
      const target = posix.join(posix.dirname(file.path), specifier)
      // The package's own description belongs to no layer.
      if (target === source.replace(/src\/$/, 'package.json')) return false
      if (!target.startsWith(source)) return true
      const other = target.slice(source.length).split('/')[0] ?? ''
      return other !== folder && !allowed.includes(other)
    })
    .map((specifier) => `${folder} may not import ${specifier}`)
}

const SCREENS = 'packages/web/src/screens/'
const SERVICE_WORKER = 'packages/web/src/service-worker.js'

/** Imports from one folder of screens into another: what several screens need is in records or parts. */
function screenImports(file: File): string[] {
  const own = file.path.slice(SCREENS.length).split('/')[0]
  return importsOf(file).filter((specifier) => {
    if (!specifier.startsWith('.')) return false
    const target = posix.join(posix.dirname(file.path), specifier)
    return target.startsWith(SCREENS) && target.slice(SCREENS.length).split('/')[0] !== own
  })
}

// The kit only computes: it reads and writes nothing outside of its arguments.
const IO_MODULES =
  /^(node:(fs|net|tls|https?|http2|dgram|dns|child_process|worker_threads|cluster|os|process|readline|sqlite)\b|pg$|better-sqlite3$|fastify$)/

const QUOTED_RESOURCE = new RegExp(`(['"\`])(${[...resources.keys(), ...endpoints.keys()].join('|')})\\1`, 'g')

/** The clocks, and the check of a webhook's age in the programs of others, who have no clock of ours. */
const CLOCKS = ['packages/server/src/io/clock.ts', 'packages/web/src/kit/clock.ts', 'packages/sdk/src/webhook.ts']

/** The clock of the tests, the test of the clock, and files whose rules or types name what they forbid. */
const TEST_CLOCKS = [
  'packages/server/test/fixture/test-clock.ts',
  'packages/server/test/io/clock.test.ts',
  'packages/server/test/tidy.test.ts',
  'packages/sdk/test/contract.test.ts',
]

const EMPTY_NAMES = /^(managers?|helpers?|utils?|utilities|services?|commons?|data|infos?)$/

// Each suppression has its reason beside it and is listed here, so that a new one is a deliberate decision.
const SUPPRESSIONS: Readonly<Record<string, number>> = {
  'scripts/test-reporter.ts': 1, // Node finds a reporter by its default export.
  'packages/sdk/src/index.ts': 1, // A package has one entry, which is a barrel.
  'packages/web/vite.config.ts': 1, // Vite asks for a default export.
  // Effects that depend on something else than the objects they use; each comment says on what.
  'packages/web/src/frame/shortcuts.ts': 1,
  'packages/web/src/frame/work-fields.tsx': 1,
  'packages/web/src/parts/chart-drawing.tsx': 1,
  'packages/web/src/parts/preview.tsx': 1,
  'packages/web/src/parts/virtual-table.tsx': 4, // And keys that move between the links of a table.
  // Key handlers on an element around the field.
  'packages/web/src/parts/rich-text-bar.tsx': 1,
  'packages/web/src/screens/tasks/task-checklist.tsx': 1,
  'packages/web/src/screens/tasks/task-title.tsx': 1,
  // Lists whose entries are identified by their position.
  'packages/web/src/parts/menu.tsx': 1,
  'packages/web/src/parts/pdf-drawing.tsx': 1,
  'packages/web/src/parts/stored-html.tsx': 1, // The only place that shows stored HTML, sanitized.
  'packages/web/test/browser/threats-html.test.ts': 1, // That eval is refused is what it tests.
}

/**
 * The web application compares no role and no group id itself. The sets of roles that it asks for are those of rules of
 * the server (`roleSets` of the generated facts). Where it asks, and how often; the numbers may only become smaller.
 */
const ROLE_QUESTIONS: Readonly<Record<string, number>> = {
  // The functions that the other files ask: the people of clients are those who are not staff; whose time is seen.
  'packages/web/src/api/permissions.ts': 3,
  'packages/web/src/api/session.tsx': 1,

  // Other people, by their role: choices leave out those whom the server would not accept, and lists mark them. The
  // server says per record what the signed-in person may do, but not what other people may do.
  'packages/web/src/records/people/people.ts': 1,
  'packages/web/src/records/people/person-form.tsx': 5, // Also the role that people of a client get first.
  'packages/web/src/records/people/role-badge.tsx': 1,
  'packages/web/src/records/tasks/task-options.ts': 1,
  'packages/web/src/screens/people/person-permissions.ts': 1,
  'packages/web/src/screens/people/person-screen.tsx': 1,
  'packages/web/src/screens/people/person-work.tsx': 1,
  'packages/web/src/screens/projects/project-team.tsx': 2,
  'packages/web/src/screens/projects/team-form.tsx': 1,
  'packages/web/src/screens/timesheet/timesheet-screen.tsx': 1,

  // The portal of a client has other words.
  'packages/web/src/records/money/receivables.tsx': 1,
  'packages/web/src/screens/requests/request-form.tsx': 1,
  'packages/web/src/screens/requests/requests-screen.tsx': 2,
  'packages/web/src/screens/tasks/calendar.tsx': 1,

  // It has another home page and other lists, and leaves out what is the same in all records of one client.
  'packages/web/first-frame-html.ts': 1, // All roles, to write the first frame of each.
  'packages/web/src/frame/navigation.ts': 1,
  'packages/web/src/records/clients/client-name.tsx': 1,
  'packages/web/src/records/money/ledger-columns.tsx': 1,
  'packages/web/src/records/money/ledger.tsx': 1,
  'packages/web/src/screens/home/home-screen.tsx': 1,
  'packages/web/src/screens/projects/project-overview.tsx': 1,
  'packages/web/src/screens/projects/project-screen.tsx': 2,
  'packages/web/src/screens/projects/projects-screen.tsx': 1,

  // What is done in it by default: requests are mailed, reports are not shared.
  'packages/web/src/records/mail-notification.ts': 1,
  'packages/web/src/screens/reports/saved-report-dialogs.tsx': 1,
}
const ROLE_COMPARISON =
  /\broles?\s*[=!]==(?!\s*null\b)|[=!]==\s*'(?:Administrator|Manager|Resource|Executive)'|\bgroupid\s*[=!]==(?!\s*null\b)/
const ROLE_QUESTION = /\b(?:inRoleSet|roleOfGroup|isClient|useIsClient|usePortal)\(|\bgroupOfRole[.)\]]|\bgroupIds\b/
const ROLE_COMPARISON_OR_QUESTION = new RegExp(`${ROLE_COMPARISON.source}|${ROLE_QUESTION.source}`, 'g')

function roleErrors(file: File): string[] {
  const found = matches(codeOf(file), ROLE_COMPARISON_OR_QUESTION)
  const allowed = ROLE_QUESTIONS[file.path] ?? 0
  if (found.length < allowed) return [`asks ${found.length} times for a role: lower the number in ROLE_QUESTIONS`]
  return found.slice(allowed)
}

// Built from two halves, so that this file does not match its own rule.
const TODO_MARKERS = new RegExp(`\\b(${['TO', 'FIX', 'X', 'HA'].join('|')})(?:DO|ME|XX|CK)\\b`, 'g')
const SUPPRESSION = new RegExp(['biome', 'ignore|@ts', '(ignore|expect|nocheck)'].join('-'), 'g')

/** One line is enough for a test, because its names say the rest, and for a web component. */
function headerErrors({ path, text }: File): string[] {
  const least = isTest(path) || path.startsWith('packages/web/') ? 1 : 2
  const lines = text.replace(/^#!.*\n/, '').split('\n')
  const opening = lines.findIndex((line) => !line.startsWith('//'))
  return opening < least || opening > 5 ? [`opens with ${opening} lines of comment instead of ${least} to 5`] : []
}

/** The formatter does not break comments. Text in a template string that looks like a comment does not count. */
const longComments = ({ text }: File): string[] =>
  matches(text, /^[ \t]*(\/\/.*|\/\*[\s\S]*?\*\/)/gm)
    .flatMap((comment) => comment.split('\n'))
    .filter((line) => line.length > 120)
    .map((line) => `has a comment line of ${line.length} columns: ${line.trim().slice(0, 40)}...`)

/** Phrases that the glossary replaces. Most were word-for-word translations. */
const UNIDIOMATIC =
  /\b(is there|are there already|make the|made the|mend|lets go of|stands? still|handed in|given back|who had it|per cent|e-mail|user name|somebody|not for you to see|is needed|goes for good|taken back|closing words|please)\b|!$/gi

/** The texts in quotation marks of a file that users read. */
const unidiomaticTexts = (file: File): string[] =>
  matches(codeOf(file), /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g).flatMap((text) =>
    matches(text.slice(1, -1), UNIDIOMATIC).map((phrase) => `says "${phrase}" in ${text}`),
  )

const REPLACED_NAMES = 'packages/server/test/tidy-replaced-names.ts'
const REPLACED_FILE = new RegExp(
  `(?<![\\w-])(${replacedFiles.join('|')})(\\.long)?(\\.test)?\\.(tsx?|module\\.css)\\b`,
  'g',
)
const REPLACED = new RegExp(`\\b(?:(?:${replacedIdentifiers.join('|')})\\b|${replacedFolders.join('|')})`, 'g')

/** Old names in the path or the text of a file, comments included. */
const replacedNames = ({ path, text }: File): string[] =>
  [path, text]
    .flatMap((source) => [...matches(source, REPLACED_FILE), ...matches(source, REPLACED)])
    .map((name) => `uses the replaced name ${name}`)

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

/** Also the id of a group beside its role, as in `[2, 'Administrator']` and `administrator: 2`. */
const ROLE_SET_OR_GROUP_ID = new RegExp(
  [
    /\[(?:'(?:Administrator|Manager|Resource|Executive)'(?:,\s*)?)+\]/,
    /\bgroupid\b'?\)?(?::| in| between| [<>!=]=*)\s*\(?\d/,
    /\d,\s*'(?:Administrator|Manager|Resource|Executive)'/,
    /\b(?:[Aa]dministrator|[Mm]anager|[Rr]esource|[Ee]xecutive)'?:\s*\d/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

const rules: readonly Rule[] = [
  {
    title: 'imports point down',
    covers: (path) => path.startsWith('packages/server/src/') && isCode(path),
    find: layerErrors,
    violation: { path: 'packages/server/src/engine/list.ts', text: "import { task } from '../resources/task.ts'" },
  },
  {
    title: 'imports of the web application point down',
    covers: (path) => isWeb(path) && isCode(path),
    find: layerErrors,
    violation: { path: 'packages/web/src/parts/button.tsx', text: "import { Bar } from '../frame/bar.tsx'" },
  },
  {
    title: 'screens do not import other screens',
    covers: (path) => path.startsWith(SCREENS) && isCode(path),
    find: screenImports,
    violation: { path: `${SCREENS}tasks/list.tsx`, text: "import { Page } from '../invoices/page.tsx'" },
  },
  {
    title: 'every text that a user reads is in the catalogue',
    covers: (path) => isWeb(path) && path.endsWith('.tsx') && !path.startsWith('packages/web/src/messages/'),
    find: ({ path, text }) => literalTexts(path, text),
    violation: { path: 'packages/web/src/parts/button.tsx', text: 'export const a = <b>Save</b>' },
  },
  {
    title: 'only the api folder sends requests to the server, and the service worker forwards them',
    covers: (path) =>
      isWeb(path) && isCode(path) && !path.startsWith('packages/web/src/api/') && path !== SERVICE_WORKER,
    find: (file) =>
      matches(codeOf(file), /(?<![.\w])fetch\(|\bXMLHttpRequest\b|\bsendBeacon\b|\bnew (WebSocket|EventSource)\b/g),
    violation: { path: 'packages/web/src/screens/tasks/list.tsx', text: "await fetch('/app/api/task/')" },
  },
  {
    title: 'T-31: stored HTML is inserted at one place, which sanitizes it',
    covers: (path) => isWeb(path) && isCode(path) && path !== 'packages/web/src/parts/stored-html.tsx',
    find: (file) =>
      matches(
        codeOf(file),
        /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\bstyle=["']/g,
      ),
    violation: { path: 'packages/web/src/parts/note.tsx', text: 'node.innerHTML = text' },
  },
  {
    title: 'the web application asks what the server permits, and compares no roles',
    covers: (path) => isWebSource(path),
    find: roleErrors,
    violation: { path: 'packages/web/src/screens/tasks/list.tsx', text: 'const mine = !usePortal() && may(task)' },
  },
  {
    title: 'the kit has no side effects',
    covers: (path) => path.startsWith('packages/server/src/kit/'),
    find: (file) => [
      ...importsOf(file).filter((specifier) => IO_MODULES.test(specifier)),
      ...matches(codeOf(file), /\b(process\.\w+|fetch\(|Math\.random)/g),
    ],
    violation: { path: 'packages/server/src/kit/text.ts', text: "import { readFileSync } from 'node:fs'" },
  },
  {
    title: 'the SDK imports nothing but itself, so that it runs in browsers too',
    covers: (path) => path.startsWith('packages/sdk/src/'),
    find: (file) => [
      ...importsOf(file).filter((specifier) => !/^\.\/[a-z-]+\.ts$/.test(specifier)),
      ...matches(codeOf(file), /\b(process|Buffer|require)\b[.(]/g),
    ],
    violation: { path: 'packages/sdk/src/wire.ts', text: "import { randomUUID } from 'node:crypto'" },
  },
  {
    title: 'the engine names no resource',
    covers: (path) => path.startsWith('packages/server/src/engine/'),
    find: (file) => matches(codeOf(file), QUOTED_RESOURCE),
    violation: { path: 'packages/server/src/engine/list.ts', text: "if (resource.name === 'invoice') return" },
  },
  {
    title: 'sets of roles and group ids are named in define/actor.ts',
    covers: (path) =>
      (path.startsWith('packages/server/src/') && path !== 'packages/server/src/define/actor.ts') ||
      (isWebSource(path) && !isGenerated(path)),
    find: (file) => matches(codeOf(file), ROLE_SET_OR_GROUP_ID),
    violation: { path: 'packages/web/first-frame-html.ts', text: "const groups = [[2, 'Administrator']]" },
  },
  {
    title: 'only config reads the environment',
    covers: (path) => isSource(path) && path !== 'packages/server/src/main/config.ts',
    find: (file) => matches(codeOf(file), /\bprocess\.env\b|\bprocess\b.*\benv\b.*=|\benv\b.*\bfrom 'node:process'/g),
    violation: { path: 'packages/server/src/api/app.ts', text: 'const port = process.env.PORT' },
  },
  {
    title: 'only the clock reads the time',
    covers: (path) => isSource(path) && !CLOCKS.includes(path),
    find: (file) => matches(codeOf(file), /\bDate\.now\b|\bnew Date(\(\)|\b(?!\())|\bperformance\.now\b|\bhrtime\b/g),
    violation: { path: 'packages/server/src/api/quota.ts', text: 'const today = new Date().toISOString()' },
  },
  {
    title: 'no test reads the date of the machine',
    covers: (path) => isTest(path) && isCode(path) && !TEST_CLOCKS.includes(path),
    find: (file) => matches(codeOf(file), /\bDate\.now\b|\bnew Date(\(\)|\b(?!\())|\bperformance\.timeOrigin\b/g),
    violation: { path: 'packages/web/test/browser/demo-calendar.ts', text: 'const today = new Date().toISOString()' },
  },
  {
    title: 'no test gives the clock of the machine to the server',
    covers: (path) => isTest(path) && isCode(path) && !TEST_CLOCKS.includes(path),
    find: (file) => matches(codeOf(file), /\b(?:systemClock|shiftedClock)\b/g),
    violation: {
      path: 'packages/server/test/io/sqlite.test.ts',
      text: 'openSqlite({ dataFolder, clock: systemClock })',
    },
  },
  {
    title: 'a file opens with up to five lines saying what it is for',
    covers: isCode,
    find: headerErrors,
    violation: { path: 'packages/server/src/kit/text.ts', text: '// Text.\n\nexport const a = 1\n' },
  },
  {
    title: 'comment lines have at most 120 columns',
    covers: (path) => !isDocument(path) && !path.endsWith('.sql') && !isGenerated(path),
    find: longComments,
    violation: { path: 'packages/web/src/parts/button.tsx', text: `  // ${'word '.repeat(24)}` },
  },
  {
    title: 'replaced names do not return',
    covers: (path) => path !== REPLACED_NAMES && path !== 'packages/server/test/tidy.test.ts',
    find: replacedNames,
    violation: { path: 'packages/server/src/api/repeat.ts', text: "import { Refusal } from '../define/refusal.ts'" },
  },
  {
    title: 'texts for users have the words of the glossary',
    covers: (path) =>
      /^packages\/(web\/src\/messages\/|server\/src\/(mail|define|engine|resources|reports|api)\/)/.test(path),
    find: unidiomaticTexts,
    violation: { path: 'packages/web/src/messages/en/projects.ts', text: "make: 'Make the project'," },
  },
  {
    title: 'nothing is put off in a comment',
    covers: (path) => !isDocument(path),
    find: ({ text }) => matches(text, TODO_MARKERS),
    violation: { path: 'scripts/test.ts', text: `// ${'TO'}${'DO'}: later` },
  },
  {
    title: 'no rule is switched off in passing',
    covers: isCode,
    find: ({ path, text }) => matches(text, SUPPRESSION).slice(SUPPRESSIONS[path] ?? 0),
    violation: { path: 'packages/server/src/io/file-store.ts', text: `// @ts${'-'}expect-error` },
  },
  {
    title: 'a file has at most 400 lines',
    covers: (path) => isCode(path) && !isTest(path) && !isGenerated(path),
    find: ({ text }) => (text.split('\n').length > 401 ? [`has ${text.split('\n').length - 1} lines`] : []),
    violation: { path: 'scripts/test.ts', text: '\n'.repeat(401) },
  },
  {
    title: 'files are kebab-case and their names say something',
    covers: (path) => !isDocument(path),
    find: ({ path }) => [
      ...(/^[a-z0-9]+(-[a-z0-9]+)*(\.(long\.test|test|module|config|d))?\.[a-z]+$/.test(basename(path))
        ? []
        : ['is not kebab-case']),
      ...(path === SERVICE_WORKER ? [] : path.split(/[/.-]/).filter((word) => EMPTY_NAMES.test(word))),
    ],
    violation: { path: 'packages/server/src/api/request-helper.ts', text: '' },
  },
  {
    title: 'the decisions that code cites exist',
    covers: isCode,
    find: ({ text }) => matches(text, /\bdocs\/[\w/-]+\.md\b/g).filter((name) => !exists(name)),
    violation: { path: 'scripts/test.ts', text: `// See ${'docs'}/adr/9999-not-there.md.` },
  },
  {
    title: 'every citation of a threat, an invariant or a decision has a definition',
    covers: () => true,
    find: ({ text }) =>
      citationsIn(text)
        .filter((number) => !defined.has(number))
        .map((number) => `cites ${number}, which ${DEFINING.join(', ')} do not define`),
    violation: { path: 'packages/server/src/kit/text.ts', text: `// See T-31 and ${'decisions'} 33,\n// 50 and 999.` },
  },
  {
    title: 'a definition has its number as anchor, once',
    covers: (path) => DEFINING.includes(path),
    find: ({ text }) => definitionErrors(text),
    violation: { path: 'docs/threats.md', text: '| <a id="t-13"></a>T-31 | Stored XSS |' },
  },
  {
    title: 'the paths that documents name exist',
    covers: isDocument,
    find: deadPaths,
    violation: { path: 'README.md', text: 'Look into `packages/server/src/nowhere.ts`.' },
  },
  {
    title: 'every decision record is linked from another document',
    covers: (path) => /^docs\/adr\/\d{4}-/.test(path),
    find: ({ path }) =>
      documents().some((other) => other.path !== path && other.text.includes(`${basename(path)})`)) ? [] : ['no link'],
    violation: { path: `${'docs'}/adr/9999-not-there.md`, text: '' },
  },
  {
    title: 'decision records and their table agree on what is superseded',
    covers: (path) => path === 'docs/adr/README.md',
    find: ({ text }) => supersededErrors(text, read(globSync('docs/adr/[0-9]*.md', { cwd: ROOT }))),
    violation: { path: 'docs/adr/README.md', text: '| 3 | [SQL as data](0003-sql.md) |' },
  },
]

function read(paths: readonly string[]): File[] {
  return paths.toSorted().map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

const OTHER_CODE = ['scripts/{,mutation/}*.{ts,mjs}', 'packages/*/bin/*.js', 'deploy/*.mjs']

const tree = [
  ...read(
    globSync(['packages/*/{src,test,bench,verify}/**/*.{ts,tsx,js,mjs,css}', 'packages/*/*.ts', ...OTHER_CODE], {
      cwd: ROOT,
    }),
  ),
  ...read(globSync('packages/*/migrations/**/*.sql', { cwd: ROOT })),
  ...documents(),
]

for (const { title, covers, find, violation } of rules) {
  test(`tidy: ${title}`, () => {
    const problems = tree
      .filter(({ path }) => covers(path))
      .flatMap((file) => find(file).map((problem) => `${file.path}: ${problem}`))
    assert.deepEqual(problems, [])
  })

  test(`tidy: ${title}, and a violation is rejected`, () => {
    assert.ok(covers(violation.path), 'the rule does not cover its own sample')
    assert.notDeepEqual(find(violation), [])
  })
}

test('tidy: a superseded decision record must be marked in the old record, in the new one and in the table', () => {
  const table = '| 1 | [Cookies](0001-cookies.md), superseded in part by 2 |\n| 2 | [Tokens](0002-tokens.md) |\n'
  const old = '# 1. Cookies\n\nSuperseded in part by [ADR 2](0002-tokens.md) (the\nAPI).\n\nText.\n'
  const newer = '# 2. Tokens\n\nSupersedes the part of [ADR 1](0001-cookies.md) about the API.\n'
  const errors = (one = old, two = newer, all = table): string[] =>
    supersededErrors(all, [
      { path: '0001-cookies.md', text: one },
      { path: '0002-tokens.md', text: two },
    ])
  assert.deepEqual(errors(), [])
  assert.deepEqual(errors(old, '# 2. Tokens\n'), ['ADR 2 does not say that it supersedes ADR 1'])
  assert.deepEqual(errors('# 1. Cookies\n', newer, table.replace(', superseded in part by 2', '')), [
    'ADR 1 does not say that ADR 2 supersedes it',
  ])
  assert.deepEqual(errors(old, newer, table.replace('in part ', '')), [
    'ADR 1 is superseded in part by 2; the table says superseded by 2',
  ])
})

test('tidy: roles and ids of groups are found in every form', () => {
  const sets = [
    "create: ['Administrator', 'Manager']",
    'where person.groupid in (2, 3)',
    "const groups = [[2, 'Administrator']]",
    'const groupIds = { administrator: 2, manager: 3 }',
  ]
  for (const text of sets) assert.notDeepEqual(matches(text, ROLE_SET_OR_GROUP_ID), [], text)
  const questions = [
    "const mine = role !== 'Resource'",
    "group === 'Administrator'",
    'groupid === groupIds.executive',
    'groupid === groupOfRole.Executive',
    'if (groupid !== 5) return',
    'const isClient = useIsClient()',
    'people.filter(({ group }) => !isClient(group))',
    "inRoleSet('staff', role)",
  ]
  for (const text of questions) assert.notDeepEqual(matches(text, ROLE_COMPARISON_OR_QUESTION), [], text)
  assert.deepEqual(roleErrors({ path: 'packages/web/src/records/people/people.ts', text: '' }), [
    'asks 0 times for a role: lower the number in ROLE_QUESTIONS',
  ])
})

test('tidy: the checked files are all files of the repository', () => {
  for (const folder of [
    'packages/server/src/kit/',
    'packages/server/src/engine/',
    'packages/server/test/',
    'packages/sdk/src/',
    'packages/sdk/test/',
    'packages/sdk/README.md',
    'packages/web/src/kit/',
    'packages/web/src/parts/',
    'packages/web/src/service-worker.js',
    'packages/web/test/',
    'packages/web/vite.config.ts',
    'packages/server/bin/',
    'packages/server/bench/',
    'packages/server/verify/',
    'scripts/',
    'deploy/health.mjs',
  ]) {
    assert.ok(
      tree.some(({ path }) => path.startsWith(folder)),
      `${folder} is missing`,
    )
  }
  const checked = new Set(tree.map(({ path }) => path))
  const code = globSync('{deploy,packages,scripts}/**/*.{ts,tsx,js,cjs,mjs,css,sql}', {
    cwd: ROOT,
    exclude: (path) => basename(path) === 'node_modules' || BUILT.includes(path),
  })
  assert.deepEqual(
    code.filter((path) => !checked.has(path)),
    [],
  )
})

test('tidy: Biome, with our settings, rejects what the house rules forbid', () => {
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
    const rejected = new Set(Array.from(String(stdout).matchAll(/title=lint\/\w+\/(\w+)/g), ([, rule]) => rule))
    assert.deepEqual([...rejected].sort(), [
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
