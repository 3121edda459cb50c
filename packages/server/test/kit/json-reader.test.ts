// The JSON parser against RFC 8259, against the platform's own parser, and with hostile bodies. How fields use the
// values is not tested here.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJson } from '../../src/kit/json-reader.ts'
import type { WireValue } from '../../src/kit/wire-tree.ts'
import { MalformedBody } from '../../src/kit/wire-tree.ts'
import { Random } from '../fixture/random.ts'

test('every kind of value becomes its wire value', () => {
  const cases: [string, WireValue][] = [
    ['null', null],
    ['true', true],
    ['false', false],
    ['""', ''],
    ['"a"', 'a'],
    [' \t\r\n"a" \t\r\n', 'a'],
    ['{}', new Map()],
    ['[]', []],
    ['[ ]', []],
    ['{ }', new Map()],
    ['[1, "1"]', [{ number: '1' }, '1']],
    ['{"a": {"b": [null]}}', new Map([['a', new Map([['b', [null]]])]])],
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'],
    ['"\\u00e9\\u00E9\\ud83d\\ude00x"', 'éé😀x'],
    ['"😀\u2028\u007f"', '😀\u2028\u007f'],
    ['{"":1}', new Map([['', { number: '1' }]])],
  ]
  for (const [text, value] of cases) assert.deepEqual(readJson(text), value, text)
})

test('T-29: a number keeps its text, digit by digit', () => {
  const numbers = [
    '0',
    '-0',
    '-1',
    '1.50',
    '1e5',
    '1E+5',
    '1e-400',
    '1e400',
    '9007199254740993',
    '0.1',
    `1${'0'.repeat(400)}`,
  ]
  for (const number of numbers) assert.deepEqual(readJson(number), { number })
})

test('a key with an escape is parsed correctly, whatever objects were parsed before', () => {
  for (let round = 0; round < 20; round += 1) readJson('{"k😀": "x", "k\\\\\\"": 1}')
  assert.deepEqual(
    readJson('{"k😀": "x", "k\\" ": null}'),
    new Map([
      ['k😀', 'x'],
      ['k" ', null],
    ]),
  )
})

test('half a surrogate pair is accepted here, because the check for text names the field', () => {
  assert.equal(readJson('"\\ud800"'), '\ud800')
  assert.equal(readJson('"\ud800"'), '\ud800')
})

test('invalid JSON is rejected with its position', () => {
  const cases: [string, RegExp][] = [
    ['', /line 1, column 1: the body ends where a value should stand\.$/],
    ['   ', /line 1, column 4: the body ends/],
    ['{\n  "a": 1,\n  "a": 2}', /line 3, column 3: the key "a" appears twice in one object\.$/],
    ['{"a":1,}', /column 8: a key in double quotes/],
    ['{a:1}', /column 2: a key in double quotes/],
    ["{'a':1}", /column 2: a key in double quotes/],
    ['{"a" 1}', /column 6: a colon/],
    ['{"a":1 "b":2}', /column 8: a comma or a closing brace/],
    ['{"a":1', /column 7: a comma or a closing brace/],
    ['{"a":', /column 6: the body ends/],
    ['[1,]', /column 4: a value/],
    ['[1 2]', /column 4: a comma or a closing bracket/],
    ['[1', /column 3: a comma or a closing bracket/],
    ['1 2', /column 3: there is text after the end/],
    ['{}x', /column 3: there is text after the end/],
    ['01', /column 2: there is text after the end/],
    ['1.', /column 2: there is text after the end/],
    ['.5', /column 1: a value/],
    ['+1', /column 1: a value/],
    ['-', /column 1: a value/],
    ['1e', /column 2: there is text after the end/],
    ['0x10', /column 2: there is text after the end/],
    ['NaN', /column 1: a value/],
    ['Infinity', /column 1: a value/],
    ['-Infinity', /column 1: a value/],
    ['nul', /column 1: a value/],
    ['True', /column 1: a value/],
    ['undefined', /column 1: a value/],
    ['"a', /column 1: a string is not closed/],
    ['"a\\', /column 3: a backslash/],
    ['"a\\"', /column 1: a string is not closed/],
    ['"\\x41"', /column 2: a backslash/],
    ['"\\u12g4"', /column 2: \\u needs four hexadecimal digits/],
    ['"\\u123', /column 2: \\u needs/],
    ['"a\nb"', /column 3: a control character/],
    ['"\u0000"', /column 2: a control character/],
    ['\ufeff{}', /column 1: a byte order mark/],
    ['\u00a01', /column 1: a value/],
    ['// a comment\n1', /column 1: a value/],
    ['１', /column 1: a value/],
  ]
  for (const [text, message] of cases) {
    assert.throws(
      () => readJson(text),
      (error) => error instanceof MalformedBody && message.test(error.message),
      JSON.stringify(text),
    )
  }
})

test('T-35: __proto__, constructor and prototype are normal keys and change no object', () => {
  const record = readJson('{"__proto__": {"admin": true}, "constructor": 1, "prototype": 2}')
  assert.ok(record instanceof Map)
  assert.deepEqual([...record.keys()], ['__proto__', 'constructor', 'prototype'])
  assert.equal(Reflect.get({}, 'admin'), undefined)
  assert.throws(() => readJson('{"__proto__": 1, "__proto__": 2}'), /"__proto__" appears twice/)
})

test('T-35: equal keys are rejected in every spelling, in nested objects too', () => {
  assert.throws(() => readJson('{"a": 1, "\\u0061": 2}'), /"a" appears twice/)
  assert.throws(() => readJson('{"b": [{"a": 1, "a": 1}]}'), /"a" appears twice/)
  assert.deepEqual(readJson('[{"a": null}, {"a": null}]'), [new Map([['a', null]]), new Map([['a', null]])])
})

test('the name of a key in a message is shortened and printable, so that every format can contain it', () => {
  const key = `${'\\u0000\\ud800'}${'x'.repeat(5000)}`
  assert.throws(
    () => readJson(`{"${key}": 1, "${key}": 2}`),
    (error) => error instanceof MalformedBody && error.message.length < 200 && !/[\u0000\ud800]/.test(error.message),
  )
})

test('T-35: 32 levels of nesting are accepted and 33 are rejected', () => {
  const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
  assert.ok(Array.isArray(readJson(nested(32))))
  assert.throws(() => readJson(nested(33)), /line 1, column 33: values are nested more than 32 deep/)
  assert.throws(() => readJson('{"a":'.repeat(33)), /more than 32 deep/)
  assert.throws(() => readJson('['.repeat(1_000_000)), /more than 32 deep/)
  assert.ok(Array.isArray(readJson(`[${Array(1000).fill('[[]]').join(',')}]`)), 'siblings do not add to the depth')
})

test('two megabytes of one text or number are parsed completely', () => {
  assert.equal(readJson(`"${'x'.repeat(2_000_000)}"`), 'x'.repeat(2_000_000))
  assert.deepEqual(readJson('9'.repeat(2_000_000)), { number: '9'.repeat(2_000_000) })
  assert.throws(() => readJson(`"${'x'.repeat(2_000_000)}`), /a string is not closed/)
  assert.throws(() => readJson(' '.repeat(2_000_000)), /the body ends/)
})

test('T-91: a body in which every character is an escape is parsed, and the parser stops at more escapes', () => {
  assert.equal(readJson(`"${'\\u00e4'.repeat(350_000)}"`), 'ä'.repeat(350_000))
  assert.throws(
    () => readJson(`["${'\\n'.repeat(350_000)}","\\n"]`),
    /column 700006: there are more than 350000 escapes/,
  )
})

test('T-91: 10,000 values are parsed, and the parser stops at the next one', () => {
  const list = (length: number): string => `[${Array(length).fill('1').join()}]`
  assert.equal((readJson(list(9_999)) as WireValue[]).length, 9_999)
  assert.throws(() => readJson(list(10_000)), /line 1, column 20000: there are more than 10000 values/)
  assert.throws(() => readJson(list(900_000)), /line 1, column 20000: there are more than 10000 values/)
  const object = (length: number): string =>
    `{${Array.from({ length }, (_, at) => `"${String(at).padStart(6, '0')}":1`).join()}}`
  assert.equal((readJson(object(9_999)) as ReadonlyMap<string, WireValue>).size, 9_999)
  assert.throws(() => readJson(object(150_000)), /line 1, column 110000: there are more than 10000 values/)
})

test('random values are parsed as by the platform', () => {
  const random = new Random(20_240_101)
  for (let round = 0; round < 2000; round += 1) {
    const value = randomValue(random, 4)
    const text = JSON.stringify(value, null, random.pick([0, 1, '\t']))
    assert.deepEqual(toPlatformValue(readJson(text)), value, text)
  }
})

// Values are compared only if there is no escape: the parser of Node 24 guesses keys from objects that it parsed
// before, and can confuse the key k\" followed by a space with another one.
test('damaged text is accepted and rejected as by the platform, except for duplicate keys', () => {
  const random = new Random(7)
  const chunks = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    'u',
    '0',
    '1',
    'e',
    '.',
    '-',
    ' ',
    '\n',
    'true',
    'x',
    '\u0001',
  ]
  let accepted = 0
  for (let round = 0; round < 20_000; round += 1) {
    const whole = JSON.stringify(randomValue(random, 2))
    const at = random.below(whole.length + 1)
    const text = whole.slice(0, at) + random.text(chunks, 2) + whole.slice(at + random.below(3))
    const ours = outcome(() => toPlatformValue(readJson(text)))
    if (ours.startsWith('refused') && ours.includes('appears twice')) continue
    const theirs = outcome(() => JSON.parse(text))
    assert.equal(ours.startsWith('refused'), theirs.startsWith('refused'), text)
    if (ours.startsWith('refused') || text.includes('\\')) continue
    accepted += 1
    assert.equal(ours, theirs, text)
  }
  assert.ok(accepted > 1000, 'too few damaged texts could be parsed')
})

function outcome(read: () => unknown): string {
  try {
    return JSON.stringify(read())
  } catch (error) {
    return `refused: ${(error as Error).message}`
  }
}

function randomValue(random: Random, depth: number): unknown {
  const chunks = ['a', 'é', '😀', '"', '\\', '/', '\n', '\u0000', ' ', '\u2028', '0']
  switch (random.below(depth > 0 ? 7 : 5)) {
    case 0:
      return null
    case 1:
      return random.next() < 0.5
    case 2:
      return random.below(1_000_000) / random.pick([1, 10, 1000])
    case 5:
      return Array.from({ length: random.below(5) }, () => randomValue(random, depth - 1))
    case 6: {
      const keys = new Set(
        Array.from({ length: random.below(5) }, () => `k${random.text(['a', 'é', '😀', ' ', '0', ':'], 3)}`),
      )
      return Object.fromEntries([...keys].map((key) => [key, randomValue(random, depth - 1)]))
    }
    default:
      return random.text(chunks, 8)
  }
}

function toPlatformValue(value: WireValue): unknown {
  if (Array.isArray(value)) return value.map(toPlatformValue)
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, toPlatformValue(inner)]))
  if (typeof value === 'object' && value !== null && 'number' in value) return Number(value.number)
  return value
}
