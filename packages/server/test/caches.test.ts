// Every Map, Set and cache of the server that lives longer than a function call, with its bound or the reason why its
// keys are few. A cache whose keys callers choose must not grow without a bound (T-90), so a new one fails here until
// it is listed.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))

/** The text in the file that sets the bound, or why no bound is needed. */
type Limit = { readonly bound: string } | { readonly reason: string }

const fixed = { reason: 'constant content' }
const perDefinition = { reason: 'one entry for each resource, field, filter or report and each kind of viewer' }
const perRequest = { reason: 'belongs to one request, batch, document or command, and is dropped with it' }
const perCounter = { reason: 'one entry for each account, and for each person whose share of the quota is counted' }
const perTable = { reason: 'one entry for each table of the database' }

const COLLECTIONS: Readonly<Record<string, Limit>> = {
  'accounts/account-list.ts byAccount': perRequest,
  'api/allowed-methods.ts allowedMethodsCache': perDefinition,
  'api/connection-limits.ts counts': { bound: 'open >= total * REFUSED_ABOVE' },
  'api/http2-sessions.ts #open': { reason: 'open connections, which connection-limits.ts limits' },
  'api/load-limits.ts #queues': { reason: 'people and accounts with an open request' },
  'api/openapi/components.ts retryable': fixed,
  'api/openapi/contract-routes.ts cache': { reason: 'one entry for each fixed path of the documentation' },
  'api/http1-connection.ts #open': { bound: 'this.#open.size < this.#options.openPerConnection' },
  'api/pipelining.ts connections': { reason: 'open connections, which connection-limits.ts limits' },
  'api/rate-limit.ts #counts': { bound: 'capacity = 100_000' },
  'api/rate-limit.ts #toShare': { bound: 'capacity = 100_000' },
  'api/pipeline.ts this.#secretResources': perDefinition,
  'api/report-operation.ts columnsCache': perDefinition,
  'api/request-metrics.ts #series': { reason: 'resources of the definitions, and the methods that Node knows' },
  'api/request-metrics.ts methods': { reason: 'the methods that Node knows' },
  'api/request-timeout.ts methodsOfUploads': fixed,
  'api/request-timeout.ts rejectedLater': { reason: 'an entry ends with its connection' },
  'api/response-serializer.ts serializers': perDefinition,
  'api/running-requests.ts #running': { reason: 'people who have a request running' },
  'api/session/live-updates.ts #streams': { bound: 'streamsPerSession = 10' },
  'api/session/live-updates.ts #versions': { reason: 'accounts with an open stream' },
  'api/token-authentication.ts #callersByHash': { bound: 'callerCapacity = 50_000' },
  'api/token-authentication.ts #hashesByHeader': { bound: 'headerCapacity = 5000' },
  'api/token-authentication.ts #usedAt': { bound: '(callerCapacity)' },
  'api/upload.ts #partNames': perRequest,
  'api/upload.ts #record': perRequest,
  'api/work-queue.ts #queues': { bound: 'this.#limits' },
  'define/joins.ts joinsByResource': perDefinition,
  'define/kinds.ts booleanTexts': fixed,
  'define/report.ts built': perDefinition,
  'engine/count-cache.ts #counts': { bound: 'capacity = 20_000' },
  'engine/count-cache.ts #largeLists': { reason: 'one entry for each account, which operators create, and resource' },
  'engine/delete-record.ts referrers': perDefinition,
  'engine/list-statements.ts #conditions': perDefinition,
  'engine/list-statements.ts #selections': perDefinition,
  'engine/list-statements.ts #shortSearches': perDefinition,
  'engine/list-statements.ts this.#statements': { bound: 'maxCachedLists = 250' },
  'engine/record-search.ts #statements': perDefinition,
  'engine/record-search.ts noTables': fixed,
  'engine/references.ts #statements': { bound: 'LruCache<string, Statement>(maxCachedStatements)' },
  'engine/references.ts names': perDefinition,
  'engine/select-sql.ts #cache': perDefinition,
  'io/sql.ts compiledFragments': { reason: 'an entry ends with its fragment' },
  'engine/write-plan.ts plans': perDefinition,
  'io/address-guard.ts this.#allowedNames': { reason: 'the hosts of one setting' },
  'io/change-log.ts builtStatements': { reason: 'an entry ends with its Statement' },
  'io/distribution.ts tablesOfNoAccount': fixed,
  'io/lookup.ts addStatements': fixed,
  'io/lookup.ts missingLookups': fixed,
  'io/oidc-client.ts #discovered': { bound: 'LruCache<string, Discovery>(100)' },
  'io/postgres-batch-writer.ts #running': { reason: 'writes that are running' },
  'io/postgres-batch-writer.ts #waiting': { reason: 'writes that wait, which are limited by the requests' },
  'io/postgres-connection.ts #prepared': { bound: 'maxPreparedStatements = 1000' },
  'io/postgres-errors.ts busyCodes': fixed,
  'io/postgres-errors.ts unavailableCodes': fixed,
  'io/postgres-events.ts wholeNumbers': fixed,
  'io/postgres-quota.ts #days': perCounter,
  'io/postgres-statements.ts #byKey': { bound: '>(maxKeyedStatements)' },
  'io/postgres-statements.ts #byStatement': { reason: 'an entry ends with its Statement' },
  'io/postgres-transaction.ts tablesReadAhead': perRequest,
  'io/postgres.ts #runningReads': { reason: 'reads that are running' },
  'io/removed-files.ts replacements': fixed,
  'io/sanitize-large-html.ts waiting': { bound: 'maxWaiting = 50' },
  'io/schema.ts #cascades': perTable,
  'io/schema.ts #columns': perTable,
  'io/schema.ts #fileRemovals': perTable,
  'io/schema.ts #partCounts': perTable,
  'io/schema.ts #references': perTable,
  'io/sql.ts #compiledFor': { reason: 'one entry for each of the two databases' },
  'io/row-counts.ts #running': { reason: 'counts that are running' },
  'io/row-counts.ts #tables': perTable,
  'io/sqlite-counters.ts #counters': perRequest,
  'io/sqlite-quota.ts #days': perCounter,
  'io/sqlite-quota.ts #versions': perCounter,
  'io/sqlite-reader-pool.ts #all': { bound: 'maxThreads = 2' },
  'io/sqlite-reader-thread.ts newStatementCache': { bound: 'maxStatements = 100' },
  'io/sqlite-session.ts #byKey': { bound: 'LruCache<string, CachedSql>(maxKeyedStatements)' },
  'io/sqlite-session.ts #byStatement': { reason: 'an entry ends with its Statement' },
  'io/sqlite-search.ts this.#steps': perTable,
  'io/sqlite-session.ts #lastInserts': perTable,
  'io/store.ts internalTables': fixed,
  'io/store.ts keptRows': fixed,
  'io/store.ts transientTables': fixed,
  'io/table-changes.ts #deltas': perRequest,
  'kit/accept-header.ts formatCache': { bound: 'MAX_CACHED = 200' },
  'kit/calendar.ts zoneClocks': { bound: 'MAX_ZONES = 2000' },
  'kit/json-reader.ts SIMPLE_ESCAPES': fixed,
  'kit/lru-cache.ts #entries': { bound: 'size <= this.capacity' },
  'kit/lru-cache.ts this.#neededOnce': { bound: 'new LruCache(remembered)' },
  'kit/lru-cache.ts this.#values': { bound: 'new LruCache(capacity)' },
  'kit/media-type.ts safeTypes': fixed,
  'kit/password-rules.ts COMMON_PASSWORDS': fixed,
  'kit/xml-reader.ts ENTITIES': fixed,
  'main/backup/new-folder.ts allowedFiles': fixed,
  'main/demo/requests.ts keysWithLogin': fixed,
  'main/sender-loop.ts #sending': { reason: 'mails and webhooks that are being sent, at most 10' },
  'main/transfer/export-format.ts excludedTables': fixed,
  'main/transfer/export-format.ts secretTables': fixed,
  'main/transfer/export.ts #folders': perRequest,
  'pdf/fonts.ts #cachedRuns': { bound: 'maxCachedRuns = ' },
  'pdf/fonts.ts #main': perRequest,
  'pdf/fonts.ts #runs': perRequest,
  'pdf/fonts.ts entries': perRequest,
  'pdf/fonts.ts this.#characters': fixed,
  'pdf/fonts.ts results': { reason: 'one entry for each font file' },
  'pdf/page-layout.ts #registered': perRequest,
  'reports/all.ts reports': fixed,
  'resources/all.ts endpoints': fixed,
  'resources/all.ts resources': fixed,
  'resources/invoice-grouping.ts names': perRequest,
  'resources/invoice-time-lines.ts linesOf': perRequest,
  'kit/currency.ts currencies': fixed,
}

const collection = String.raw`(?::[^=\n]+)? = (?:\(\)[^=]*=> )?new (?:Weak)?(?:Map|Set|LruCache|RepeatCache)\b`
const PATTERNS = [
  // Of a module, and of an object.
  new RegExp(String.raw`^(?:export )?(?:const|let) (\w+)${collection}`, 'gm'),
  new RegExp(String.raw`^ +(?:private |protected )?(?:static )?(?:readonly )?((?:this\.)?#?\w+)${collection}`, 'gm'),
  // Of a function that the enclosing function returns or defines next.
  new RegExp(String.raw`^ +const (\w+)${collection}[^\n]*\(\w*\)\n\n? +(?:return \(|const \w+ = \()`, 'gm'),
]

const LOCAL = new RegExp(String.raw`^( +)const (\w+)${collection}`)

/** Begins a function that outlives the one around it: a listener, a hook, a timer, a method or a returned function. */
const OUTLIVING =
  /\.(?:on|once|addListener|addHook)\(|setInterval\(|\.\w+ = (?:async )?(?:\(|function\b)|return (?:async )?(?:\([^()]*\)(?:: [^=]+)?|\w+) => /

const indentOf = (line: string): number => line.length - line.trimStart().length

/** The lines from this one on that are indented like it or deeper. */
function blockFrom(lines: readonly string[], first: number, indent: number): readonly string[] {
  const end = lines.findIndex((line, at) => at > first && line.trim() !== '' && indentOf(line) < indent)
  return lines.slice(first, end === -1 ? undefined : end)
}

/** Of a function, used by a function inside it that outlives it. */
function keptByClosures(text: string): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const [, spaces = '', name = ''] = LOCAL.exec(line) ?? []
    if (name === '') return []
    const rest = blockFrom(lines, at, spaces.length).slice(1)
    const isUsed = rest.some((inner, begin) => {
      if (!OUTLIVING.test(inner)) return false
      const closure = [inner, ...blockFrom(rest, begin + 1, indentOf(inner) + 1)].join('\n')
      return new RegExp(String.raw`\b${name}\b`).test(closure)
    })
    return isUsed ? [name] : []
  })
}

function collectionsIn(text: string): string[] {
  const found = PATTERNS.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, name = '']) => name))
  return [...found, ...keptByClosures(text).filter((name) => !found.includes(name))]
}

const files = globSync('**/*.ts', { cwd: SOURCES }).map((path) => ({
  path,
  text: readFileSync(`${SOURCES}${path}`, 'utf8'),
}))

test('T-90: every long-lived Map, Set and cache of the server is listed with its bound', () => {
  const found = files.flatMap(({ path, text }) => collectionsIn(text).map((name) => `${path} ${name}`))
  assert.deepEqual(found.sort(), Object.keys(COLLECTIONS).sort())
})

test('the bounds in the list are those of the code', () => {
  for (const [name, limit] of Object.entries(COLLECTIONS)) {
    if (!('bound' in limit)) continue
    const text = files.find(({ path }) => name.startsWith(`${path} `))?.text ?? ''
    assert.ok(text.includes(limit.bound), `${name}: the file does not contain "${limit.bound}"`)
  }
})

test('what ends with its function is not listed', () => {
  for (const text of [
    'function read(rows) {\n  const found = new Set()\n  for (const row of rows) found.add(row)\n  return found\n}',
    "function read(on) {\n  const found = new Set()\n}\nfunction other(server, found) {\n  server.on('end', () => found)\n}",
  ])
    assert.deepEqual(collectionsIn(text), [])
})

test('a new cache is found wherever it is declared', () => {
  const declarations = [
    'const found = new Map<string, number>()',
    'class A {\n  readonly #found = new Set<string>()\n}',
    'class A {\n  private found: Map<string, number> = new Map()\n}',
    'const keep = () => {\n  const found = new Map<string, number>()\n  return (key: string) => found.get(key)\n}',
    "function keep(server) {\n  const found = new Map<string, number>()\n  server.on('end', (key) => {\n    found.get(key)\n  })\n}",
    'function keep(server) {\n  const found = new Set<string>()\n  server.closeAll = () => {\n    found.clear()\n  }\n}',
    'function keep() {\n  const found = new Set()\n  const other = 1\n  return (key) => found.has(key)\n}',
  ]
  for (const text of declarations)
    assert.deepEqual(
      collectionsIn(text).map((name) => name.replace('#', '')),
      ['found'],
    )
})
