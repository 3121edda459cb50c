// Reads a log of strace: what a server did to the files of its data folder, and which responses it sent meanwhile, in
// order. It does not know what the files mean. A call that runs while another thread is in a call too has two lines.
import { createReadStream } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { createInterface } from 'node:readline'

/** The calls that change files or send responses. SQLite maps only its -shm file, which is not kept over a restart. */
export const tracedCalls =
  'openat,write,pwrite64,writev,pwritev,ftruncate,fallocate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir,fsync,fdatasync'

export type DiskStep =
  | { readonly kind: 'open'; readonly path: string; readonly fd: number; readonly flags: string }
  | {
      readonly kind: 'write'
      readonly fd: number
      readonly thread: string
      readonly offset: number | null
      readonly bytes: Buffer
    }
  /** The write that the thread had begun failed. */
  | { readonly kind: 'failed-write'; readonly thread: string }
  | { readonly kind: 'truncate'; readonly fd: number; readonly size: number }
  /** A sync covers what was written before it began, and only once it has ended. */
  | { readonly kind: 'sync-begin' | 'sync-end'; readonly fd: number; readonly thread: string }
  | { readonly kind: 'rename' | 'link'; readonly from: string; readonly path: string }
  | { readonly kind: 'unlink' | 'mkdir'; readonly path: string }
  /** The server began to send a successful response, or its banner. */
  | { readonly kind: 'reply'; readonly id: string; readonly text: string }

interface Call {
  readonly name: string
  readonly args: string
}

const decode = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex')

const stringsIn = (args: string): Buffer[] =>
  Array.from(args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g), ([, hex = '']) => decode(hex))

/** The number and the name of the file descriptor that begins the arguments. */
function descriptorOf(args: string): { fd: number; path: string } {
  const [, fd = '-1', hex = ''] = /^(\d+)<((?:\\x[0-9a-f]{2})*)>/.exec(args) ?? []
  return { fd: Number(fd), path: decode(hex).toString() }
}

/** The paths of a call. A relative one is relative to the folder that is named before it. */
const pathsOf = (args: string): string[] =>
  Array.from(args.matchAll(/(?:<((?:\\x[0-9a-f]{2})*)>, )?"((?:\\x[0-9a-f]{2})*)"/g), ([, folder = '', hex = '']) => {
    const path = decode(hex).toString()
    return isAbsolute(path) ? path : join(decode(folder).toString(), path)
  })

const numberAt = (args: string, fromEnd: number): number => Number(args.split(', ').at(-fromEnd))

function replyIn(text: string): DiskStep | undefined {
  if (text.startsWith('Stint is ready')) return { kind: 'reply', id: 'banner', text }
  const id = /^HTTP\/1\.1 2\d\d [\s\S]*?\r\nx-request-id: (\S+)\r\n/.exec(text)?.[1]
  return id === undefined ? undefined : { kind: 'reply', id, text }
}

/** What a call does when it begins; other threads may see it before it ends. */
function stepAtBegin(thread: string, { name, args }: Call, data: string): DiskStep | undefined {
  const { fd, path } = descriptorOf(args)
  const isOurs = path.startsWith(data)
  switch (name) {
    case 'write':
    case 'writev':
      if (isOurs) return { kind: 'write', fd, thread, offset: null, bytes: Buffer.concat(stringsIn(args)) }
      return replyIn(Buffer.concat(stringsIn(args)).toString('latin1'))
    case 'pwrite64':
    case 'pwritev':
      if (!isOurs) return undefined
      return { kind: 'write', fd, thread, offset: numberAt(args, 1), bytes: Buffer.concat(stringsIn(args)) }
    case 'ftruncate':
      return isOurs ? { kind: 'truncate', fd, size: numberAt(args, 1) } : undefined
    case 'fallocate':
      if (isOurs) throw new Error('the disk model does not know fallocate')
      return undefined
    case 'fsync':
    case 'fdatasync':
      return isOurs ? { kind: 'sync-begin', fd, thread } : undefined
    default:
      return undefined
  }
}

/** What a call that succeeded has done when it ends. */
function stepAtEnd(thread: string, { name, args }: Call, result: string, data: string): DiskStep | undefined {
  if (name === 'fsync' || name === 'fdatasync') {
    const { fd, path } = descriptorOf(args)
    return path.startsWith(data) ? { kind: 'sync-end', fd, thread } : undefined
  }
  if (name.includes('write')) return undefined
  const [first = '', second = ''] = pathsOf(args)
  if (!first.startsWith(data)) return undefined
  switch (name) {
    case 'openat':
      return {
        kind: 'open',
        path: first,
        fd: Number.parseInt(result, 10),
        flags: args.slice(args.lastIndexOf('"') + 1),
      }
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return { kind: 'rename', from: first, path: second }
    case 'link':
    case 'linkat':
      return { kind: 'link', from: first, path: second }
    case 'unlink':
    case 'unlinkat':
    case 'rmdir':
      return { kind: 'unlink', path: first }
    case 'mkdir':
    case 'mkdirat':
      return { kind: 'mkdir', path: first }
    default:
      return undefined
  }
}

const hasFailed = (result: string): boolean => result.startsWith('-1')

const wholePattern = /^(\w+)\((.*)\) += (\S+)/s
const begunPattern = /^(\w+)\((.*?),? ?<unfinished \.\.\.>$/s
const resumedPattern = /^<\.\.\. (\w+) resumed>(.*)\) += (\S+)/s

/** Reads the steps in the folder `data`. */
export async function readDiskSteps(logFile: string, data: string): Promise<DiskStep[]> {
  const steps: DiskStep[] = []
  const unfinished = new Map<string, Call>()
  const add = (step: DiskStep | undefined): void => {
    if (step !== undefined) steps.push(step)
  }
  const end = (thread: string, call: Call, result: string): void => {
    if (!hasFailed(result)) add(stepAtEnd(thread, call, result, data))
    else if (call.name.includes('write') && descriptorOf(call.args).path.startsWith(data))
      add({ kind: 'failed-write', thread })
  }
  for await (const line of createInterface({ input: createReadStream(logFile) })) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const whole = wholePattern.exec(rest)
    const begun = whole === null ? begunPattern.exec(rest) : null
    const resumed = whole === null && begun === null ? resumedPattern.exec(rest) : null
    const [, name = '', args = '', result = ''] = whole ?? begun ?? resumed ?? []
    if (resumed !== null) {
      const call = unfinished.get(thread)
      if (call?.name === name) end(thread, { name, args: call.args + args }, result)
      continue
    }
    if (name === '') continue
    add(stepAtBegin(thread, { name, args }, data))
    if (whole !== null) end(thread, { name, args }, result)
    else unfinished.set(thread, { name, args })
  }
  return steps
}
