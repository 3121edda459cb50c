// The commands as an operator types them: their effects, their output for people and for scripts, and their exit codes.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Command } from 'commander'
import { createProgram } from '../../src/main/commands/program.ts'
import { CodeApp } from '../fixture/code-app.ts'
import { allDatabases, newDurableDatabase } from '../fixture/database-servers.ts'
import { PasskeyDevice } from '../fixture/passkey-device.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { longTest, quickTest } from '../fixture/suite-tests.ts'
import { testNow } from '../fixture/test-clock.ts'
import { eachDatabaseEnv, type ProcessResult, type Reply, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()

/** Every command without sub-commands, by its words on the command line. */
function commandPaths(command: Command, before = ''): [string, Command][] {
  return command.commands.flatMap((one) => {
    const words = `${before}${one.name()}`
    const inner = commandPaths(one, `${words} `)
    return inner.length === 0 ? [[words, one]] : inner
  })
}

quickTest('the manual for operators lists the commands as their help describes them', () => {
  const manual = readFileSync(new URL('../../../../docs/operate.md', import.meta.url), 'utf8')
  const rows = Array.from(manual.matchAll(/^\| `stint ([a-z ]+)` \| (.*) \|$/gm), ([, ...cells]) => cells)
  assert.deepEqual(
    rows,
    commandPaths(createProgram()).map(([words, command]) => [words, command.description()]),
  )
})

quickTest(
  'every command describes itself and its flags, has the database options, and all but serve have --json',
  () => {
    for (const [words, command] of commandPaths(createProgram())) {
      assert.match(command.description(), /^[a-z]/, words)
      for (const option of command.options) assert.notEqual(option.description, '', `${words} ${option.flags}`)
      const flags = command.options.map(({ long }) => long)
      assert.ok(flags.includes('--data') && flags.includes('--database-url'), words)
      assert.equal(flags.includes('--json'), words !== 'serve', words)
    }
  },
)

const parsed = ({ stdout }: ProcessResult): JsonObject => JSON.parse(stdout) as JsonObject

quickTest('wrong usage exits with 2 and a reason; help and version exit with 0', async () => {
  const run = (...args: string[]) => processes.run({ args, env: { STINT_DATA: processes.newFolder() } }).finished
  const wrong: readonly (readonly [string[], RegExp])[] = [
    [['frob'], /unknown command 'frob'/],
    [['doctor', '--frob'], /unknown option '--frob'/],
    [['account', 'create'], /--name <text>' not specified/],
    [['account', 'create', '--name', ' '], /--name: must have 1 to 255/],
    [['account', 'create', '--name', 'A', '--timezone', 'Mars/Base'], /"Mars\/Base" is not a time zone/],
    [['account', 'create', '--name', 'A', '--email', 'a@'], /"a@" is not an email address/],
    [['account', 'quota', 'x'], /"x" is not/],
    [['account', 'quota', '1', '--daily-quota', '-5'], /"-5" is neither a whole number/],
    [['token', 'issue'], /--person <name>' not specified/],
    [['distribute'], /Only PostgreSQL can be distributed/],
  ]
  for (const [args, reason] of wrong) {
    const { code, stdout, stderr } = await run(...args)
    assert.deepEqual([code, stdout], [2, ''], `${args.join(' ')}: ${stderr}`)
    assert.match(stderr, reason)
  }
  assert.deepEqual([(await run('--help')).code, (await run('token', 'list', '--help')).code], [0, 0])
  assert.match((await run('--version')).stdout, /^\d+\.\d+\.\d+\n$/)
})

quickTest('a command that works beside the server does not create a missing database', async () => {
  const data = join(processes.newFolder(), 'mistyped')
  for (const args of [['token', 'list'], ['account', 'list'], ['migrate', '--dry-run'], ['rekey']]) {
    const { code, stdout, stderr } = await processes.run({ args, env: { STINT_DATA: data } }).finished
    assert.deepEqual([code, stdout], [1, ''], args.join(' '))
    assert.match(stderr, /^stint: [^\n]*There is no database in [^\n]*mistyped\.\n$/)
  }
  assert.ok(!existsSync(data))
})

eachDatabaseEnv((newPlace) => {
  test('accounts and tokens are created, listed, limited and revoked while the server runs', async () => {
    const place = await newPlace()
    const data = processes.newFolder()
    const env = { ...place, STINT_DATA: data }
    const run = (...args: string[]): Promise<ProcessResult> => processes.run({ args, env }).finished
    const done = async (...args: string[]): Promise<ProcessResult> => {
      const ending = await run(...args)
      assert.deepEqual([ending.code, ending.stderr], [0, ''], args.join(' '))
      return ending
    }
    const server = await processes.serve(data, place)
    const account = parsed(await done('account', 'create', '--name', 'Zwei & Co', '--timezone', 'asia/tokyo', '--json'))
    assert.equal(account.accountid, 2)
    const token = String(account.token)
    const me = await server.request('/me/', { token })
    assert.equal(me.status, 200)
    assert.equal(((me.json.me as JsonObject[])[0] as JsonObject).timezone, 'Asia/Tokyo')
    const output = (await done('account', 'create', '--name', 'Three')).stdout
    assert.match(
      output,
      /^Account 3 created\. .*\n {2}Open this link .*\n {2}Set up at {2}https:\/\/\S+\/app\/welcome#\S{43}\n\n {2}For programs\. .*\n {2}API token {2}\S{40}\n {2}Username {3}admin\n {2}Password {3}\S+\n$/,
    )

    assert.equal(((await server.request('/quota/', { token })).json.quota as JsonObject).quota, '100000')
    const limits = parsed(await done('account', 'quota', '2', '--daily-quota', '3', '--active-projects', '1', '--json'))
    assert.deepEqual([limits.dailyquota, limits.rateperminute, limits.activeprojectlimit], [3, null, 1])
    assert.equal(((await server.request('/quota/', { token })).json.quota as JsonObject).quota, '3')
    const listed = JSON.parse((await done('account', 'list', '--json')).stdout) as JsonObject[]
    assert.deepEqual(
      listed.map(({ id, name, people, dailyquota }) => [id, name, people, dailyquota]),
      [
        [1, 'My company', 1, null],
        [2, 'Zwei & Co', 1, 3],
        [3, 'Three', 1, null],
      ],
    )
    assert.match((await done('account', 'list')).stdout, /^ *id +name .*\n +1 +My company .*default/)
    await done('account', 'quota', '2', '--daily-quota', 'default')
    const nobody = await run('account', 'quota', '9')
    assert.deepEqual([nobody.code, nobody.stderr], [1, 'stint: There is no account 9.\n'])

    const several = await run('token', 'issue', '--person', 'admin')
    assert.deepEqual([several.code, several.stdout], [1, ''])
    assert.match(several.stderr, /several accounts: add --account\.\n$/)
    const issue = ['token', 'issue', '--person', 'admin', '--account', '2', '--name', 'reports']
    const issued = (await done(...issue)).stdout.trim()
    assert.equal((await server.request('/me/', { token: issued })).status, 200)
    const tokens = JSON.parse((await done('token', 'list', '--person', 'admin', '--account', '2', '--json')).stdout)
    assert.deepEqual(
      (tokens as JsonObject[]).map(({ accountid, name, username }) => [accountid, name, username]),
      [
        [2, 'account create', 'admin'],
        [2, 'reports', 'admin'],
      ],
    )
    const list = (await done('token', 'list')).stdout
    for (const secret of [token, issued]) assert.ok(!list.includes(secret))
    const reports = String((tokens as JsonObject[])[1]?.id)
    await done('token', 'revoke', '--id', reports)
    assert.equal((await server.request('/me/', { token: issued })).status, 401)
    assert.equal((await server.request('/me/', { token })).status, 200)
    assert.equal((await run('token', 'revoke', '--id', reports)).code, 1)
    assert.deepEqual(parsed(await done('token', 'revoke', '--person', 'admin', '--account', '2', '--json')), {
      revoked: 1,
    })
    assert.equal((await server.request('/me/', { token })).status, 401)
    assert.equal((await server.process.stop()).code, 0)

    const noReset = await run('person', 'reset', 'admin')
    assert.match(noReset.stderr, /several accounts: add --account\.\n$/)
    assert.match(
      (await run('person', 'reset', 'nobody')).stderr,
      /Nobody who can sign in has the username or id "nobody"\.\n$/,
    )
    const [link = ''] = (await done('person', 'reset', 'admin', '--account', '2')).stdout.split('\n')
    assert.match(link, /^https:\/\/\S+\/app\/password#\S{43}$/)
    const origin = 'http://localhost:8443'
    const again = await processes.serve(data, { ...place, STINT_PUBLIC_URL: `${origin}/` })
    const headers = { 'x-stint-app': '1', 'sec-fetch-site': 'same-origin' }
    const body = { code: link.split('#')[1] ?? '', password: 'back in the office' }
    const entered = await again.request('/app/link/password', { method: 'POST', headers, body })
    assert.equal(entered.status, 201, 'the link of a stopped server')
    assert.equal((entered.json.session as JsonObject).accountid, 2)
    assert.equal((await again.request('/app/link/password', { method: 'POST', headers, body })).status, 401)

    const cookiesOf = ({ headers: { 'set-cookie': sets = [] } }: Reply): string[] =>
      [sets].flat().map((set) => set.split(';', 1)[0] ?? '')
    let [cookie = ''] = cookiesOf(entered)
    const post = (path: string, fields: JsonObject) =>
      again.request(`/app/${path}`, { method: 'POST', headers: { ...headers, cookie }, body: fields })
    const off = ['person', 'factor', '--off', 'admin', '--account', '2']
    assert.match((await run(...off)).stderr, /is off already\.\n$/)
    assert.match((await run('person', 'factor', 'admin')).stderr, /--off/)
    const begun = (await post('factor', { current: body.password })).json.setup as { secret: string }
    const first = new CodeApp(begun.secret).code(testNow())
    assert.equal((await post('factor/confirm', { code: first })).status, 201)
    const login = { username: 'admin', password: body.password, accountid: '2' }
    assert.deepEqual((await post('session', login)).json, { next: 'code' })
    assert.match((await done(...off)).stdout, /Two-factor sign-in of "admin" is off\./)
    const back = await post('session', login)
    assert.equal(back.status, 201, 'the password is enough again')
    cookie = cookiesOf(back)[0] ?? ''
    const asked = await post('passkeys/begin', { current: body.password })
    cookie = [cookie, ...cookiesOf(asked)].join('; ')
    const credential = new PasskeyDevice(origin).create(asked.json.options)
    assert.equal((await post('passkeys', { name: 'Key', credential })).status, 201)
    assert.deepEqual((await post('session', login)).json, { next: 'passkey' })
    await done(...off)
    assert.equal((await post('session', login)).status, 201, 'passkeys are removed too')
    assert.equal((await again.process.stop()).code, 0)
  })

  test('migrate creates the schema without an account, once, and reports it; a dry run then finds nothing', async () => {
    const env = { ...(await newPlace('empty')), STINT_DATA: processes.newFolder() }
    const run = (...args: string[]): Promise<ProcessResult> => processes.run({ args, env }).finished
    const first = await run('migrate', '--json')
    assert.equal(first.code, 0, first.stderr)
    const { applied } = parsed(first) as { applied: string[] }
    assert.equal(applied[0], '0001-spine')
    assert.deepEqual(parsed(await run('migrate', '--json')), { applied: [] })
    assert.equal((await run('migrate', '--dry-run')).stdout, 'No migration is outstanding.\n')
    assert.equal((await run('account', 'list')).stdout, 'There are no accounts.\n')
    const created = await run('account', 'create', '--name', 'First')
    assert.match(created.stdout, /^Account 1 created/)
  })
})

eachDatabaseEnv((newPlace, kind) => {
  longTest('every command that reads or copies a database works, with and beside a server', async () => {
    const [place, data, folder] = [await newPlace(), processes.newFolder(), processes.newFolder()]
    const done = async (args: readonly string[], more: Record<string, string> = {}): Promise<void> => {
      const ending = await processes.run({ args, env: { ...place, STINT_DATA: data, ...more } }).finished
      assert.deepEqual([ending.code, ending.stderr], [0, ''], args.join(' '))
    }
    const server = await processes.serve(data, place)
    const [backup, exported] = [join(folder, 'backup.stint'), join(folder, 'exported')]
    await done(['export', '--account', '1', '--to', exported])
    await done(['export', '--account', '1', '--to', `${exported}-2`, '--with-secrets'])
    await done(['import', '--from', exported])
    await done(['backup', '--to', backup])
    await done(['rekey'])
    await done(['doctor'])
    await done(['doctor', '--deep'])
    assert.equal((await server.process.stop()).code, 0)
    await done(['migrate'])
    await done(['migrate', '--dry-run'])
    await done(['restore', '--from', backup, '--data', join(folder, 'restored')], await newPlace('empty'))
    const other = kind === 'sqlite' ? await newDurableDatabase() : 'sqlite'
    await done(['move', '--to', other])
  })
}, allDatabases)

longTest('demo loads the company only into an empty database, and its tokens work', async () => {
  const env = { STINT_DATA: processes.newFolder() }
  const run = (...args: string[]): Promise<ProcessResult> => processes.run({ args, env }).finished
  const loaded = await run('demo', '--json')
  assert.deepEqual([loaded.code, loaded.stderr], [0, ''])
  const again = await run('demo')
  assert.deepEqual([again.code, again.stdout], [1, ''])
  assert.match(again.stderr, /^stint: This database has accounts already/)
  const server = await processes.serve(env.STINT_DATA)
  assert.deepEqual(server.banner, {})
  for (const { token } of parsed(loaded).tokens as JsonObject[]) {
    assert.equal((await server.request('/me/', { token: String(token) })).status, 200)
  }
  const busy = await run('migrate')
  assert.deepEqual([busy.code, busy.stdout], [1, ''])
  assert.match(busy.stderr, /^stint: STINT_DATA \(--data\): [^\n]+\.\n$/)
  await server.process.stop()
})
