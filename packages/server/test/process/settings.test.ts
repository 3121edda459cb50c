// The settings: each from the environment and as a flag, which has priority; and the operator's manual lists the same.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readSettings, SettingError, type Settings, settingList } from '../../src/main/config.ts'
import { checkSignOnSettings, singleSignOnOf } from '../../src/main/single-sign-on.ts'
import { s3LocationFrom } from '../../src/main/storage.ts'
import { TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()

const defaults: Settings = {
  data: './data',
  databaseUrl: undefined,
  databaseConnections: 10,
  files: undefined,
  s3Endpoint: undefined,
  s3Region: 'us-east-1',
  s3KeyId: undefined,
  s3SecretKey: undefined,
  host: '127.0.0.1',
  port: 8443,
  tls: 'auto',
  trustProxy: [],
  adminToken: undefined,
  secretKeys: undefined,
  smtpUrl: undefined,
  mailFrom: undefined,
  mailSettings: 'auto',
  publicUrl: undefined,
  oidcIssuer: undefined,
  oidcClientId: undefined,
  oidcClientSecret: undefined,
  oidcName: 'single sign-on',
  oidcCreate: null,
  oidcTrustEmail: false,
  passwords: true,
  demo: false,
  dailyQuota: 100_000,
  ratePerMinute: 6000,
  maxConnections: 1000,
  eventDays: 400,
  webhookAllow: [],
  workers: 1,
  log: 'info',
  slowMs: 500,
  metricsPort: null,
  metricsHost: '127.0.0.1',
  clockOffset: 0,
}

const firstKey = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7))
const otherKey = Buffer.from(Array.from({ length: 32 }, (_, at) => 255 - at * 3))

type Sample = { readonly [Key in keyof Settings]: readonly (readonly [string, Settings[Key]])[] }

/** Two texts per setting with their values: one for the environment, one for the flag. */
const samples: Sample = {
  data: [
    ['/srv/a', '/srv/a'],
    ['b', 'b'],
  ],
  databaseConnections: [
    ['5', 5],
    ['40', 40],
  ],
  databaseUrl: [
    ['postgres://h/a', 'postgres://h/a'],
    ['postgresql://u:p@h:5/b?x=1', 'postgresql://u:p@h:5/b?x=1'],
  ],
  files: [
    ['s3://bucket', { bucket: 'bucket', prefix: '' }],
    ['s3://my.bucket-1/a//b_c/', { bucket: 'my.bucket-1', prefix: 'a/b_c/' }],
  ],
  s3Endpoint: [
    ['https://s3.example.com', 'https://s3.example.com'],
    ['http://127.0.0.1:9000/', 'http://127.0.0.1:9000/'],
  ],
  s3Region: [
    ['eu-central-1', 'eu-central-1'],
    ['b', 'b'],
  ],
  s3KeyId: [
    ['id', 'id'],
    ['other', 'other'],
  ],
  s3SecretKey: [
    ['canary', 'canary'],
    ['other', 'other'],
  ],
  host: [
    ['0.0.0.0', '0.0.0.0'],
    ['::1', '::1'],
  ],
  port: [
    ['0', 0],
    ['65535', 65535],
  ],
  tls: [
    ['off', 'off'],
    ['a.pem, b.pem', { certFile: 'a.pem', keyFile: 'b.pem' }],
  ],
  trustProxy: [
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, fd00::/8 ,::1', ['10.0.0.0/8', 'fd00::/8', '::1']],
  ],
  adminToken: [
    ['abcdefghijk', 'abcdefghijk'],
    ['A_-'.repeat(13), 'A_-'.repeat(13)],
  ],
  secretKeys: [
    [firstKey.toString('base64'), [firstKey]],
    [`${otherKey.toString('hex')}, ${firstKey.toString('base64url')}`, [otherKey, firstKey]],
  ],
  smtpUrl: [
    ['smtp://mail.example.com', 'smtp://mail.example.com'],
    ['smtps://u%40x:p%20w@[::1]:465/', 'smtps://u%40x:p%20w@[::1]:465/'],
  ],
  mailFrom: [
    ['stint@example.com', { name: '', address: 'stint@example.com' }],
    ['Stint at home <stint@example.com>', { name: 'Stint at home', address: 'stint@example.com' }],
  ],
  mailSettings: [
    ['on', 'on'],
    ['off', 'off'],
  ],
  publicUrl: [
    ['https://stint.example.com', 'https://stint.example.com/'],
    ['http://localhost:8080/office', 'http://localhost:8080/office/'],
  ],
  oidcIssuer: [
    ['https://login.example.com/realms/a', 'https://login.example.com/realms/a'],
    ['http://localhost:8080/', 'http://localhost:8080/'],
  ],
  oidcClientId: [
    ['stint', 'stint'],
    ['b', 'b'],
  ],
  oidcClientSecret: [
    ['canary', 'canary'],
    ['other', 'other'],
  ],
  oidcName: [
    ['Keycloak', 'Keycloak'],
    ['Google', 'Google'],
  ],
  oidcCreate: [
    ['Resource', 'Resource'],
    ['off', null],
  ],
  oidcTrustEmail: [
    ['on', true],
    ['f', false],
  ],
  passwords: [
    ['off', false],
    ['on', true],
  ],
  demo: [
    ['off', false],
    ['on', true],
    ['public', 'public'],
  ],
  dailyQuota: [
    ['1', 1],
    ['5000', 5000],
  ],
  ratePerMinute: [
    ['60', 60],
    ['off', null],
  ],
  maxConnections: [
    ['10', 10],
    ['5000', 5000],
  ],
  eventDays: [
    ['0', 0],
    ['36500', 36_500],
  ],
  webhookAllow: [
    ['10.0.0.0/8, N8N.internal', ['10.0.0.0/8', 'n8n.internal']],
    ['::1', ['::1']],
  ],
  workers: [
    ['2', 2],
    ['64', 64],
  ],
  log: [
    ['silent', 'silent'],
    ['debug', 'debug'],
  ],
  slowMs: [
    ['0', 0],
    ['1500', 1500],
  ],
  metricsPort: [
    ['0', 0],
    ['9464', 9464],
  ],
  metricsHost: [
    ['0.0.0.0', '0.0.0.0'],
    ['::1', '::1'],
  ],
  clockOffset: [
    ['-86400', -86_400],
    ['+3600', 3600],
  ],
}

const invalidValues: { readonly [Key in keyof Settings]?: readonly string[] } = {
  databaseUrl: ['mysql://h/a', 'postgres://', 'h'],
  databaseConnections: ['4', '501', 'many'],
  files: ['/srv/files', 's3://', 's3://B', 's3://ab/../c', 's3://bucket/a b', 's3://bucket/a?b'],
  s3Endpoint: ['s3.example.com', 'ftp://h', 'https://u:p@h', 'https://h/?a=1'],
  clockOffset: ['1.5', 'tomorrow', '1h', '12345678901', ' 1'],
  port: ['-1', '65536', '80.5', 'http', '0x50', '1e3', ' 80'],
  tls: ['on', 'a.pem', 'a.pem,b.pem,c.pem', ',b.pem'],
  trustProxy: ['proxy.example', '10.0.0.1/33', '10.0.0.1/', '10.0.0.1,all', '::1/129', '1.2.3.4/8/8'],
  adminToken: ['short', 'a'.repeat(41), 'with space in it', 'with:colon:in:it'],
  secretKeys: [
    'password',
    'A'.repeat(43),
    '0'.repeat(64),
    firstKey.toString('base64').slice(1),
    `${firstKey.toString('hex')},x`,
    ',',
  ],
  smtpUrl: [
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://h/?pool=true',
    'smtp://h/x',
    'smtp://a%:b@h',
  ],
  mailFrom: ['stint', 'Stint <stint>', 'a@b.com, c@d.com', '"A" <a@b.com>', 'a@b.com <c@d.com>'],
  publicUrl: ['stint.example.com', 'ftp://stint.example.com', 'https://h/?a=1', 'https://u:p@h/', 'https://'],
  mailSettings: ['maybe', 'public'],
  oidcIssuer: ['login.example.com', 'ftp://x', 'https://u:p@h/', 'https://h/?a=1', 'https://'],
  oidcCreate: ['on', 'Administrator', 'Executive'],
  oidcTrustEmail: ['maybe', '2'],
  passwords: ['maybe', '2'],
  demo: ['maybe', '2'],
  dailyQuota: ['0', '-5', 'many', '1000000001'],
  ratePerMinute: ['0', 'none', '1000001'],
  maxConnections: ['0', '9', '100001', 'off'],
  eventDays: ['-1', '36501', 'off'],
  webhookAllow: ['10.0.0.0/33', 'https://host/', '10.0.0', '*.example.com'],
  workers: ['0', '65', 'two'],
  log: ['loud', 'INFO'],
  slowMs: ['-1', 'fast', '3600001'],
  metricsPort: ['65536', 'on', '-1'],
}

const flagKey = (flag: string): string => flag.replaceAll(/-(\w)/g, (_: string, letter: string) => letter.toUpperCase())

test('without environment and flags every setting has its default, and so has a blank one', () => {
  const blank = Object.fromEntries(settingList.map(({ env }) => [env, '']))
  assert.deepEqual(readSettings({}, {}), defaults)
  assert.deepEqual(readSettings({}, blank), defaults)
})

for (const { key, env, flag } of settingList) {
  test(`${env} is read from the environment and as --${flag}, and the flag has priority`, () => {
    const [[inEnvironment, first] = ['', ''], [asFlag, second] = ['', '']] = samples[key]
    assert.deepEqual(readSettings({}, { [env]: inEnvironment }), { ...defaults, [key]: first })
    assert.deepEqual(readSettings({ [flagKey(flag)]: asFlag }, {}), { ...defaults, [key]: second })
    assert.deepEqual(readSettings({ [flagKey(flag)]: asFlag }, { [env]: inEnvironment }), {
      ...defaults,
      [key]: second,
    })
  })

  test(`a wrong ${env} is rejected with one message that names it`, () => {
    for (const text of invalidValues[key] ?? []) {
      assert.throws(
        () => readSettings({}, { [env]: text }),
        (error) => error instanceof SettingError && error.message.startsWith(`${env} (--${flag}): `),
        `${env}=${text}`,
      )
    }
    assert.equal(
      invalidValues[key] === undefined,
      ['data', 'host', 'metricsHost', 'oidcClientId', 'oidcClientSecret', 'oidcName'].includes(key) ||
        ['s3Region', 's3KeyId', 's3SecretKey'].includes(key),
      `${env} has no wrong samples`,
    )
  })
}

test('files in a bucket need the access key of the bucket', () => {
  const bucket = { STINT_FILES: 's3://bucket/stint', STINT_S3_KEY_ID: 'id', STINT_S3_SECRET_KEY: 'secret' }
  const { prefix, region } = s3LocationFrom(readSettings({}, bucket)) ?? {}
  assert.deepEqual([prefix, region], ['stint/', 'us-east-1'])
  assert.equal(s3LocationFrom(readSettings({}, { ...bucket, STINT_FILES: '' })), undefined)
  for (const missing of ['STINT_S3_KEY_ID', 'STINT_S3_SECRET_KEY']) {
    const settings = readSettings({}, { ...bucket, [missing]: '' })
    assert.throws(() => s3LocationFrom(settings), new RegExp(`${missing} \\(--`))
  }
})

test('single sign-on needs a client and the address of the server, and passwords can be off only with a provider', () => {
  const provider = { STINT_OIDC_ISSUER: 'https://login.example.com', STINT_OIDC_CLIENT_ID: 'stint' }
  const complete = { ...provider, STINT_PUBLIC_URL: 'https://stint.example.com', STINT_PASSWORDS: 'off' }
  checkSignOnSettings(readSettings({}, complete))
  assert.equal(singleSignOnOf(readSettings({}, complete)).fixed?.passwords, false)
  assert.equal(singleSignOnOf(readSettings({}, {})).fixed, null)
  for (const [missing, named] of [
    ['STINT_OIDC_CLIENT_ID', 'STINT_OIDC_CLIENT_ID'],
    ['STINT_PUBLIC_URL', 'STINT_PUBLIC_URL'],
    ['STINT_OIDC_ISSUER', 'STINT_PASSWORDS'],
  ] as const)
    assert.throws(
      () => checkSignOnSettings(readSettings({}, { ...complete, [missing]: '' })),
      (error) => error instanceof SettingError && error.message.startsWith(`${named} (--`),
    )
})

test('the manual for operators lists the settings as the program has them', () => {
  const manual = readFileSync(new URL('../../../../docs/operate.md', import.meta.url), 'utf8')
  const rows = Array.from(manual.matchAll(/^\| `(STINT_\w+)` \| (.*?) \| (.*?) \|$/gm), ([, ...cells]) => cells)
  assert.deepEqual(
    rows,
    settingList.map(({ env, shownDefault, meaning }) => [env, shownDefault, meaning]),
  )
})

test('`stint serve --help` shows every flag with its default and its name in the environment', async () => {
  const { code, stdout } = await processes.run({ args: ['serve', '--help'] }).finished
  assert.equal(code, 0)
  const text = stdout.replaceAll(/\s+/g, ' ')
  for (const { env, flag, meaning, shownDefault } of settingList) {
    assert.ok(text.includes(`--${flag} `), `--${flag} is not shown`)
    assert.ok(text.includes(`${meaning} (default: ${shownDefault}; environment: ${env})`), `${env} is not shown`)
  }
})

test('the running command uses its flags before its environment', async () => {
  const [data, other] = [processes.newFolder(), processes.newFolder()]
  const wrongOnes = { STINT_HOST: '203.0.113.9', STINT_PORT: '1', STINT_TLS: 'auto', STINT_LOG: 'info' }
  const limits = { STINT_DAILY_QUOTA: '7', STINT_RATE_PER_MINUTE: 'off', STINT_ADMIN_TOKEN: 'from-environment' }
  const flags = { data, host: 'localhost', port: '0', tls: 'off', log: 'silent', 'admin-token': 'from-the-flag' }
  const limitFlags = { 'daily-quota': '9', 'rate-per-minute': '3' }
  const args = Object.entries({ ...flags, ...limitFlags }).flatMap(([flag, value]) => [`--${flag}`, value])
  const server = await processes.serve(other, { ...wrongOnes, ...limits }, args)
  assert.match(server.url, /^http:\/\/localhost:\d+\/$/)
  assert.deepEqual([server.token, server.banner.Data], ['from-the-flag', data])
  const quota = await server.request('/quota/', { token: server.token })
  assert.equal((quota.json.quota as Record<string, string>).quota, '9')
  const codes: unknown[] = []
  for (let asked = 0; asked < 8; asked++) {
    const { status, json } = await server.request('/me/', { token: server.token })
    codes.push(status === 200 ? 200 : (json.error as Record<string, unknown>).code)
  }
  assert.ok(codes.includes(12), `the rate limit of three a minute admitted all: ${codes}`)
  const { code, stdout } = await server.process.stop()
  assert.equal(code, 0)
  assert.doesNotMatch(stdout, /^\{/m, 'the level silent logs something')
})
