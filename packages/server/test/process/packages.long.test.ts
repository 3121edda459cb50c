// The packages as tarballs, installed in an empty folder outside the repository.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { diskFolder } from '../../../../scripts/test-folder.ts'
import { StintProcess, type StintServer, TestProcesses } from './stint-process.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const processes = new TestProcesses()
const tarballs = processes.newFolder()
const installFolder = processes.newFolder(diskFolder)
const data = join(installFolder, 'data')
const installed = join(installFolder, 'node_modules/@stint/server')

/** The command that `npx` would run, with the Node of this process. */
const stintCommand = join(installFolder, 'node_modules/.bin/stint')
const nodeEnv = { PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}` }

before(async () => {
  const packing = await new StintProcess({ program: ['npm', 'run', 'pack', '--', tarballs], cwd: root }).finished
  assert.equal(packing.code, 0, packing.stderr)
  const files = globSync('*.tgz', { cwd: tarballs }).map((name) => join(tarballs, name))
  assert.equal(files.length, 2, packing.stdout)
  const args = ['install', '--ignore-scripts', '--omit=dev', '--loglevel=error', ...files]
  const installing = await new StintProcess({ program: ['npm', ...args], cwd: installFolder }).finished
  assert.equal(installing.code, 0, installing.stderr)
})

const serve = async (): Promise<StintServer> => {
  const env = { ...nodeEnv, STINT_DATA: data, STINT_PORT: '0', STINT_TLS: 'off', STINT_LOG: 'warn', STINT_DEMO: 'on' }
  return processes.waitUntilReady(
    processes.run({ program: [stintCommand], args: ['serve'], cwd: installFolder, env }),
    data,
  )
}

test('packing does not change the repository, and the package has JavaScript and no TypeScript', () => {
  assert.ok(!existsSync(join(root, 'packages/server/dist')))
  assert.deepEqual(globSync('**/*.ts', { cwd: join(installed, 'dist') }), [])
  const written = globSync('**/*.ts', { cwd: join(root, 'packages/server/src') }).map((name) =>
    name.replace(/ts$/, 'js'),
  )
  assert.deepEqual(globSync('**/*.js', { cwd: join(installed, 'dist') }).sort(), written.sort())
  for (const file of globSync('dist/**/*.js', { cwd: installed })) {
    assert.doesNotMatch(readFileSync(join(installed, file), 'utf8'), /['"]\.{1,2}\/[^'"\n]+\.ts['"]/, file)
  }
})

test('each package has the licence of the project', () => {
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8')
  for (const name of ['server', 'sdk']) {
    assert.equal(readFileSync(join(installFolder, `node_modules/@stint/${name}/LICENSE`), 'utf8'), licence, name)
  }
})

test('the package has the built web application, compressed for browsers', async () => {
  const files = globSync('web/**/*', { cwd: installed })
  for (const name of ['web/index.html', 'web/mark.svg']) assert.ok(files.includes(name), name)
  // Tiny files are not compressed.
  const scripts = files.filter((name) => name.endsWith('.js') && statSync(join(installed, name)).size > 2000)
  assert.notDeepEqual(scripts, [])
  for (const name of scripts) assert.ok(files.includes(`${name}.br`) && files.includes(`${name}.gz`), name)
  assert.deepEqual(
    files.filter((name) => /\.(tsx?|map)$|manifest\.json$/.test(name)),
    [],
  )
})

test('the installed server serves records, offloaded reads, the PDF of an invoice and the contract', async () => {
  const server = await serve()
  const token = 'demo-administrator'
  const ids = async (path: string): Promise<string[]> => {
    const { status, json } = await server.request(path, { token })
    assert.equal(status, 200, path)
    return (json[path.split('/')[1] ?? ''] as { id: string }[]).map(({ id }) => id)
  }
  assert.notDeepEqual(await ids('/task/?search=test'), [])
  const [invoice = ''] = await ids('/invoice/?limit=1')
  const pdf = await server.request(`/invoice/${invoice}/pdf/`, { token, headers: { accept: '*/*' } })
  assert.deepEqual([pdf.status, pdf.text.slice(0, 5)], [200, '%PDF-'])
  assert.equal((await server.request('/openapi.json')).json.openapi, '3.1.0')
  const sdk = join(installFolder, 'list.mjs')
  writeFileSync(
    sdk,
    `import { Stint } from '@stint/sdk'
     const stint = new Stint({ url: process.argv[2], token: 'demo-administrator' })
     let count = 0
     for await (const task of stint.task.list()) if (typeof task.title === 'string') count++
     console.log(count)`,
  )
  const listed = Number(execFileSync(process.execPath, [sdk, server.url], { cwd: installFolder }))
  assert.equal(listed, Number((await server.request('/task/?limit=1', { token })).json.listcount))
  assert.equal((await server.process.stop()).code, 0)
  const looked = await processes.run({
    program: [stintCommand],
    args: ['doctor'],
    cwd: installFolder,
    env: { ...nodeEnv, STINT_DATA: data },
  }).finished
  assert.deepEqual([looked.code, looked.stderr], [0, ''], looked.stdout)
})

test('an old Node, and a package without its JavaScript, are reported with one message', async () => {
  const old = join(installFolder, 'old-node.cjs')
  writeFileSync(old, "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.9.0' } })")
  const bin = join(installed, 'bin/stint.js')
  const aged = await processes.run({ program: [process.execPath, '-r', old, bin], args: ['--version'] }).finished
  assert.deepEqual([aged.code, aged.stdout], [1, ''])
  assert.match(aged.stderr, /^stint: this is Node 22\.9\.0, and Stint needs 24 or newer: [^\n]+\.\n$/)
  const bare = processes.newFolder()
  mkdirSync(join(bare, 'bin'))
  writeFileSync(join(bare, 'package.json'), readFileSync(join(installed, 'package.json')))
  writeFileSync(join(bare, 'bin/stint.js'), readFileSync(bin))
  const broken = await processes.run({ program: [process.execPath, join(bare, 'bin/stint.js')], args: ['--version'] })
    .finished
  assert.deepEqual([broken.code, broken.stdout], [1, ''])
  assert.match(broken.stderr, /^stint: this package lacks its JavaScript: [^\n]+\.\n$/)
})
