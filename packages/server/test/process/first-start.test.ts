// The first start and later ones with the real command: what is printed only once, what still works afterwards, what
// happens if it is killed, and that lost data is never taken for a first start.
import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { firstStartMarker, rejectLostSqliteFile } from '../../src/io/traces.ts'
import { tokenHash } from '../../src/kit/token.ts'
import { newDurableDatabase } from '../fixture/database-servers.ts'
import { longTest, quickTest } from '../fixture/suite-tests.ts'
import { eachDatabaseEnv, type StintServer, stintSource, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()

const count = async (server: StintServer, resource: string, token: string): Promise<unknown> =>
  (await server.request(`/${resource}/?limit=1`, { token })).json.listcount

eachDatabaseEnv((newPlace) => {
  test('T-56: the first start shows its secrets once, and the second start only the address', async () => {
    const place = await newPlace('empty')
    const data = join(processes.newFolder(), 'made', 'by', 'stint')
    const first = await processes.serve(data, place)
    assert.match(first.url, /^http:\/\/127\.0\.0\.1:\d+\/$/)
    assert.equal(first.banner.Username, 'admin')
    assert.match(first.banner.Password ?? '', /^[A-Za-z0-9]{20}$/)
    assert.match(first.token, /^[A-Za-z0-9_-]{40}$/)
    const [link, code = ''] = (first.banner['Set up at'] ?? '').split('#')
    assert.equal(link, `${first.url}app/welcome`)
    assert.match(code, /^[\w-]{43}$/)
    assert.ok((first.banner.Data ?? '').endsWith(resolve(data)), `Data says ${first.banner.Data}`)
    assert.equal((await first.request('/me/', { token: first.token })).status, 200)
    assert.equal(statSync(data).mode & 0o777, 0o700, 'others can read the data folder')
    const ending = await first.process.stop()
    assert.equal(ending.code, 0)
    assert.match(ending.stdout, /Open this link to set up your account\. It works once\.\n {2}Set up at /)
    assert.match(ending.stdout, /the set-up replaces the username and password\.\n {2}API token /)
    for (const secret of [first.token, first.banner.Password ?? '', code]) {
      assert.equal(ending.stdout.split(secret).length, 2, 'a secret must be printed exactly once')
    }

    const second = await processes.serve(data, { ...place, STINT_ADMIN_TOKEN: 'another-token-0' })
    assert.equal(second.process.stdout, `Stint is ready at ${second.url}\n`)
    assert.equal((await second.request('/me/', { token: first.token })).status, 200)
    assert.equal((await second.request('/me/', { token: 'another-token-0' })).status, 401)
    assert.equal((await second.process.stop()).stderr, '')
  })

  test('the sources start too, not only the bundle that other tests start', async () => {
    const server = await processes.serve(processes.newFolder(), await newPlace('empty'), [], stintSource)
    assert.equal((await server.request('/me/', { token: server.token })).status, 200)
    assert.equal((await server.process.stop()).code, 0)
  })

  test('T-45: neither the token nor the password is in the files of the data folder', async () => {
    const data = processes.newFolder()
    const server = await processes.serve(data, await newPlace())
    await server.process.stop()
    for (const file of ['stint.sqlite', 'quota.sqlite']) {
      const bytes = statSync(join(data, file), { throwIfNoEntry: false }) ? readFileSync(join(data, file)) : ''
      assert.ok(!bytes.includes(server.token), `${file} contains the token`)
      assert.ok(!bytes.includes(server.banner.Password ?? ''), `${file} contains the password`)
      assert.ok(!bytes.includes(server.banner['Set up at']?.split('#')[1] ?? ''), `${file} contains the set-up code`)
    }
  })

  test('STINT_ADMIN_TOKEN is the first token, and `stint token` creates and revokes others while the server runs', async () => {
    const place = await newPlace()
    const data = processes.newFolder()
    const server = await processes.serve(data, { ...place, STINT_ADMIN_TOKEN: 'chosen_Token-1' })
    const status = async (token: string) => (await server.request('/me/', { token })).status
    assert.equal(server.token, 'chosen_Token-1')
    assert.equal(await status('chosen_Token-1'), 200)
    const token = (...args: string[]) =>
      processes.run({ args: ['token', ...args], env: { ...place, STINT_DATA: data } }).finished
    const issued = await token('--person', 'admin', '--name', 'reports')
    assert.deepEqual([issued.code, issued.stderr], [0, ''])
    assert.match(issued.stdout, /^[A-Za-z0-9_-]{40}\n$/)
    assert.equal(await status(issued.stdout.trim()), 200)
    const nobody = await token('--person', 'nobody')
    assert.deepEqual(
      [nobody.code, nobody.stdout, nobody.stderr],
      [1, '', 'stint: Nobody who can sign in has the username or id "nobody".\n'],
    )
    assert.equal((await token('--person', 'ADMIN', '--revoke')).code, 0)
    assert.deepEqual([await status('chosen_Token-1'), await status(issued.stdout.trim())], [401, 401])
    const again = await token('--person', 'admin')
    assert.equal(await status(again.stdout.trim()), 200)
    assert.equal((await server.process.stop()).code, 0)
  })

  longTest('STINT_DEMO loads the demo company on the first start and never into an existing account', async () => {
    const [demoPlace, plainPlace] = [await newPlace(), await newPlace()]
    const [demoData, plainData] = [processes.newFolder(), processes.newFolder()]
    const demo = await processes.serve(demoData, { ...demoPlace, STINT_DEMO: 'on' })
    const projects = await count(demo, 'project', demo.token)
    assert.ok(Number(projects) > 0, `the demo has ${projects} projects`)
    assert.equal(demo.banner['Set up at'], undefined)
    await demo.process.stop()
    const again = await processes.serve(demoData, { ...demoPlace, STINT_DEMO: 'on' })
    assert.equal(await count(again, 'project', demo.token), projects)
    await again.process.stop()

    const plain = await processes.serve(plainData, plainPlace)
    assert.equal(await count(plain, 'project', plain.token), 0)
    await plain.process.stop()
    const late = await processes.serve(plainData, plainPlace, ['--demo'])
    assert.equal(await count(late, 'project', plain.token), 0)
    await late.process.stop()
  })
})

const quota = 'request counts in quota.sqlite'

for (const [what, damage] of [
  ['emptied', (file: string) => truncateSync(file)],
  ['deleted', (file: string) => rmSync(file)],
] as const) {
  const testOfSuite = what === 'emptied' ? quickTest : longTest
  testOfSuite(`T-106: a database that was ${what} beside other data is an error and not a new company`, async () => {
    const data = processes.newFolder()
    const server = await processes.serve(data)
    assert.equal((await server.request('/me/', { token: server.token })).status, 200)
    await server.process.stop()
    damage(join(data, 'stint.sqlite'))
    const before = readdirSync(data)
    const reason = new RegExp(`"code":1,.*has no data, but .* holds ${quota}: the database was lost.*stint restore`)
    await assert.rejects(processes.serve(data), reason)
    assert.deepEqual(readdirSync(data), before)
  })
}

quickTest('T-106: each trace of earlier data is named, and the folder of a new server has none', async () => {
  const data = processes.newFolder()
  mkdirSync(join(data, 'files', 'arriving'), { recursive: true })
  rejectLostSqliteFile(data)
  mkdirSync(join(data, 'files', 'ab'))
  writeFileSync(join(data, 'files', 'ab', 'cd'), 'a document')
  writeFileSync(join(data, 'secret.key'), 'a key')
  writeFileSync(join(data, 'stint.sqlite-wal'), 'records')
  writeFileSync(join(data, 'stint-before-0006-20260301T120000Z.sqlite'), 'a copy')
  const named = 'documents in files, secret.key, stint.sqlite-wal, stint-before-0006-20260301T120000Z.sqlite'
  assert.throws(() => rejectLostSqliteFile(data), { message: new RegExp(`holds ${named}:`) })
  const place = { STINT_DATABASE_URL: await newDurableDatabase() }
  await assert.rejects(processes.serve(data, place), /secret\.key/)
})

eachDatabaseEnv((newPlace) => {
  /** Starts with the demo company and kills the process some time after the file of the first start has appeared. */
  async function killFirstStart(data: string, place: Record<string, string>, waitMs: number): Promise<string> {
    const marker = join(data, firstStartMarker)
    const started = processes.run({
      args: ['serve', '--demo'],
      env: { STINT_DATA: data, STINT_PORT: '0', STINT_TLS: 'off', ...place },
    })
    while (!existsSync(marker)) {
      assert.equal(started.result, undefined, started.stderr)
      assert.doesNotMatch(started.stdout, /^Stint is ready/m)
      await sleep(2)
    }
    await sleep(waitMs)
    await started.stop('SIGKILL')
    return existsSync(marker) ? readFileSync(marker, 'utf8') : ''
  }

  longTest('T-107: a first start that was killed is completed by the next one, which shows the login', async () => {
    const [place, data] = [await newPlace('empty'), processes.newFolder()]
    const left: string[] = []
    for (const waitMs of [0, 100, 400, 900, 1600, 2500]) {
      left.push(await killFirstStart(data, place, waitMs))
    }
    assert.match(left[0] ?? '', /creating/)
    const server = await processes.serve(data, place, ['--demo'])
    assert.equal((await server.request('/me/', { token: server.token })).status, 200)
    // On SQLite, where it is loaded faster: demo.test.ts checks that the company is the same on both databases.
    const untouched = await processes.serve(processes.newFolder(), {}, ['--demo'])
    for (const resource of ['project', 'task', 'time', 'document', 'invoice', 'timesheet', 'expense']) {
      const expected = await count(untouched, resource, untouched.token)
      assert.ok(Number(expected) > 0)
      assert.equal(await count(server, resource, server.token), expected, resource)
    }
    assert.equal((await untouched.process.stop()).code, 0)
    assert.equal((await server.process.stop()).code, 0)
    assert.ok(!existsSync(join(data, firstStartMarker)))
    const second = await processes.serve(data, place)
    assert.equal(second.token, '')
    await second.process.stop()
  })

  longTest('T-107: a complete account whose login was not shown keeps its records and gets a new login', async () => {
    const [place, data] = [await newPlace(), processes.newFolder()]
    const marker = join(data, firstStartMarker)
    const first = await processes.serve(data, place)
    const body = { name: 'Kept', datecreated: '2026-03-01' }
    assert.equal((await first.request('/client/', { method: 'POST', token: first.token, body })).status, 201)
    await first.process.stop()
    writeFileSync(marker, JSON.stringify({ state: 'created', tokens: [tokenHash(first.token)] }))
    const second = await processes.serve(data, place)
    assert.match(second.banner.Password ?? '', /^[A-Za-z0-9]{20}$/)
    assert.match(second.banner['Set up at'] ?? '', /#[\w-]{43}$/)
    assert.equal((await second.request('/me/', { token: first.token })).status, 401)
    assert.equal(await count(second, 'client', second.token), 1)
    await second.process.stop()
    assert.ok(!existsSync(marker))
    // The file of another account, for example beside a database that was put there later, changes nothing.
    writeFileSync(marker, JSON.stringify({ state: 'creating', tokens: [tokenHash(first.token)] }))
    const third = await processes.serve(data, place)
    assert.equal(third.token, '')
    assert.equal(await count(third, 'client', second.token), 1)
    await third.process.stop()
    assert.ok(!existsSync(marker))
  })
})
