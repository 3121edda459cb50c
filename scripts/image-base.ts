// The base image of the Dockerfile, for machines that reach no registry of images: assembled from Debian's packages,
// the Node of the lockfile and npm, under the name that the Dockerfile asks for. It has what the Dockerfile uses of
// the original. It builds nothing of Stint.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { requireDebianProgram } from './debian.ts'
import { type ImageStore, run } from './image-store.ts'

/** Parts of packages that the slim images of Debian leave out too. */
const leftOut = ['man', 'doc', 'info', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)

/** Makes sure that the store has the image: from its registry if that answers, else assembled. */
export function provideBase(store: ImageStore, name: string): string {
  if (store.has(name)) return 'from an earlier run'
  if (store.pull(name)) return 'from its registry'
  assembleBase(store, name)
  return "assembled from Debian's packages"
}

function assembleBase(store: ImageStore, name: string): void {
  const [, suite = ''] = /-(\w+)-slim$/.exec(name) ?? []
  if (suite === '') throw new Error(`${name} does not name a release of Debian`)
  const mmdebstrap = requireDebianProgram('/usr/bin/mmdebstrap', 'mmdebstrap')
  const folder = mkdtempSync(join(store.folder, 'base-'))
  const system = join(folder, 'system.tar')
  run(mmdebstrap, ['--quiet', '--variant=minbase', ...leftOut, suite, system])
  const container = store.buildah('from', 'scratch')
  const root = store.buildah('mount', container)
  run('tar', ['-C', root, '-xf', system])
  copyFileSync(process.execPath, join(root, 'usr/local/bin/node'))
  run('chmod', ['755', join(root, 'usr/local/bin/node')])
  addNpm(root, folder)
  run('chroot', [root, 'useradd', '--uid', '1000', '--create-home', '--shell', '/bin/bash', 'node'])
  store.buildah('umount', container)
  store.buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container)
  store.buildah('commit', '--quiet', '--rm', container, name)
  rmSync(folder, { recursive: true })
}

/** Adds npm, which trusts the authorities of the machine that builds: the build mounts their file. */
function addNpm(root: string, folder: string): void {
  run('npm', ['pack', '--silent', '--pack-destination', folder, 'npm@11'])
  const archive = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? ''
  const target = join(root, 'usr/local/lib/node_modules/npm')
  mkdirSync(target, { recursive: true })
  run('tar', ['-C', target, '--strip-components=1', '-xzf', join(folder, archive)])
  run('chmod', ['755', join(target, 'bin/npm-cli.js')])
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  const settings = join(root, 'usr/local/etc/npmrc')
  mkdirSync(dirname(settings), { recursive: true })
  writeFileSync(settings, 'cafile=/etc/ssl/certs/ca-certificates.crt\n')
}
