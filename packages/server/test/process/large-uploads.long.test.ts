// Large uploads: files of the maximum size are stored without being held in memory, and larger ones are rejected with a
// response that arrives. The server is a process of its own, so that its memory can be measured; time is not measured.
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { startChild } from '../fixture/child-process.ts'
import { basicAuth, multipartBoundary, multipartPart } from '../fixture/request-parts.ts'
import { formType } from '../scenarios/file-upload.ts'
import { TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()
const token = 'large-and-steady'
const megabyte = 1024 * 1024
const limit = 100 * megabyte
interface UploadServer {
  readonly child: ChildProcess
  readonly port: number
  readonly projectid: number
}

async function startUploadServer(): Promise<UploadServer> {
  const child = startChild('upload-server', { dataFolder: processes.newFolder(), token })
  const [told] = (await once(child, 'message')) as [{ port: number; projectid: number }]
  return { child, ...told }
}

async function memoryOf({ child }: UploadServer): Promise<number> {
  child.send('memory')
  const [told] = (await once(child, 'message')) as [{ kilobytes: number }]
  return told.kilobytes * 1024
}

interface Answer {
  readonly status: number
  readonly json: { document?: { id: string; filesize: string }; error?: { code: number; verbose: string[] } }
}

/** Sends a file of this size in chunks, as fast as the server reads them. */
function uploadLarge(
  { port, projectid }: UploadServer,
  bytes: number,
  headers: Record<string, string>,
): Promise<Answer> {
  const ends = [multipartPart('name="projectid"', String(projectid)), Buffer.from(`\r\n--${multipartBoundary}--\r\n`)]
  const head = `--${multipartBoundary}\r\nContent-Disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n`
  return new Promise((resolve, reject) => {
    const sending = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/document/',
      headers: { authorization: basicAuth(token), accept: 'application/json', 'content-type': formType, ...headers },
    })
    let responded = false
    sending.once('response', async (answer) => {
      responded = true
      let text = ''
      for await (const piece of answer.setEncoding('utf8')) text += piece
      resolve({ status: answer.statusCode ?? 0, json: JSON.parse(text) })
      sending.destroy()
    })
    sending.on('error', (error) => (responded ? undefined : reject(error)))
    const piece = Buffer.alloc(megabyte / 4, 'film')
    let remaining = bytes
    const pour = (): void => {
      while (remaining > 0 && !responded) {
        const next = piece.subarray(0, Math.min(remaining, piece.length))
        remaining -= next.length
        if (!sending.write(next)) {
          sending.once('drain', pour)
          return
        }
      }
      if (!responded) sending.end(ends[1])
    }
    sending.write(Buffer.concat([ends[0] ?? Buffer.alloc(0), Buffer.from(head)]))
    pour()
  })
}

test('four concurrent files of 100 MB need little memory, and one byte more is rejected', async () => {
  const receiver = await startUploadServer()
  await uploadLarge(receiver, megabyte, {})
  const before = await memoryOf(receiver)
  const answers = await Promise.all(Array.from({ length: 4 }, () => uploadLarge(receiver, limit, {})))
  for (const { status, json } of answers) assert.deepEqual([status, json.document?.filesize], [201, String(limit)])
  const hash = createHash('sha256')
  const address = `http://127.0.0.1:${receiver.port}/document/${answers[0]?.json.document?.id}/download/`
  const file = await fetch(address, { headers: { authorization: basicAuth(token) } })
  for await (const piece of file.body ?? []) hash.update(piece)
  const expected = createHash('sha256')
  for (let at = 0; at < limit; at += megabyte) expected.update(Buffer.alloc(megabyte, 'film'))
  assert.equal(hash.digest('hex'), expected.digest('hex'))
  const grown = (await memoryOf(receiver)) - before
  assert.ok(grown < 1.5 * limit, `400 MB came in and the server grew by ${Math.round(grown / megabyte)} MB`)
  const over = await uploadLarge(receiver, limit + 1, {})
  assert.deepEqual([over.status, over.json.error?.code], [400, 18])
  assert.deepEqual(over.json.error?.verbose, ['file: is larger than 100 MB'])
  const reply = await uploadLarge(receiver, limit * 2, { 'content-length': String(limit * 2) })
  assert.deepEqual(
    [reply.status, reply.json.error?.verbose],
    [400, ['file: is larger than 100 MB']],
    'rejected because of its Content-Length',
  )
  receiver.child.disconnect()
  await once(receiver.child, 'exit')
})
