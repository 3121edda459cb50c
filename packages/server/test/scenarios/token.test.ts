// API tokens: both schemes of the header, expiry, read-only tokens, tokens for some resources, the last use, and who
// may create and revoke them. Sessions and passwords are in app-login.test.ts.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { operationFor } from '../../src/api/allowed-methods.ts'
import { maxTokensPerPerson } from '../../src/auth/own-token.ts'
import { nextId } from '../../src/io/database.ts'
import { mintToken, tokenHash } from '../../src/kit/token.ts'
import { reports } from '../../src/reports/all.ts'
import { endpoints, resources } from '../../src/resources/all.ts'
import { assertRefusedWith, callerFor, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import { CookieBrowser } from '../fixture/cookie-browser.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const password = 'a long pass phrase'

interface ApiOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** The resource, endpoint or report. */
  readonly target: string
  /** The action or sub-list; blank if there is none. */
  readonly word: string
}

const contract = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const targets = new Set([...resources.keys(), ...endpoints.keys(), ...reports.keys()])

/**
 * Every operation of the contract that takes a token, on a record that does not exist: limits of tokens are checked
 * before it is read.
 */
const operations = Object.entries(contract.paths)
  .flatMap(([path, methods]) =>
    (['GET', 'POST', 'PUT', 'DELETE'] as const)
      .filter((method) => methods[method.toLowerCase()] !== undefined)
      .map((method): ApiOperation => {
        const [, target = '', , word = ''] = path.split('/')
        return { method, path: `${path.replaceAll(/\{\w+\}/g, '1')}/`, target, word }
      }),
  )
  .filter(({ method, target }) => method !== 'GET' || targets.has(target))

suiteApiFixture((fixture) => {
  let browser: CookieBrowser
  before(async () => {
    const { a, app } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const id of [a.people.administrator, a.people.resource])
      await administrator.update(`/person/${id}/`, { password })
    browser = await signIn('ada')
    assert.ok(app)
  })

  async function signIn(name: string): Promise<CookieBrowser> {
    const signed = new CookieBrowser(fixture().app)
    assert.equal((await signed.signIn(name, password)).status, 201)
    return signed
  }

  async function createToken(settings: JsonObject = {}): Promise<{ id: number; token: string }> {
    const reply = await browser.post('/app/tokens', { name: 'Script', current: password, ...settings })
    assert.equal(reply.status, 201, reply.text)
    const { id, token } = reply.json.token as JsonObject
    return { id: Number(id), token: String(token) }
  }

  test('a token is accepted in Authorization: Bearer as in Basic', async () => {
    const { a, call } = fixture()
    const ask = (authorization: string) => call({ path: '/me/', headers: { authorization } })
    assert.equal((await ask(`Bearer ${a.tokens.manager}`)).json.personid, a.people.manager)
    assert.equal((await ask(`bearer  ${a.tokens.manager}`)).status, 200)
    for (const wrong of ['Bearer', 'Bearer x', `Bearer ${a.tokens.manager} x`, `Token ${a.tokens.manager}`])
      assertRefusedWith(await ask(wrong), 401, 9)
  })

  /** A token of the Administrator for one resource. */
  let lent: number | undefined

  /** Each replaces the one before: a person has at most 50, and there are more resources. */
  async function tokenFor(resource: string): Promise<string> {
    const { a, database } = fixture()
    const token = mintToken(randomBytes(32))
    const limits = { readonly: 'f', resources: resource }
    await database.write(a.accountid, async (tx) => {
      if (lent !== undefined) await tx.remove('token', lent)
      lent = await tx.insert('token', {
        id: nextId,
        personid: a.people.administrator,
        hash: tokenHash(token),
        name: resource,
        datecreated: '2026-05-14 10:00:00',
        ...limits,
      })
    })
    return token
  }

  const sendTo = (token: string, { method, path }: ApiOperation) =>
    callerFor(fixture(), token).send(method, path, ['GET', 'DELETE'].includes(method) ? undefined : {})

  test('T-120: a read-only token is refused for every write of every resource, and reads', async () => {
    const { a } = fixture()
    const { token } = await createToken({ readonly: 't' })
    const caller = callerFor(fixture(), token)
    const countOfEvents = async () => (await caller.list('/event/')).count
    const writes = operations.filter(({ method }) => method !== 'GET')
    const had = await countOfEvents()
    for (const write of writes) assertRefusedWith(await sendTo(token, write), 403, 10, 'read-only')
    assert.equal(await countOfEvents(), had, 'nothing was changed')
    for (const read of operations.filter(({ method }) => method === 'GET'))
      assert.doesNotMatch((await sendTo(token, read)).text, /token:/, read.path)
    assertRefusedWith(
      await caller.send('POST', `/projectteam/${a.projects.seen}/`, { personid: a.people.manager }),
      403,
      10,
      'read-only',
    )
    assert.ok((await caller.list('/task/')).count > 0)
  })

  test('T-120: the table of operations has every write and every action of the definitions', () => {
    const listed = new Set(operations.map(({ method, path }) => `${method} ${path}`))
    const expected = [...resources.values()].flatMap((resource) => [
      ...(['POST', 'PUT', 'DELETE'] as const).flatMap((method) =>
        [`/${resource.name}/`, `/${resource.name}/1/`]
          .filter((_, at) => isOffered(resource.name, method, at === 1))
          .map((path) => `${method} ${path}`),
      ),
      ...Object.keys(resource.actions ?? {}).map((name) => `POST /${resource.name}/1/${name}/`),
      ...Object.keys(resource.subLists ?? {}).map((name) => `GET /${resource.name}/1/${name}/`),
    ])
    const ofEndpoints = [...endpoints.values()].flatMap(({ name, collection, member }) => [
      ...Object.keys(collection).map((method) => `${method} /${name}/`),
      ...Object.keys(member).map((method) => `${method} /${name}/1/`),
    ])
    assert.deepEqual(
      [...expected, ...ofEndpoints].filter((one) => !listed.has(one)),
      [],
    )
    assert.ok(expected.length > 150, `only ${expected.length} were found`)
  })

  const isOffered = (name: string, method: 'POST' | 'PUT' | 'DELETE', member: boolean): boolean => {
    const resource = resources.get(name)
    const operation = resource === undefined ? null : operationFor(resource, method, member)
    return operation !== null && resource?.access[operation] !== undefined
  }

  test('T-120: a token for one resource is refused for every operation of every other one', async () => {
    const token = await tokenFor('worktype')
    for (const operation of operations) {
      const reply = await sendTo(token, operation)
      if (operation.target === 'worktype') assert.doesNotMatch(reply.text, /token:/, operation.path)
      else assertRefusedWith(reply, 403, 10, 'token: it may not be used for', operation.target)
    }
  })

  test('T-120: a token for a resource is refused for its actions and lists that reach another one, and only for them', async () => {
    for (const { name, subLists = {}, actions = {} } of resources.values()) {
      const token = await tokenFor(name)
      const others = new Map<string, string[]>()
      for (const [word, { target, forEveryReader }] of Object.entries(subLists))
        if (forEveryReader !== true && target !== name) others.set(word, [target])
      for (const [word, action] of Object.entries(actions))
        others.set(
          word,
          [...('creates' in action ? [action.creates] : []), ...(action.alsoWrites ?? [])].filter(
            (other) => other !== name,
          ),
        )
      for (const operation of operations.filter(({ target }) => target === name)) {
        const reached = others.get(operation.word) ?? []
        const reply = await sendTo(token, operation)
        if (reached.length > 0) assertRefusedWith(reply, 403, 10, 'token: it may not be used for', ...reached)
        else assert.doesNotMatch(reply.text, /token:/, operation.path)
      }
    }
  })

  test('T-120: a token for some resources is refused for all others, also where an action or a list reaches them', async () => {
    const { a } = fixture()
    const { token } = await createToken({ resources: 'task, invoiceitem' })
    const caller = callerFor(fixture(), token)
    const { id } = await caller.create('/task/', taskBody(a, { title: 'By a limited token' }))
    assert.equal((await caller.send('GET', `/task/${id}/event/`)).status, 200)
    assertRefusedWith(await caller.send('GET', '/client/'), 403, 10, 'client')
    assertRefusedWith(await caller.send('GET', '/invoiceitem/1/time/'), 403, 10, 'time')
    assertRefusedWith(await caller.send('GET', '/timereport/'), 403, 10)
    // The copies of other resources need the token too.
    assertRefusedWith(await caller.send('POST', `/task/${id}/duplicate/`), 403, 10, 'taskitem')
    const unknown = await browser.post('/app/tokens', { name: 'x', current: password, resources: 'task,wall' })
    assertRefusedWith(unknown, 400, 18, 'resources', 'wall')
  })

  test('T-121: a token is valid until the end of its last day and looks unknown afterwards', async () => {
    const { clock } = fixture()
    const past = await browser.post('/app/tokens', { name: 'x', current: password, expires: '2026-05-13' })
    assertRefusedWith(past, 400, 18, 'expires', 'in the past')
    const { token } = await createToken({ expires: '2026-05-14' })
    const ask = () => fixture().call({ token, path: '/me/' })
    const before = clock.now()
    assert.equal((await ask()).status, 200)
    clock.moveTo('2026-05-14T21:59:00Z')
    assert.equal((await ask()).status, 200)
    clock.moveTo('2026-05-14T22:00:00Z')
    assertRefusedWith(await ask(), 401, 9)
    clock.moveTo(before)
  })

  test('a new token needs the password, and nobody has more than 50', async () => {
    const wrong = await browser.post('/app/tokens', { name: 'x', current: 'not it' })
    assertRefusedWith(wrong, 400, 18, 'current: this is not your current password')
    assertRefusedWith(await browser.post('/app/tokens', { name: 'x' }), 400, 18, 'current: is required')
    const had = ((await browser.request('/app/tokens')).json.tokens as unknown[]).length
    const created: number[] = []
    for (let count = had; count < maxTokensPerPerson; count++) created.push((await createToken()).id)
    const beyond = await browser.post('/app/tokens', { name: 'x', current: password })
    assertRefusedWith(beyond, 400, 18, 'revoke one first')
    for (const id of created) await browser.remove(`/app/tokens/${id}`)
  })

  test('reissuing keeps the settings and ends the old token; a password change can end all of them', async () => {
    const old = await createToken({ readonly: 't', name: 'Reports' })
    const reply = await browser.post(`/app/tokens/${old.id}/reissue`, { current: password })
    const { token, name, readonly } = reply.json.token as JsonObject
    assert.deepEqual([reply.status, name, readonly], [201, 'Reports', 't'])
    assertRefusedWith(await fixture().call({ token: old.token, path: '/me/' }), 401, 9)
    assert.equal((await fixture().call({ token: String(token), path: '/me/' })).status, 200)
    const own = await signIn('resource')
    const made = await own.post('/app/tokens', { name: 'x', current: password })
    const mine = String((made.json.token as JsonObject).token)
    const change = { current: password, password: 'another pass phrase', revoketokens: 't' }
    assert.equal((await own.post('/app/password', change)).status, 204)
    assertRefusedWith(await fixture().call({ token: mine, path: '/me/' }), 401, 9)
    const back = { current: 'another pass phrase', password }
    assert.equal((await own.post('/app/password', back)).status, 204)
  })

  test('Administrators list the tokens of everybody with their last use and revoke any of them', async () => {
    const { a } = fixture()
    const own = await signIn('resource')
    const made = await own.post('/app/tokens', { name: 'Phone', current: password })
    const { id, token } = made.json.token as JsonObject
    assert.equal((await fixture().call({ token: String(token), path: '/me/' })).status, 200)
    const listed = async () =>
      ((await browser.request('/app/alltokens')).json.tokens as JsonObject[]).find((one) => one.id === id)
    for (let tries = 0; tries < 50 && (await listed())?.lastused === null; tries++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    const found = await listed()
    assert.deepEqual([found?.name, found?.personid, found?.lastaddress], ['Phone', a.people.resource, '127.0.0.1'])
    assertRefusedWith(await own.request('/app/alltokens'), 403, 10)
    assertRefusedWith(await own.remove(`/app/alltokens/${id}`), 403, 10)
    assert.equal((await browser.remove(`/app/alltokens/${id}`)).status, 204)
    assertRefusedWith(await fixture().call({ token: String(token), path: '/me/' }), 401, 9)
    assertRefusedWith(await browser.remove(`/app/alltokens/${id}`), 404, 14)
  })
})
