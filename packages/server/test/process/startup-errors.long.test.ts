// Starts that must fail: each ends with exit code 1 and exactly one message that names the setting to correct, and
// creates no account, whose token nobody would have seen.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { ensureCertificate } from '../../src/io/certificate.ts'
import { serverUrl } from '../fixture/database-servers.ts'
import { longTest } from '../fixture/suite-tests.ts'
import { TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()

/** Starts with these settings on a free loopback port, which must fail with a message that matches. */
async function assertStartRefused(
  env: Record<string, string>,
  named: string,
  reason: RegExp,
  workers = '1',
): Promise<void> {
  const data = join(processes.newFolder(), 'new')
  const usual = { STINT_DATA: data, STINT_PORT: '0', STINT_LOG: 'silent', STINT_WORKERS: workers }
  const { code, stdout, stderr } = await processes.run({ args: ['serve'], env: { ...usual, ...env } }).finished
  const settings = JSON.stringify(env)
  assert.equal(code, 1, `${settings} ended with ${code}: ${stderr}`)
  assert.equal(stdout, '', `${settings} printed`)
  assert.match(stderr, /^stint: [^\n]+[^.]\.\n$/, `${settings} did not print exactly one line`)
  assert.ok(stderr.startsWith(`stint: ${named}`), `${settings} printed ${stderr}`)
  assert.match(stderr, reason, settings)
  assert.equal(accountsIn(env.STINT_DATA ?? data), 0, `${settings} left an account behind`)
}

function accountsIn(folder: string): number {
  const file = join(folder, 'stint.sqlite')
  if (!existsSync(file)) return 0
  const database = new Sqlite(file, { readonly: true })
  try {
    return Number(database.prepare('select count(*) from account').pluck().get())
  } finally {
    database.close()
  }
}

longTest('wrong values', () =>
  assertStartRefused({ STINT_PORT: 'http' }, 'STINT_PORT (--port): ', /"http" is not a whole number/),
)

longTest('a data folder that cannot be written', async () => {
  const file = join(processes.newFolder(), 'a-file')
  writeFileSync(file, '')
  await assertStartRefused(
    { STINT_DATA: join(file, 'below') },
    'STINT_DATA (--data): ',
    /a-file\/below cannot be written/,
  )
})

longTest('T-103: the demo company on an address that other machines reach', async () => {
  for (const STINT_HOST of ['0.0.0.0', '::'])
    await assertStartRefused(
      { STINT_DEMO: '1', STINT_HOST },
      'STINT_DEMO (--demo): ',
      /everybody knows the passwords .* STINT_DEMO=public/,
    )
  // The next check refuses the start, so the demo was not the reason.
  for (const STINT_DEMO of ['public', 'off'])
    await assertStartRefused({ STINT_DEMO, STINT_HOST: '203.0.113.1' }, 'STINT_HOST (--host): ', /203\.0\.113\.1/)
})

longTest('T-103: a database that got the demo company at an earlier start', async () => {
  for (const workers of ['1', '2']) {
    const data = processes.newFolder()
    const first = await processes.serve(data, { STINT_DEMO: 'on' })
    await first.process.stop()
    const env = {
      STINT_DATA: data,
      STINT_PORT: '0',
      STINT_LOG: 'silent',
      STINT_HOST: '0.0.0.0',
      STINT_WORKERS: workers,
    }
    const refused = await processes.run({ args: ['serve'], env }).finished
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.match(refused.stderr, /^stint: STINT_HOST \(--host\): the database has the demo .* STINT_DEMO=public/)
    const open = await processes.serve(data, {
      STINT_HOST: '0.0.0.0',
      STINT_DEMO: 'public',
      STINT_TRUST_PROXY: '192.0.2.1',
      STINT_WORKERS: workers,
    })
    await open.process.stop()
  }
})

longTest('an address of another machine, or an invalid address', async () => {
  await assertStartRefused({ STINT_HOST: '203.0.113.1' }, 'STINT_HOST (--host): ', /203\.0\.113\.1/)
  await assertStartRefused({ STINT_HOST: 'no.such.host.invalid' }, 'STINT_HOST (--host): ', /no\.such\.host\.invalid/)
})

longTest('a port in use, with one process and with two', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  try {
    for (const workers of ['1', '2']) {
      await assertStartRefused(
        { STINT_PORT: port },
        'STINT_PORT (--port): ',
        new RegExp(`${port} is already in use`),
        workers,
      )
    }
  } finally {
    other.close()
  }
})

longTest('a PostgreSQL that cannot be reached; the message does not contain the password', async () => {
  const url = 'postgres://stint:hush-hush@127.0.0.1:1/stint'
  await assertStartRefused(
    { STINT_DATABASE_URL: url },
    'STINT_DATABASE_URL (--database-url): ',
    /^(?!.*hush).*127\.0\.0\.1:1/,
  )
})

longTest('a PostgreSQL that may lose acknowledged writes', () =>
  assertStartRefused({ STINT_DATABASE_URL: serverUrl }, 'STINT_DATABASE_URL (--database-url): ', /fsync/),
)

longTest('TLS off on an address that others can reach', () =>
  assertStartRefused(
    { STINT_TLS: 'off', STINT_HOST: '0.0.0.0' },
    'STINT_TLS (--tls): ',
    /STINT_HOST.*STINT_TRUST_PROXY/,
  ),
)

longTest('certificate files that are missing, invalid or do not match', async () => {
  const [one, two] = [processes.newFolder(), processes.newFolder()]
  await Promise.all([ensureCertificate(one), ensureCertificate(two)])
  const no = join(one, 'no.pem')
  const [certOne, keyOne, keyTwo] = [join(one, 'cert.pem'), join(one, 'key.pem'), join(two, 'key.pem')]
  const text = join(one, 'text.pem')
  writeFileSync(text, 'hello')
  for (const pair of [`${no},${keyOne}`, `${certOne},${no}`, `${text},${keyOne}`, `${certOne},${text}`]) {
    await assertStartRefused({ STINT_TLS: pair }, 'STINT_TLS (--tls): ', /cannot be used/)
  }
  await assertStartRefused({ STINT_TLS: `${certOne},${keyTwo}` }, 'STINT_TLS (--tls): ', /mismatch/)
})

longTest('T-82: a database of a newer version is rejected and not changed', async () => {
  const data = processes.newFolder()
  await (await processes.serve(data)).process.stop()
  const file = join(data, 'stint.sqlite')
  const database = new Sqlite(file)
  database.exec("insert into migration (number, name, checksum, applied) values (9999, 'later', 'x', '2099-01-01')")
  database.pragma('wal_checkpoint(truncate)')
  database.close()
  const before = readFileSync(file)
  const { code, stderr } = await processes.run({ args: ['serve'], env: { STINT_DATA: data, STINT_PORT: '0' } }).finished
  assert.equal(code, 1)
  assert.match(stderr, /^stint: STINT_DATA \(--data\): The database was made by a newer Stint [^\n]+\.\n$/)
  assert.ok(before.equals(readFileSync(file)), 'the file was changed')
})

longTest('T-83: a second server on the same data folder', async () => {
  const data = processes.newFolder()
  const first = await processes.serve(data)
  const { code, stderr } = await processes.run({ args: ['serve'], env: { STINT_DATA: data, STINT_PORT: '0' } }).finished
  assert.equal(code, 1)
  assert.match(stderr, /^stint: STINT_DATA \(--data\): Another Stint server is using the data folder [^\n]+\.\n$/)
  assert.equal((await first.request('/me/', { token: first.token })).status, 200)
})
