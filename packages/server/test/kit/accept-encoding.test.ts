// Which encoding an Accept-Encoding header chooses: quality first, then the order of the server, and only by name.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseEncoding, contentEncodings } from '../../src/kit/accept-encoding.ts'

test('the encoding with the highest quality is chosen; equal ones in the order of the server', () => {
  const cases: [header: string | undefined, chosen: string | null][] = [
    [undefined, null],
    ['', null],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0.5,zstd;q=0.8 , gzip;q=0.8', 'zstd'],
    ['gzip;q=0', null],
    ['gzip;q=0.000, identity', null],
    ['br;q=0, gzip', 'gzip'],
    ['gzip ; q=0.1', 'gzip'],
    ['gzip;q=x', null],
    ['gzip;level=9', null],
    ['*', null],
    ['identity', null],
    ['x-gzip, bro, gzipped', null],
    [',;,;q=1', null],
  ]
  for (const [header, chosen] of cases) assert.equal(chooseEncoding(header, contentEncodings), chosen, String(header))
})

test('only offered encodings are chosen', () => {
  assert.equal(chooseEncoding('br, gzip;q=0.1', ['gzip']), 'gzip')
  assert.equal(chooseEncoding('br', ['gzip']), null)
})
