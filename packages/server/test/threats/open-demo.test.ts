// Threat T-103: a database that has the demo company is not served to other machines unless its operator wants that,
// whichever start has loaded it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offersDemoLogins, rejectOpenDemo } from '../../src/main/open-demo.ts'
import { eachDatabase } from '../fixture/databases.ts'
import { loadDemoCompany, thursday } from '../fixture/demo-company.ts'

const setting = { demo: false, host: '0.0.0.0', trustProxy: [] } as const

eachDatabase((_kind, open) => {
  test('T-103: a later start with the demo company needs a loopback address, or STINT_DEMO=public', async () => {
    const database = await open()
    await rejectOpenDemo(setting, database)
    await loadDemoCompany(database, thursday)
    for (const host of ['0.0.0.0', '::', '192.0.2.1'])
      for (const demo of [false, true])
        await assert.rejects(rejectOpenDemo({ ...setting, host, demo }, database), {
          message: new RegExp(`^STINT_HOST \\(--host\\): .*, and ${host} is not .* Set STINT_DEMO=public if `),
        })
    await rejectOpenDemo({ ...setting, demo: 'public' }, database)
    for (const host of ['localhost', '127.0.0.1', '::1']) await rejectOpenDemo({ ...setting, host }, database)
  })
})

test('T-103: the sign-in page shows the logins to this machine only, unless the demo is public', () => {
  const here = { ...setting, host: '127.0.0.1' }
  assert.equal(offersDemoLogins(here), true)
  assert.equal(offersDemoLogins({ ...here, trustProxy: ['127.0.0.1'] }), false)
  assert.equal(offersDemoLogins(setting), false)
  assert.equal(offersDemoLogins({ ...setting, demo: true }), false)
  assert.equal(offersDemoLogins({ ...setting, demo: 'public', trustProxy: ['10.0.0.0/8'] }), true)
})
