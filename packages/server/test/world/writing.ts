// A process of its own that writes through a server of its own over a database that others write to at the same time, and
// tells every answer that was no success. It is started by the tests of two writers, and listens on no port.
import { FixedClock } from '../../src/io/clock.ts'
import { openDatabase } from '../../src/io/open.ts'
import { newApp, send, worldNow } from './world.ts'

const { url, dataFolder, token, count } = JSON.parse(process.argv[2] ?? '') as {
  url?: string
  dataFolder: string
  token: string
  count: number
}
const clock = new FixedClock(worldNow)
const database = await openDatabase({ url, dataFolder, clock, beside: true, allowUnsafe: true })
const app = newApp(database, clock)
const numbers: number[] = []
const refusals: string[] = []
for (let at = 0; at < count; at++) {
  const body = { name: `Other process ${at}`, datecreated: '2026-01-01' }
  const reply = await send(app, { token, method: 'POST', path: '/client/', body })
  if (reply.status === 201) numbers.push(Number((reply.json.client as { localid: string }).localid))
  else refusals.push(reply.text)
}
await app.close()
await database.close()
process.send?.({ numbers, refusals })
