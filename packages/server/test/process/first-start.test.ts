// The first start and later ones with the real command: what is printed only once, and what still works afterwards.
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { longTest } from '../fixture/suite-tests.ts'
import { eachDatabaseEnv, type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()

const count = async (server: StintServer, resource: string, token: string): Promise<unknown> =>
  (await server.request(`/${resource}/?limit=1`, { token })).json.listcount

eachDatabaseEnv((newPlace) => {
  test('T-56: the first start shows its secrets once, and the second start only the address', async () => {
    const place = await newPlace()
    const data = join(processes.newFolder(), 'made', 'by', 'stint')
    const first = await processes.serve(data, place)
    assert.match(first.url, /^http:\/\/127\.0\.0\.1:\d+\/$/)
    assert.equal(first.banner['User name'], 'admin')
    assert.match(first.banner.Password ?? '', /^[A-Za-z0-9]{20}$/)
    assert.match(first.token, /^[A-Za-z0-9_-]{40}$/)
    const [link, code = ''] = (first.banner['Set up at'] ?? '').split('#')
    assert.equal(link, `${first.url}app/welcome`)
    assert.match(code, /^[\w-]{32}$/)
    assert.ok((first.banner.Data ?? '').endsWith(resolve(data)), `Data says ${first.banner.Data}`)
    assert.equal((await first.request('/me/', { token: first.token })).status, 200)
    assert.equal(statSync(data).mode & 0o777, 0o700, 'others can read the data folder')
    const ending = await first.process.stop()
    assert.equal(ending.code, 0)
    for (const secret of [first.token, first.banner.Password ?? '', code]) {
      assert.equal(ending.stdout.split(secret).length, 2, 'a secret must be printed exactly once')
    }

    const second = await processes.serve(data, { ...place, STINT_ADMIN_TOKEN: 'another-token-0' })
    assert.equal(second.process.stdout, `Stint is ready at ${second.url}\n`)
    assert.equal((await second.request('/me/', { token: first.token })).status, 200)
    assert.equal((await second.request('/me/', { token: 'another-token-0' })).status, 401)
    assert.equal((await second.process.stop()).stderr, '')
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
      [1, '', 'stint: Nobody who can log in is called "nobody".\n'],
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
