// What counts as the first load of the application: the entry and its static imports, styles and the Latin font.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { firstLoad } from '../../../scripts/web-size.ts'

const folder = mkdtempSync(join(tmpdir(), 'stint-weight-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const face = (url: string, rest: string): string =>
  `@font-face{font-family:Inter;src:url(${url}) format("woff2");${rest}}`

const css = [
  face('/app/assets/latin.woff2', 'unicode-range:U+0000-00FF,U+0131'),
  face('./short.woff2', 'unicode-range:U+??,U+131'),
  face('./all.woff2', 'font-style:normal'),
  face('./slanted.woff2', 'font-style:italic;unicode-range:U+0000-00FF'),
  face('./greek.woff2', 'unicode-range:U+0370-0377,U+37A-37F'),
].join('')

const files: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html>',
  'assets/entry.js': 'entry '.repeat(100),
  'assets/shared.js': 'shared '.repeat(100),
  'assets/frame.js': 'frame '.repeat(100),
  'assets/later.js': 'later '.repeat(100),
  'assets/style.css': css,
  'assets/latin.woff2': 'latin',
  'assets/short.woff2': 'short',
  'assets/all.woff2': 'all',
  'assets/slanted.woff2': 'slanted',
  'assets/greek.woff2': 'greek',
}

test('the first load is the entry, its imports, its styles and the fonts of Latin text, packed', () => {
  mkdirSync(join(folder, 'assets'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const manifest = {
    'index.html': { file: 'assets/entry.js', isEntry: true, imports: ['_shared'], css: ['assets/style.css'] },
    _shared: { file: 'assets/shared.js', imports: ['index.html'] },
    _frame: { file: 'assets/frame.js', name: 'frame', imports: ['_shared'] },
    later: { file: 'assets/later.js', imports: ['index.html'], css: ['assets/later.css'] },
  }
  const load = firstLoad(folder, manifest)
  const expected = ['all.woff2', 'entry.js', 'latin.woff2', 'shared.js', 'short.woff2', 'style.css']
  assert.deepEqual([...load.keys()].sort(), [...expected.map((name) => `assets/${name}`), 'index.html'])
  const signedIn = firstLoad(folder, manifest, ['frame'])
  assert.deepEqual(
    [...signedIn.keys()].filter((name) => !load.has(name)),
    ['assets/frame.js'],
  )
  assert.throws(() => firstLoad(folder, manifest, ['nothing']), /nothing is no part of the build/)
  assert.equal(load.get('assets/latin.woff2'), 5)
  assert.equal(load.get('assets/entry.js'), brotliCompressSync(files['assets/entry.js'] ?? '').length)
})
