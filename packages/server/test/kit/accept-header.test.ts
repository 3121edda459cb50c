// The choice of format, header by header (decision 3).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Format } from '../../src/kit/accept-header.ts'
import { chooseFormat, prefersType } from '../../src/kit/accept-header.ts'
import { Random } from '../fixture/random.ts'

const CHROME = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8'

test('each Accept header selects its format', () => {
  const cases: [string | undefined, Format | null][] = [
    [undefined, 'xml'],
    ['', 'xml'],
    ['  ', 'xml'],
    ['application/json', 'json'],
    ['APPLICATION/JSON', 'json'],
    ['application/json; charset=utf-8', 'json'],
    ['application/xml', 'xml'],
    ['text/xml', 'xml'],
    ['Text/XML;charset=UTF-8', 'xml'],
    ['*/*', 'json'],
    ['*', 'json'],
    ['application/*', 'json'],
    ['text/*', 'xml'],
    ['application/json, application/xml', 'json'],
    ['application/xml, application/json', 'json'],
    ['application/xml, */*', 'xml'],
    ['text/xml, application/*', 'xml'],
    ['*/*, text/xml', 'xml'],
    ['application/json, */*', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['application/xml;q=0.9, application/json', 'json'],
    ['application/xml, application/json;q=0.9', 'xml'],
    ['application/xml;q=0.5, */*', 'json'],
    ['application/xml;q=0.5, */*;q=0.5', 'xml'],
    ['application/json;q=0.1', 'json'],
    ['application/json;q=0', null],
    ['application/json;q=0, */*', 'xml'],
    ['application/xml;q=0, */*', 'json'],
    ['application/json;q=0, application/xml;q=0, */*', null],
    ['application/json;q=0.0, text/xml;q=0.000, */*', null],
    ['application/*;q=0, */*', 'xml'],
    ['*/*;q=0', null],
    ['application/json, */*;q=0', 'json'],
    ['text/xml;q=0.2, application/xml;q=0.8, application/json;q=0.5', 'xml'],
    ['application/json;q=0.5, application/json;q=0.9, application/xml;q=0.7', 'json'],
    [CHROME, 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    ['text/html,application/xml', 'xml'],
    ['text/html,application/xml,application/json;q=0.1', 'json'],
    ['text/html;q=0,application/xml,*/*;q=0.8', 'xml'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'json'],
    ['text/html', null],
    ['image/*', null],
    ['text/plain', null],
    ['application/xhtml+xml', null],
    ['application/vnd.api+json', null],
    ['text/json', null],
  ]
  for (const [accept, format] of cases) assert.equal(chooseFormat(accept), format, accept)
})

test('parameters, spaces and quotes are parsed', () => {
  const cases: [string, Format | null][] = [
    ['application/json ; q=0.5 , application/xml ; q=0.7', 'xml'],
    ['application/json;Q=0.5,application/xml;Q=0.7', 'xml'],
    ['application/json;version=1;q=0.1,application/xml;q=0.2', 'xml'],
    ['application/xml;note="a, application/json";q=0.4,application/json;q=0.3', 'xml'],
    ['application/xml;note="a\\",application/json;q=1,\\"";q=0.4', 'xml'],
    ['application/json;q=1.000', 'json'],
    ['application/json;', 'json'],
    [',,application/json,,', 'json'],
  ]
  for (const [accept, format] of cases) assert.equal(chooseFormat(accept), format, accept)
})

test('an invalid header counts as absent', () => {
  const cases: [string, Format | null][] = [
    ['json', null],
    ['garbage, application/json', 'json'],
    ['application/json;q=2', null],
    ['application/json;q=-1', null],
    ['application/json;q=', null],
    ['application/json;q=abc, application/xml;q=0.1', 'xml'],
    ['application/json;q=NaN', null],
    ['application/json;q=1e-1', null],
    ['application/', null],
    ['/json', null],
    ['/', null],
    ['*/json', null],
    ['application/json/x', null],
    ['application json', null],
    [',', null],
    [';', null],
    [';q=1', null],
    ['"', null],
    ['"application/json', null],
    ['\u0000', null],
    ['application/jsön', null],
    ['__proto__/constructor', null],
  ]
  for (const [accept, format] of cases) assert.equal(chooseFormat(accept), format, JSON.stringify(accept))
})

test('no header throws, and the result is the same for a repeated call', () => {
  const random = new Random(3)
  const chunks = [
    'application',
    'text',
    'json',
    'xml',
    'html',
    '*',
    '/',
    ',',
    ';',
    'q=',
    '0',
    '.5',
    '1',
    ' ',
    '"',
    '\\',
    '=',
    'é',
  ]
  const headers = Array.from({ length: 3000 }, () => random.text(chunks, 14))
  const first = headers.map((header) => chooseFormat(header))
  const again = headers.map((header) => chooseFormat(header))
  assert.deepEqual(again, first)
  assert.ok(first.includes('json') && first.includes('xml') && first.includes(null))
  assert.equal(chooseFormat('a/b,'.repeat(100_000)), null)
  assert.equal(chooseFormat(';'.repeat(100_000)), null)
  assert.equal(chooseFormat(`${' '.repeat(100_000)}x`), null)
  assert.equal(chooseFormat(`application/json;q${' '.repeat(100_000)}`), 'json')
  assert.equal(chooseFormat('"'.repeat(100_001)), null)
})

test('a file is preferred only if its type or type family is ranked above both formats', () => {
  for (const accept of ['image/*', 'image/png', 'image/png, application/json;q=0.9', 'image/avif,image/*,*/*;q=0.8']) {
    assert.ok(prefersType(accept, 'image/png'), accept)
  }
  const others = [
    undefined,
    '',
    '*/*',
    'image/jpeg',
    'image/png;q=0',
    'image/png, application/json',
    'image/*;q=0.5, */*',
  ]
  for (const accept of [...others, 'text/html', 'image/*, text/xml', 'image/png;q=0, image/*']) {
    assert.ok(!prefersType(accept, 'image/png'), accept)
  }
})
