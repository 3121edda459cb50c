// Types of files: what is safe is told, by the sender's word or the name's ending, and all the rest is bytes (T-34).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isImage, safeMediaType } from '../../src/kit/media-type.ts'

test('a safe type is believed, with or without parameters', () => {
  assert.equal(safeMediaType('image/png', 'a'), 'image/png')
  assert.equal(safeMediaType('Text/Plain; charset=utf-8', 'a.html'), 'text/plain')
})

test('a sender who says nothing, or only bytes, leaves it to the ending', () => {
  for (const said of ['', ' ', 'application/octet-stream']) {
    assert.equal(safeMediaType(said, 'Photo.JPG'), 'image/jpeg')
    assert.equal(safeMediaType(said, 'a.docx').split('.').at(-1), 'document')
    assert.equal(safeMediaType(said, 'page.html'), 'application/octet-stream')
    assert.equal(safeMediaType(said, 'constructor'), 'application/octet-stream')
    assert.equal(safeMediaType(said, 'a.constructor'), 'application/octet-stream')
  }
})

test('T-34: what a browser runs, and what nobody knows, is bytes', () => {
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

test('images are those that a browser only draws', () => {
  assert.ok(isImage(safeMediaType('image/webp', '')))
  assert.ok(!isImage(safeMediaType('image/svg+xml', 'a.svg')))
})
