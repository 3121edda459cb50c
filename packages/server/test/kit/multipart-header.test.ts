// Headers of the parts of a form: names as programs send them, and ambiguous headers, which are rejected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPartHeader } from '../../src/kit/multipart-header.ts'

const latin1 = (text: string): string => Buffer.from(text).toString('latin1')
const read = (disposition: string) => {
  const head = readPartHeader(latin1(disposition), '')
  return head === null ? null : [head.name, head.filename]
}

test('names are parsed quoted and bare, in any order and case, in UTF-8', () => {
  assert.deepEqual(read('form-data; name="title"'), ['title', null])
  assert.deepEqual(read('form-data; name=title'), ['title', null])
  assert.deepEqual(read('Form-Data ;\tNAME = "title" ; FileName="a.txt" '), ['title', 'a.txt'])
  assert.deepEqual(read('form-data; filename="a; name=b.txt"; name="file"'), ['file', 'a; name=b.txt'])
  assert.deepEqual(read('form-data; name="file"; filename="Grüße 計.txt"'), ['file', 'Grüße 計.txt'])
  assert.deepEqual(read('form-data; name="file"; filename=""'), ['file', ''])
})

test('a quote in a name is unescaped, a path keeps its backslashes, and %22 is not decoded', () => {
  assert.deepEqual(read('form-data; name="file"; filename="a\\"b"'), ['file', 'a"b'])
  assert.deepEqual(read('form-data; name="file"; filename="C:\\plan\\a.txt"'), ['file', 'C:\\plan\\a.txt'])
  assert.deepEqual(read('form-data; name="file"; filename="a%22b"'), ['file', 'a%22b'])
})

test('the extended name has priority over the plain one', () => {
  assert.deepEqual(read(`form-data; name="file"; filename="plan.txt"; filename*=UTF-8''Pl%C3%A4ne.txt`), [
    'file',
    'Pläne.txt',
  ])
  assert.deepEqual(read(`form-data; name="file"; filename*=utf-8'en'a%0Ab`), ['file', 'a\nb'])
})

test('ambiguous headers are rejected', () => {
  const unreadable = [
    '',
    'form-data',
    'attachment; name="file"',
    'form-dataname="file"',
    'form-data; filename="a"',
    'form-data; name="a"; name="b"',
    'form-data; name="a"; filename="b"; FILENAME="c"',
    'form-data; name="a',
    'form-data; name="a" filename="b"',
    'form-data; name="a"; filename="b" c',
    'form-data; name="a"; filename=b c',
    'form-data; name="a";;',
    'form-data; name="a"; filename*=latin1\'\'b',
    'form-data; name="a"; filename*=UTF-8\'\'%ff',
    'form-data; name="a"; filename*=UTF-8\'\'%zz',
    'form-data; name="a"; filename*="b"',
  ]
  for (const head of unreadable) assert.equal(read(head), null, head)
  assert.equal(readPartHeader('form-data; name="\xff"', ''), null, 'not UTF-8')
})
