// A disk with a cache that a power cut empties: it replays the steps of a server and builds the folders that a cut may
// leave. What was synced before the cut is there. Every later change is there, is missing, or, if it is a write, is
// there in parts. A name in a folder is safe only after a sync of that folder, which is stricter than most disks.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Random } from '../test/fixture/random.ts'
import type { DiskStep } from './disk-steps.ts'

type FileChange =
  | { readonly kind: 'write'; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly size: number }

interface NameChange {
  readonly name: string
  /** null removes the name. */
  readonly node: Node | null
  /** A rename within a folder also removes this name. */
  readonly removes?: string
  /** A rename removes the old name only if the new one is there: file systems never lose both. */
  readonly onlyWith?: NameChange
  isSafe: boolean
}

class FileNode {
  readonly kind = 'file'
  /** The bytes that a power cut cannot take. */
  readonly safe: FileBytes
  pending: FileChange[] = []
  size: number

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.safe = new FileBytes(bytes)
    this.size = bytes.length
  }
}

class FolderNode {
  readonly kind = 'folder'
  readonly names = new Map<string, Node>()
  readonly safe = new Map<string, Node>()
  pending: NameChange[] = []
}

type Node = FileNode | FolderNode

interface Descriptor {
  readonly node: Node
  readonly append: boolean
  position: number
}

/** How the changes that were not synced survive. */
const outcomes = ['none', 'all', 'first', 'some', 'torn'] as const
type Outcome = (typeof outcomes)[number]

const sectorSizes = [512, 4096]

/** The bytes of a file. Files grow in many small steps, so there is more space than bytes. */
class FileBytes {
  #space: Buffer
  #size: number

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#space = bytes
    this.#size = bytes.length
  }

  get bytes(): Buffer {
    return this.#space.subarray(0, this.#size)
  }

  copy(): FileBytes {
    return new FileBytes(Buffer.from(this.bytes))
  }

  change(change: FileChange): void {
    if (change.kind === 'truncate') this.#resize(change.size)
    else {
      this.#resize(Math.max(this.#size, change.offset + change.bytes.length))
      change.bytes.copy(this.#space, change.offset)
    }
  }

  /** New bytes are zero, as in a file with a gap. */
  #resize(size: number): void {
    if (size > this.#space.length) {
      const larger = Buffer.alloc(size * 2)
      this.bytes.copy(larger)
      this.#space = larger
    }
    this.#space.fill(0, Math.min(size, this.#size), Math.max(size, this.#size))
    this.#size = size
  }
}

/** Some sectors of a write, each at its own place. */
function tornParts({ offset, bytes }: FileChange & { kind: 'write' }, random: Random): FileChange[] {
  const sector = random.pick(sectorSizes)
  const parts: FileChange[] = []
  for (let from = offset; from < offset + bytes.length; ) {
    const to = Math.min(offset + bytes.length, (Math.floor(from / sector) + 1) * sector)
    if (random.below(2) === 0)
      parts.push({ kind: 'write', offset: from, bytes: bytes.subarray(from - offset, to - offset) })
    from = to
  }
  return parts
}

function changeNames(names: Map<string, Node>, { name, node, removes }: NameChange): void {
  if (removes !== undefined) names.delete(removes)
  if (node === null) names.delete(name)
  else names.set(name, node)
}

export class DiskModel {
  readonly #root = new FolderNode()
  readonly #rootPath: string
  readonly #ignoresSync: boolean
  readonly #descriptors = new Map<number, Descriptor>()
  readonly #lastWrites = new Map<string, { readonly node: FileNode; readonly change: FileChange }>()
  /** What a thread syncs, and the changes that were pending when it began. */
  readonly #syncing = new Map<string, { readonly node: Node; readonly covered: ReadonlySet<unknown> }>()

  constructor(rootPath: string, ignoresSync: boolean) {
    this.#rootPath = rootPath
    this.#ignoresSync = ignoresSync
  }

  /** Takes over a folder whose files are all safe. */
  load(folder: string): void {
    loadFolder(folder, this.#root)
  }

  apply(step: DiskStep): void {
    switch (step.kind) {
      case 'open':
        this.#open(step.path, step.fd, step.flags)
        break
      case 'write':
        this.#write(step)
        break
      case 'failed-write':
        this.#undoWrite(step.thread)
        break
      case 'truncate':
        this.#changeFile(this.#descriptor(step.fd)?.node, { kind: 'truncate', size: step.size })
        break
      case 'sync-begin':
        this.#beginSync(step.fd, step.thread)
        break
      case 'sync-end':
        this.#endSync(step.thread)
        break
      case 'mkdir':
        this.#changeName(step.path, new FolderNode())
        break
      case 'unlink':
        this.#changeName(step.path, null)
        break
      case 'link':
        this.#changeName(step.path, this.#require(step.from))
        break
      case 'rename':
        this.#rename(step.from, step.path)
        break
      case 'reply':
        break
    }
  }

  /** Writes a folder that a power cut at this moment may leave. */
  build(target: string, random: Random, outcome: Outcome = random.pick(outcomes)): void {
    const chosen = this.#chooseNames(outcome, random)
    this.#buildFolder(this.#root, target, { outcome, chosen, random })
  }

  #find(path: string): Node | undefined {
    if (path === this.#rootPath) return this.#root
    const parent = this.#find(dirname(path))
    return parent instanceof FolderNode ? parent.names.get(basename(path)) : undefined
  }

  #require(path: string): Node {
    const node = this.#find(path)
    if (node === undefined) throw new Error(`the log uses ${path}, which nothing has created`)
    return node
  }

  #folderOf(path: string): FolderNode {
    const folder = this.#require(dirname(path))
    if (!(folder instanceof FolderNode)) throw new Error(`${dirname(path)} is not a folder`)
    return folder
  }

  #descriptor(fd: number): Descriptor | undefined {
    return this.#descriptors.get(fd)
  }

  #open(path: string, fd: number, flags: string): void {
    if (this.#find(path) === undefined) {
      if (!flags.includes('O_CREAT')) throw new Error(`the log opens ${path}, which nothing has created`)
      this.#changeName(path, new FileNode())
    }
    const node = this.#require(path)
    if (flags.includes('O_TRUNC')) this.#changeFile(node, { kind: 'truncate', size: 0 })
    this.#descriptors.set(fd, { node, append: flags.includes('O_APPEND'), position: 0 })
  }

  #write({ fd, thread, offset, bytes }: DiskStep & { kind: 'write' }): void {
    const descriptor = this.#descriptor(fd)
    if (!(descriptor?.node instanceof FileNode)) throw new Error(`a write to descriptor ${fd}, which is no file`)
    const at = offset ?? (descriptor.append ? descriptor.node.size : descriptor.position)
    const change: FileChange = { kind: 'write', offset: at, bytes }
    this.#changeFile(descriptor.node, change)
    this.#lastWrites.set(thread, { node: descriptor.node, change })
    if (offset === null) descriptor.position = at + bytes.length
  }

  #undoWrite(thread: string): void {
    const last = this.#lastWrites.get(thread)
    if (last !== undefined) last.node.pending = last.node.pending.filter((change) => change !== last.change)
  }

  #changeFile(node: Node | undefined, change: FileChange): void {
    if (!(node instanceof FileNode)) return
    node.pending.push(change)
    node.size = change.kind === 'truncate' ? change.size : Math.max(node.size, change.offset + change.bytes.length)
  }

  #changeName(path: string, node: Node | null, more: Pick<NameChange, 'removes' | 'onlyWith'> = {}): NameChange {
    const folder = this.#folderOf(path)
    const change: NameChange = { name: basename(path), node, isSafe: false, ...more }
    changeNames(folder.names, change)
    folder.pending.push(change)
    return change
  }

  #rename(from: string, path: string): void {
    const node = this.#require(from)
    if (dirname(from) === dirname(path)) {
      this.#changeName(path, node, { removes: basename(from) })
      return
    }
    const arrival = this.#changeName(path, node)
    this.#changeName(from, null, { onlyWith: arrival })
  }

  #beginSync(fd: number, thread: string): void {
    const node = this.#descriptor(fd)?.node
    if (node !== undefined) this.#syncing.set(thread, { node, covered: new Set<unknown>(node.pending) })
  }

  #endSync(thread: string): void {
    const sync = this.#syncing.get(thread)
    this.#syncing.delete(thread)
    if (sync === undefined || this.#ignoresSync) return
    const { node, covered } = sync
    if (node.kind === 'folder') this.#syncFolder(node, covered)
    else {
      for (const change of node.pending) if (covered.has(change)) node.safe.change(change)
      node.pending = node.pending.filter((change) => !covered.has(change))
    }
  }

  #syncFolder(node: FolderNode, covered: ReadonlySet<unknown>): void {
    for (const change of node.pending) {
      if (!covered.has(change) || change.onlyWith?.isSafe === false) continue
      change.isSafe = true
      changeNames(node.safe, change)
    }
    node.pending = node.pending.filter(({ isSafe }) => !isSafe)
  }

  /** Which changes of names survive. */
  #chooseNames(outcome: Outcome, random: Random): Set<NameChange> {
    const chosen = new Set<NameChange>()
    const visit = (folder: FolderNode, seen: Set<FolderNode>): void => {
      if (seen.has(folder)) return
      seen.add(folder)
      for (const change of survivors(folder.pending, outcome, random)) chosen.add(change)
      const nodes = [...folder.safe.values(), ...folder.pending.map(({ node }) => node)]
      for (const node of nodes) if (node instanceof FolderNode) visit(node, seen)
    }
    visit(this.#root, new Set())
    for (const change of chosen) {
      const { onlyWith } = change
      if (onlyWith !== undefined && !onlyWith.isSafe && !chosen.has(onlyWith)) chosen.delete(change)
    }
    return chosen
  }

  #buildFolder(folder: FolderNode, target: string, cut: Cut): void {
    mkdirSync(target, { recursive: true, mode: 0o700 })
    const names = new Map(folder.safe)
    for (const change of folder.pending) if (cut.chosen.has(change)) changeNames(names, change)
    for (const [name, node] of names) {
      if (node.kind === 'folder') this.#buildFolder(node, join(target, name), cut)
      else writeFileSync(join(target, name), bytesAfter(node, cut), { mode: 0o600 })
    }
  }
}

function loadFolder(path: string, folder: FolderNode): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const from = join(path, entry.name)
    const node = entry.isDirectory() ? new FolderNode() : new FileNode(readFileSync(from))
    if (node instanceof FolderNode) loadFolder(from, node)
    folder.names.set(entry.name, node)
    folder.safe.set(entry.name, node)
  }
}

interface Cut {
  readonly outcome: Outcome
  readonly chosen: ReadonlySet<NameChange>
  readonly random: Random
}

function survivors<T>(pending: readonly T[], outcome: Outcome, random: Random): readonly T[] {
  if (outcome === 'none') return []
  if (outcome === 'all') return pending
  if (outcome === 'first') return pending.slice(0, random.below(pending.length + 1))
  return pending.filter(() => random.below(2) === 0)
}

function bytesAfter({ safe, pending }: FileNode, { outcome, random }: Cut): Buffer {
  const kept = survivors(pending, outcome, random)
  if (kept.length === 0) return safe.bytes
  // A copy, because the changes are written into it.
  const file = safe.copy()
  for (const change of kept) {
    const isTorn = outcome === 'torn' && change.kind === 'write' && random.below(2) === 0
    for (const part of isTorn ? tornParts(change, random) : [change]) file.change(part)
  }
  return file.bytes
}
