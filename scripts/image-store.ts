// Images and containers in a folder of their own, so that those of the machine are not touched: the programs buildah
// and podman of Debian with the settings that also work inside a container, as root and without systemd.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { requireDebianProgram } from './debian.ts'

/** Runs a program and returns what it wrote; fails with its complaint. */
export function run(program: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout.trim()
}

export class ImageStore {
  readonly folder: string
  readonly #buildah: string
  readonly #podman: string
  readonly #place: readonly string[]

  constructor(folder: string) {
    this.folder = folder
    mkdirSync(folder, { recursive: true })
    this.#buildah = requireDebianProgram('/usr/bin/buildah', 'buildah')
    this.#podman = requireDebianProgram('/usr/bin/podman', 'podman')
    requireDebianProgram('/usr/bin/catatonit', 'catatonit')
    this.#place = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')]
  }

  buildah(...args: string[]): string {
    return run(this.#buildah, [...this.#place, ...args])
  }

  /** runc, because Debian's crun refuses machines with both versions of control groups. */
  podman(...args: string[]): string {
    const runtime = requireDebianProgram('/usr/sbin/runc', 'runc')
    return run(this.#podman, [...this.#place, '--runtime', runtime, ...args])
  }

  has(image: string): boolean {
    return this.buildah('images', '--format', '{{.Name}}:{{.Tag}}').split('\n').includes(image)
  }

  pull(image: string): boolean {
    return spawnSync(this.#buildah, [...this.#place, 'pull', '--quiet', image], { timeout: 300_000 }).status === 0
  }

  megabytes(image: string): number {
    return Math.round(Number(this.podman('image', 'inspect', '--format', '{{.Size}}', image)) / 1_000_000)
  }
}
