// The file store: bytes are stored unchanged and named by their hash. Uploads that are too large, aborted or never
// referenced leave nothing, and a file that is stored again during its removal is restored.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { DiskFull } from '../../src/io/errors.ts'
import { FileTooLarge, type OpenFile } from '../../src/io/file-store.ts'
import { FolderFileStore } from '../../src/io/folder-file-store.ts'
import { startChild } from '../fixture/child-process.ts'
import { machineNow } from '../fixture/test-clock.ts'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'stint-files-')), 'files')
  folders.push(folder)
  return folder
}

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex')
const pathOf = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash.slice(2))

async function* chunks(...texts: string[]): AsyncIterable<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : []

const hourAhead = (): number => machineNow() + 3_600_000
const hourAgo = (): number => machineNow() - 3_600_000
const isUnused = async (): Promise<boolean> => false
const isUsed = async (): Promise<boolean> => true

const storeFile = async (files: FolderFileStore, content: string): Promise<string> => {
  const received = await files.receive(chunks(content), 1000)
  await received.keep()
  return received.hash
}

async function openStored(files: FolderFileStore, hash: string): Promise<OpenFile> {
  const opened = await files.open(hash)
  assert.ok(opened !== undefined)
  return opened
}

/** Makes a stored file look old. */
const makeOld = (place: string): void => utimesSync(place, hourAgo() / 1000 - 60, hourAgo() / 1000 - 60)

/** What all open files share, to replace one of its methods. */
async function fileHandlePrototype(): Promise<FileHandle> {
  const handle = await open(tmpdir(), 'r')
  await handle.close()
  return Object.getPrototypeOf(handle) as FileHandle
}

test('T-108: the folders of a stored file are synced, also if another process created them', async (context) => {
  const folder = newFolder()
  const synced: string[] = []
  const prototype = await fileHandlePrototype()
  const sync = prototype.sync
  context.mock.method(prototype, 'sync', function (this: FileHandle) {
    synced.push(readlinkSync(`/proc/self/fd/${this.fd}`))
    return sync.call(this)
  })
  const hash = hashOf('synced')
  // As if the process that created the folders was killed before it synced them.
  mkdirSync(dirname(pathOf(folder, hash)), { recursive: true })
  await storeFile(new FolderFileStore(folder), 'synced')
  for (const place of [dirname(folder), folder, dirname(pathOf(folder, hash))]) {
    assert.ok(synced.includes(realpathSync(place)), `${place} was not synced`)
  }
})

test('stored bytes are read back unchanged, completely and in part', async () => {
  const folder = newFolder()
  const files = new FolderFileStore(folder)
  const received = await files.receive(chunks('Hello, ', '', 'wörld'), 1000)
  assert.deepEqual([received.hash, received.size], [hashOf('Hello, wörld'), 13])
  assert.equal(await files.open(received.hash), undefined, 'not available before keep()')
  await received.keep()
  const opened = await openStored(files, received.hash)
  assert.equal(opened.size, 13)
  assert.equal(await text(opened.bytes(0, 12)), 'Hello, wörld')
  assert.equal(await text((await openStored(files, received.hash)).bytes(7, 7)), 'w')
  await received.discard()
  assert.ok(existsSync(pathOf(folder, received.hash)), 'a stored file cannot be discarded')
})

test('the same bytes are stored once, and only the owner can read them', async () => {
  const folder = newFolder()
  const files = new FolderFileStore(folder)
  const hashes = await Promise.all(Array.from({ length: 8 }, () => storeFile(files, 'same')))
  assert.deepEqual(new Set(hashes), new Set([hashOf('same')]))
  const place = pathOf(folder, hashOf('same'))
  assert.equal(readFileSync(place, 'utf8'), 'same')
  assert.equal(statSync(place).mode & 0o077, 0, 'readable by others')
  assert.deepEqual(filesIn(join(folder, 'arriving')), [])
})

test('too many bytes, or an aborted upload, leave nothing behind', async () => {
  const folder = newFolder()
  const files = new FolderFileStore(folder)
  await assert.rejects(files.receive(chunks('123', '45'), 4), FileTooLarge)
  assert.equal((await files.receive(chunks('123', '4'), 4)).size, 4, 'the limit itself is allowed')
  async function* broken(): AsyncIterable<Buffer> {
    yield Buffer.from('12')
    throw new Error('gone')
  }
  await assert.rejects(files.receive(broken(), 4), /gone/)
  const unwanted = await files.receive(chunks('no'), 4)
  await unwanted.discard()
  assert.equal(filesIn(folder).length, 1, 'only the file that was not discarded is left')
})

for (const code of ['ENOSPC', 'EDQUOT']) {
  test(`T-77: a full disk (${code}) is reported as such and leaves no bytes`, async (context) => {
    const folder = newFolder()
    const files = new FolderFileStore(folder)
    const hash = await storeFile(files, 'before')
    const received = await files.receive(chunks('complete'), 1000)
    const sync = context.mock.method(await fileHandlePrototype(), 'sync', () =>
      Promise.reject(Object.assign(new Error('no room'), { code })),
    )
    await assert.rejects(files.receive(chunks('more'), 1000), DiskFull)
    await assert.rejects(received.keep(), DiskFull)
    await received.discard()
    sync.mock.restore()
    // The marker of a file that was not stored is removed by the next cleaning.
    const marker = hashOf('complete')
    assert.deepEqual(filesIn(folder).sort(), [hash.slice(2), hash, marker].sort())
    assert.equal(await files.remove(marker, hourAhead(), isUnused), true)
    await storeFile(files, 'complete')
  })
}

test('T-41: a file is opened by a hash, and never by a text that could be a path', async () => {
  const files = new FolderFileStore(newFolder())
  for (const name of ['../../etc/passwd', '', 'A'.repeat(64), `${'a'.repeat(62)}/x`, `${'a'.repeat(64)}\n`]) {
    await assert.rejects(files.open(name), /named by the hash/, name)
    await assert.rejects(files.remove(name, hourAhead(), isUnused), /named by the hash/, name)
  }
})

test('a stored file is unconfirmed until it is confirmed', async () => {
  const files = new FolderFileStore(newFolder())
  const hash = await storeFile(files, 'one')
  assert.deepEqual(await files.unconfirmed(hourAhead()), [hash])
  assert.deepEqual(await files.unconfirmed(hourAgo()), [], 'not while its row may still be written')
  await files.confirm(hash)
  await files.confirm(hash)
  assert.deepEqual(await files.unconfirmed(hourAhead()), [])
})

test('a file is removed if it is not in use, and kept if it is in use or was stored again', async () => {
  const folder = newFolder()
  const files = new FolderFileStore(folder)
  const hash = await storeFile(files, 'one')
  const place = pathOf(folder, hash)
  assert.equal(await files.remove(hash, hourAhead(), isUsed), false)
  assert.equal(await files.remove(hash, hourAgo(), isUnused), false, 'it was stored a moment ago')
  makeOld(place)
  let keptAgain = false
  const again = async (): Promise<boolean> => {
    await storeFile(files, 'one')
    keptAgain = true
    return false
  }
  assert.equal(await files.remove(hash, hourAgo(), again), true, 'the old file is removed')
  assert.ok(keptAgain && existsSync(place), 'the file stored in the meantime stays')
  assert.equal(await files.remove(hash, hourAgo(), isUnused), false)
  makeOld(place)
  assert.equal(await files.remove(hash, hourAgo(), isUnused), true)
  assert.ok(!existsSync(place))
  assert.equal(await files.remove(hash, hourAgo(), isUnused), true, 'removing a missing file succeeds')
  assert.deepEqual(filesIn(join(folder, 'leaving')), [])
})

test('an interrupted removal is completed, or reverted if the file is in use', async () => {
  const folder = newFolder()
  const files = new FolderFileStore(folder)
  const died = async (): Promise<boolean> => {
    throw new Error('died')
  }
  for (const [content, expected, stays] of [
    ['wanted', isUsed, true],
    ['unwanted', isUnused, false],
  ] as const) {
    const hash = await storeFile(files, content)
    makeOld(pathOf(folder, hash))
    await assert.rejects(files.remove(hash, hourAgo(), died), /died/)
    assert.ok(!existsSync(pathOf(folder, hash)), 'the file was moved aside')
    await files.cleanUp(hourAgo(), expected)
    assert.equal(existsSync(pathOf(folder, hash)), stays, content)
  }
  assert.deepEqual(filesIn(join(folder, 'leaving')), [])
})

/** Runs a process up to the given point and kills it there. */
async function killProcessAt(till: 'arriving' | 'kept', folder: string, content: string): Promise<void> {
  const child = startChild('store-file', { folder, content, till })
  const [told] = await once(child, 'message')
  assert.equal(told, till)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('a process that is killed during an upload leaves a temporary file that is removed later', async () => {
  const folder = newFolder()
  const files = new FolderFileStore(folder)
  await killProcessAt('arriving', folder, 'half')
  assert.equal(filesIn(join(folder, 'arriving')).length, 1)
  await files.cleanUp(hourAgo(), isUnused)
  assert.equal(filesIn(join(folder, 'arriving')).length, 1, 'it could be a running upload')
  await files.cleanUp(hourAhead(), isUnused)
  assert.deepEqual(filesIn(folder), [])
})

test('a process that is killed between a file and its row leaves a file that is listed as unconfirmed', async () => {
  const folder = newFolder()
  const files = new FolderFileStore(folder)
  await killProcessAt('kept', folder, 'whole')
  const hash = hashOf('whole')
  assert.equal(readFileSync(pathOf(folder, hash), 'utf8'), 'whole')
  assert.deepEqual(await files.unconfirmed(hourAhead()), [hash])
  assert.equal(await files.remove(hash, hourAhead(), isUnused), true)
  await files.confirm(hash)
  assert.deepEqual(filesIn(folder), [])
})
