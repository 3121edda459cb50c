// The contract as a document: a standard ruleset finds no problem, its examples are valid, it marks additions to the
// reference as ours, and it has exactly the paths of the server. That it is up to date is in generated.test.ts.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Invalid } from '../../src/define/api-error.ts'
import { reports } from '../../src/reports/all.ts'
import { endpoints, resources } from '../../src/resources/all.ts'
import { type ApiFixture, startApiFixture } from '../fixture/api-fixture.ts'
import { TestDatabases } from '../fixture/databases.ts'
import { company } from '../transcription/company.ts'
import { plainRows } from '../transcription/differences.ts'
import { money } from '../transcription/money.ts'
import { notes } from '../transcription/notes.ts'
import { people } from '../transcription/people.ts'
import { projects } from '../transcription/projects.ts'
import { tasks } from '../transcription/tasks.ts'
import { time } from '../transcription/time.ts'
import type { Transcript } from '../transcription/transcript.ts'
import { work } from '../transcription/work.ts'
import { contract, contractText, operations, schemaErrors } from './openapi-assertions.ts'

suite('the contract', () => {
  test('the recommended ruleset of Redocly finds no problem', async () => {
    // The only rule that is off requires a licence in the document.
    const config = await createConfig({ extends: ['recommended'], rules: { 'info-license': 'off' } })
    const problems = await lintFromString({ source: contractText, absoluteRef: 'openapi.json', config })
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
      [],
    )
    const broken = contractText.replace('"operationId": "listTask"', '"operationId": "readTask"')
    assert.notDeepEqual(await lintFromString({ source: broken, absoluteRef: 'openapi.json', config }), [])
  })

  test('every operation has a unique, valid id', () => {
    const names = operations().map(({ operation }) => operation.operationId)
    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.match(name, /^[a-z]+[A-Z][a-z]+([A-Z][a-z]+)*$/)
    for (const name of ['listTask', 'readTask', 'createTask', 'updateTask', 'deleteTask', 'issueInvoice']) {
      assert.ok(names.includes(name), name)
    }
  })

  test('every example matches its schema, and every record has one', () => {
    for (const [name, schema] of Object.entries(contract.components.schemas)) {
      const examples = schema.examples as unknown[] | undefined
      for (const example of examples ?? []) assert.deepEqual(schemaErrors(name, example), [], name)
      assert.ok(examples !== undefined || !resources.has(name.toLowerCase()), `${name} has no example`)
    }
  })

  test('a record that does not match its schema is noticed', () => {
    const examples = contract.components.schemas.Task?.examples as Record<string, unknown>[] | undefined
    const task = examples?.[0] ?? assert.fail('no example')
    assert.deepEqual(schemaErrors('Task', task), [])
    const { title, ...untitled } = task
    assert.ok(title !== undefined)
    for (const wrong of [
      untitled,
      { ...task, id: 1 },
      { ...task, title: null },
      { ...task, more: '' },
      { ...task, datedue: '' },
    ]) {
      assert.equal(schemaErrors('Task', wrong).length, 1)
    }
  })

  test('the examples of requests are accepted', () => {
    for (const [name, { fields, access }] of resources) {
      const called = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
      const schema = contract.components.schemas[`${called}${access.create === undefined ? 'Update' : 'Create'}`]
      for (const [field, value] of Object.entries(
        (schema?.examples as Record<string, string>[] | undefined)?.[0] ?? {},
      )) {
        const read = fields[field]?.kind.parse(value)
        assert.ok(read !== undefined && !(read instanceof Invalid), `${name}.${field}: ${value}`)
      }
    }
  })
})

const transcripts: Readonly<Record<string, Transcript>> = {
  ...people,
  ...projects,
  ...tasks,
  ...time,
  ...notes,
  ...work,
  company,
  ...money,
}

suite('what is ours', () => {
  const isOurs = (name: string): boolean => {
    const { access, extensionOperations = [] } = resources.get(name) ?? assert.fail(name)
    return Object.keys(access).every((operation) => extensionOperations.some((one) => one === operation))
  }

  for (const [name, { response, additions = {} }] of Object.entries(transcripts)) {
    test(`${name} marks the fields and filters that the reference does not have`, () => {
      const { fields, filters = {} } = resources.get(name) ?? assert.fail(name)
      const marked = (all: Readonly<Record<string, { extension?: true }>>): string[] =>
        Object.keys(all).filter((one) => all[one]?.extension === true)
      const plain = plainRows(additions.plain)
      const added = Object.keys({ ...additions.response, ...additions.settable, ...plain.response }).filter(
        (field) => !(field in response),
      )
      const addedFilters = Object.keys({ ...additions.filters, ...plain.filters })
      assert.deepEqual(marked(fields).sort(), isOurs(name) ? [] : added.sort())
      assert.deepEqual(marked(filters).sort(), isOurs(name) ? [] : addedFilters.sort())
    })
  }

  test('operations beyond the reference are marked, and nothing of the reference is', () => {
    const marked = (path: string): string[] =>
      operations()
        .filter((one) => one.path === path && one.operation['x-ours'] === true)
        .map(({ method }) => method)
    assert.deepEqual(marked('/task'), [])
    assert.deepEqual(marked('/task/{id}'), [])
    assert.deepEqual(marked('/module').sort(), ['POST', 'PUT'])
    assert.deepEqual(marked('/document/{id}/download'), [])
    assert.deepEqual(marked('/company/{id}/download'), ['GET'])
    assert.deepEqual(marked('/timer/{id}/apply'), ['POST'])
    assert.deepEqual(marked('/unbilled'), ['GET'])
    assert.deepEqual(marked('/quota'), [])
  })
})

suite('the paths', () => {
  const databases = new TestDatabases()
  let fixture: ApiFixture
  before(async () => {
    fixture = await startApiFixture(await (await databases.create('sqlite')).open())
  })
  after(async () => {
    await fixture.close()
    await databases.clear()
  })

  const methodsOf = async (path: string): Promise<string[]> => {
    const reply = await fixture.call({ token: fixture.a.tokens.administrator, method: 'OPTIONS', path })
    if (reply.status !== 200) return []
    const allowed = String(reply.headers.allow).split(', ')
    return allowed.filter((method) => method !== 'HEAD' && method !== 'OPTIONS').sort()
  }
  const documentedMethods = (path: string): string[] =>
    operations()
      .filter((one) => one.path === path)
      .map(({ method }) => method)
      .sort()

  test('every path of the server is in the contract with its methods, and nothing else is', async () => {
    const names = [...resources.keys(), ...endpoints.keys(), ...reports.keys()]
    const lasts = new Set(Object.keys(contract.paths).map((path) => path.split('/')[3] ?? 'nothing'))
    for (const { actions = {}, renderings = {}, subLists = {} } of resources.values()) {
      for (const last of Object.keys({ ...actions, ...renderings, ...subLists })) lasts.add(last)
    }
    const paths = names.flatMap((name) => [
      `/${name}`,
      `/${name}/{id}`,
      ...[...lasts].map((last) => `/${name}/{id}/${last}`),
    ])
    for (const path of paths) {
      const real = path.replace('{id}', '1')
      assert.deepEqual(await methodsOf(real), documentedMethods(path), path)
      assert.deepEqual(await methodsOf(`${real}/`), documentedMethods(path), `${path}/`)
    }
    const open = Object.keys(contract.paths).filter((path) => !paths.includes(path))
    assert.deepEqual(open.sort(), ['/healthz', '/openapi.json', '/readyz'])
  })

  test('the server has four fixed paths besides the contract’s pages and the web application', () => {
    const above: string[] = []
    const routes = fixture.app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .map((line) => {
        const [, indent = '', part = ''] = /^([^/\w*]*)(\S*)/.exec(line) ?? []
        const depth = indent.length / 4
        above[depth] = `${above[depth - 1] ?? ''}${part}`
        return above[depth] ?? ''
      })
    const fixed = routes.filter((url) => !/^\/?\*?$|^\/(docs|app)\b/.test(url))
    assert.deepEqual(fixed.sort(), ['/calendar/:file', '/healthz', '/openapi.json', '/readyz'])
    assert.ok(routes.includes('/app/sessions/:id'), routes.join('\n'))
  })

  test('no token is required where the contract requires none', async () => {
    for (const { path, operation } of operations()) {
      if (operation.security === undefined) continue
      const { status } = await fixture.call({ path })
      assert.equal(status, 200, path)
    }
  })
})
