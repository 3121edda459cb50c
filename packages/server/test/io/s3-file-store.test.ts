// The store of files in a bucket: bytes come back unchanged, whole, in part and in several parts; failures of the store
// are repeated or reported; removing never takes an upload that arrives meanwhile. Signatures follow AWS's examples.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { AwsV4Signer } from 'aws4fetch'
import { DiskFull, Unavailable } from '../../src/io/errors.ts'
import { FileTooLarge } from '../../src/io/file-store.ts'
import type { S3Location } from '../../src/io/s3-bucket.ts'
import { S3FileStore } from '../../src/io/s3-file-store.ts'
import { expectedSignature, S3Server } from '../fixture/s3-server.ts'
import { machineNow } from '../fixture/test-clock.ts'

const spool = mkdtempSync(join(tmpdir(), 'stint-s3-'))
const server = new S3Server()
let location: S3Location
let files: S3FileStore
before(async () => {
  location = await server.listen()
  files = new S3FileStore(location, spool)
})
after(() => {
  server.close()
  rmSync(spool, { recursive: true, force: true })
})
beforeEach(() => {
  server.objects.clear()
  server.requests.length = 0
})

async function* chunks(...texts: string[]): AsyncIterable<Buffer> {
  for (const one of texts) yield Buffer.from(one)
}

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex')
const hourMs = 3_600_000
const hourAgo = (): number => machineNow() - hourMs
const isUnused = async (): Promise<boolean> => false
const isUsed = async (): Promise<boolean> => true

async function storeFile(content: string, store = files): Promise<string> {
  const received = await store.receive(chunks(content), 1000)
  await received.keep()
  return received.hash
}

/** The bytes from one position to another, both included. */
async function read(hash: string, from = 0, to?: number): Promise<string> {
  const opened = await files.open(hash)
  assert.ok(opened !== undefined)
  return text(opened.bytes(from, to ?? opened.size - 1))
}

test('stored bytes are read back unchanged, completely and in part, and leave nothing on this machine', async () => {
  const received = await files.receive(chunks('Hello, ', '', 'wörld'), 1000)
  assert.deepEqual([received.hash, received.size], [hashOf('Hello, wörld'), 13])
  assert.equal(await files.open(received.hash), undefined, 'not available before keep()')
  await received.keep()
  assert.equal(await read(received.hash), 'Hello, wörld')
  assert.equal(await read(received.hash, 7, 7), 'w')
  assert.equal(await read(await storeFile('')), '')
  await received.discard()
  assert.equal(await read(received.hash), 'Hello, wörld', 'a stored file cannot be discarded')
  await assert.rejects(files.receive(chunks('123', '45'), 4), FileTooLarge)
  const unwanted = await files.receive(chunks('no'), 4)
  await unwanted.discard()
  assert.equal(await files.open(hashOf('no')), undefined)
  assert.deepEqual(readdirSync(spool), [])
})

test('a large file is put in parts, and parts of uploads that died are removed', async () => {
  const store = new S3FileStore(location, spool, 5)
  const hash = await storeFile('twelve bytes', store)
  assert.equal(server.requests.filter((request) => request.includes('partNumber=')).length, 3)
  assert.equal(await read(hash), 'twelve bytes')
  assert.equal(server.uploads.size, 0)
  // The marker, the beginning and the first part succeed; the second part fails, and so does giving the upload up.
  server.failures.push(undefined, undefined, undefined, 403, 403)
  await assert.rejects(storeFile('another file', store), /PUT objects\/\S+ with 403 Asked/)
  assert.equal(server.uploads.size, 1)
  await store.cleanUp(hourAgo())
  assert.equal(server.uploads.size, 1, 'it could be a running upload')
  server.age(2 * hourMs)
  await store.cleanUp(hourAgo())
  assert.equal(server.uploads.size, 0)
})

test('temporary failures are repeated; lasting ones are reported, and nothing is lost or half there', async () => {
  server.failures.push(500, 0, 503)
  const hash = await storeFile('in the end')
  assert.equal(await read(hash), 'in the end')
  const received = await files.receive(chunks('refused'), 100)
  server.failures.push(403)
  await assert.rejects(received.keep(), (error) => error instanceof Unavailable && /403 Asked/.test(error.message))
  await received.keep()
  assert.equal(await read(received.hash), 'refused', 'the same upload can be kept later')
  server.failures.push(507)
  await assert.rejects(storeFile('no room'), DiskFull)
  server.failures.push(0, 0, 0, 0)
  await assert.rejects(files.open(hash), Unavailable)
  server.failures.push(307)
  await assert.rejects(files.open(hash), /with 307/)
})

test('a file is unconfirmed until it is confirmed, and listed in several pages', async () => {
  const hashes = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((content) => storeFile(content)))
  assert.deepEqual(await files.unconfirmed(hourAgo()), [], 'not while its row may still be written')
  server.age(2 * hourMs)
  assert.deepEqual((await files.unconfirmed(hourAgo())).sort(), [...hashes].sort())
  for (const hash of hashes) await files.confirm(hash)
  await files.confirm(hashOf('a'))
  assert.deepEqual(await files.unconfirmed(hourAgo()), [])
})

test('T-261: a file is removed if it is not in use; an upload of the same bytes that arrives meanwhile stays', async () => {
  const hash = await storeFile('one')
  assert.equal(await files.remove(hash, hourAgo(), isUnused), false, 'it was stored a moment ago')
  server.age(2 * hourMs)
  assert.equal(await files.remove(hash, hourAgo(), isUsed), false)
  const meanwhile = async (): Promise<boolean> => {
    await storeFile('one')
    return false
  }
  assert.equal(await files.remove(hash, hourAgo(), meanwhile), false, 'a newer one is there')
  assert.equal(await read(hash), 'one')
  server.age(2 * hourMs)
  assert.equal(await files.remove(hash, hourAgo(), isUnused), true)
  assert.equal(await files.open(hash), undefined)
  assert.equal(await files.remove(hash, hourAgo(), isUnused), true, 'removing a missing file succeeds')
})

test('the store has an id, says whether it can be written, and cleans up after its probes', async () => {
  assert.equal(await files.readId(), null)
  await files.writeId('store-1')
  assert.equal(await files.readId(), 'store-1')
  assert.equal(await new S3FileStore(location, spool).isWritable(), true)
  const wrong = new S3FileStore({ ...location, secretKey: 'wrong' }, spool)
  assert.equal(await wrong.isWritable(), false)
  await assert.rejects(wrong.readId(), /403 SignatureDoesNotMatch/)
  const elsewhere = new S3FileStore({ ...location, endpoint: 'http://127.0.0.1:1' }, spool)
  await assert.rejects(elsewhere.readId(), /cannot be reached/)
  const another = new S3FileStore(location, spool)
  another.expectId('store-2')
  assert.equal(await another.isWritable(), false, 'T-340')
  await assert.rejects(storeFile('T-340', another), /the id there is store-1/)
  another.expectId('store-1')
  const hash = await storeFile('T-340', another)
  server.age(2 * hourMs)
  assert.equal(await another.remove(hash, hourAgo(), isUnused), true)
  await another.confirm(hash)
  // The probe is written, and the server dies before it is deleted.
  server.failures.push(undefined, 403)
  assert.equal(await new S3FileStore(location, spool).isWritable(), false)
  server.age(2 * hourMs)
  await files.cleanUp(hourAgo())
  assert.deepEqual([...server.objects.keys()], ['company/store-id'])
})

test('T-41: a file is opened by a hash, and never by a text that could be a key', async () => {
  for (const name of ['../../etc/passwd', '', 'A'.repeat(64), `${'a'.repeat(62)}/x`, `${'a'.repeat(64)}\n`]) {
    await assert.rejects(files.open(name), /named by the hash/, name)
    await assert.rejects(files.remove(name, machineNow(), isUnused), /named by the hash/, name)
  }
})

const emptyHash = hashOf('')

/** The examples of "Authenticating Requests: Using the Authorization Header" in the S3 API reference. */
const examples = [
  {
    path: '/test.txt',
    headers: { range: 'bytes=0-9', 'x-amz-content-sha256': emptyHash },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    method: 'PUT',
    path: '/test%24file.text',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': hashOf('Welcome to Amazon S3.'),
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    path: '/?lifecycle',
    headers: { 'x-amz-content-sha256': emptyHash },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    path: '/?max-keys=2&prefix=J',
    headers: { 'x-amz-content-sha256': emptyHash },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
]

for (const { method = 'GET', path, headers, signature } of examples) {
  test(`the signature of ${method} ${path} is the one that AWS publishes, here and in the test server`, async () => {
    const url = new URL(path, 'https://examplebucket.s3.amazonaws.com')
    const signed = await new AwsV4Signer({
      method,
      url: String(url),
      headers,
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: location.secretKey,
      region: 'us-east-1',
      service: 's3',
      datetime: '20130524T000000Z',
      allHeaders: true,
    }).sign()
    const authorization = String(signed.headers.get('authorization'))
    assert.equal(authorization.slice(-64), signature)
    const sent = { ...Object.fromEntries(signed.headers), host: url.host }
    const request = { method, path: url.pathname, query: url.searchParams, headers: sent }
    assert.equal(expectedSignature(request, location.secretKey), signature)
  })
}
