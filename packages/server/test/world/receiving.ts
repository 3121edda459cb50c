// A process of its own that serves an account with one project and tells how much memory it ever took when it is asked. It is
// started by the test of large uploads, which would otherwise measure its own memory too.
import { FixedClock } from '../../src/io/clock.ts'
import { openDatabase } from '../../src/io/open.ts'
import { firstStart } from '../../src/main/first-start.ts'
import { newApp, send, worldNow } from './world.ts'

const { dataFolder, token } = JSON.parse(process.argv[2] ?? '') as { dataFolder: string; token: string }
const clock = new FixedClock(worldNow)
const database = await openDatabase({ dataFolder, clock })
await firstStart(database, clock, { token, name: 'Large', timezone: 'UTC' })
const app = newApp(database, clock)
const made = await send(app, {
  token,
  method: 'POST',
  path: '/project/',
  body: { name: 'Films', datestart: '2026-05-01' },
})
const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
process.on('message', () => process.send?.({ kilobytes: process.resourceUsage().maxRSS }))
process.once('disconnect', async () => {
  await app.close()
  await database.close()
  process.exit(0)
})
process.send?.({ port: Number(port), projectid: Number((made.json.project as { id: string }).id) })
