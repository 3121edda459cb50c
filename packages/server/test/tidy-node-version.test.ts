// The Node versions are stated in the package.json files; every other place that names one must agree with them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../..')
const text = (path: string): string => readFileSync(join(root, path), 'utf8')

interface PackageJson {
  readonly engines: { readonly node: string }
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

const packageJson = (path: string): PackageJson => JSON.parse(text(path)) as PackageJson
const majorOf = (range: string): number => Number(/^(?:>=)?(\d+)/.exec(range)?.[1])

/** The oldest Node that can run the launcher, which only installs and starts. */
const launcherMajor = majorOf(packageJson('package.json').engines.node)
/** The oldest Node that can run the server. */
const serverMajor = majorOf(packageJson('packages/server/package.json').engines.node)

test('node version: the lockfile pins the Node that the server needs', () => {
  const { optionalDependencies, devDependencies } = packageJson('package.json')
  const pinned = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  assert.ok(pinned.length > 0)
  for (const [name, version] of pinned) assert.equal(majorOf(version), serverMajor, name)
  assert.equal(majorOf(devDependencies['@types/node'] ?? ''), serverMajor)
})

test('node version: documents and the container image name the same versions', () => {
  const named = (path: string, pattern: RegExp): number[] =>
    [...text(path).matchAll(pattern)].map(([, major]) => Number(major))
  assert.deepEqual(named('README.md', /\bNode (\d+) or newer/g), [launcherMajor])
  assert.deepEqual(named('docs/deploy.md', /\bNode (\d+) or newer/g), [serverMajor])
  const images = named('Dockerfile', /^FROM node:(\d+)/gm)
  assert.ok(images.length > 0)
  for (const major of images) assert.equal(major, serverMajor)
})

test('node version: the launchers state no version of their own', () => {
  for (const path of ['scripts/install.mjs', 'scripts/run.mjs', 'scripts/web.mjs', 'packages/server/bin/stint.js'])
    assert.doesNotMatch(text(path), /\b(18|20|22|24|26)\b/, path)
})
