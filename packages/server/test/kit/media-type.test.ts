// Media types of files: a safe type comes from the upload or from the file extension; everything else is plain bytes
// (T-34).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isImage, safeMediaType } from '../../src/kit/media-type.ts'

test('a safe type is accepted, with or without parameters', () => {
  assert.equal(safeMediaType('image/png', 'a'), 'image/png')
  assert.equal(safeMediaType('Text/Plain; charset=utf-8', 'a.html'), 'text/plain')
})

test('without a type, or with the type for bytes, the file extension decides', () => {
  for (const said of ['', ' ', 'application/octet-stream']) {
    assert.equal(safeMediaType(said, 'Photo.JPG'), 'image/jpeg')
    assert.equal(safeMediaType(said, 'a.docx').split('.').at(-1), 'document')
    assert.equal(safeMediaType(said, 'page.html'), 'application/octet-stream')
    assert.equal(safeMediaType(said, 'constructor'), 'application/octet-stream')
    assert.equal(safeMediaType(said, 'a.constructor'), 'application/octet-stream')
  }
})

test('T-34: types that a browser runs and unknown types become plain bytes', () => {
  const types = [
    'text/html',
    'image/svg+xml',
    'application/pdf',
    'text/xml',
    'text/javascript',
    'x',
    'text/html;image/png',
  ]
  for (const type of types) assert.equal(safeMediaType(type, 'a.png'), 'application/octet-stream', type)
})

test('images are those types that a browser only displays', () => {
  assert.ok(isImage(safeMediaType('image/webp', '')))
  assert.ok(!isImage(safeMediaType('image/svg+xml', 'a.svg')))
})
