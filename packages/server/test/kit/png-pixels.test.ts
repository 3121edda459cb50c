// PNG images with complete pixel data, and those with too little, too much or none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { hasAllPixels } from '../../src/kit/png-pixels.ts'
import { greyPng, pngChunk, pngHeader, pngSignature } from '../fixture/images.ts'

const png = (width: number, height: number, how: readonly number[], unpacked: number): Buffer => {
  const packed = deflateSync(Buffer.alloc(unpacked))
  const halves = [packed.subarray(0, 3), packed.subarray(3)].map((half) => pngChunk('IDAT', half))
  return Buffer.concat([pngSignature, pngHeader(width, height, how), ...halves, pngChunk('IEND')])
}

test('an image with complete pixels is valid, in every depth, interlaced or not', () => {
  assert.equal(hasAllPixels(greyPng(40)), true)
  assert.equal(hasAllPixels(png(10, 3, [8, 6, 0, 0, 0], 3 * 41)), true)
  assert.equal(hasAllPixels(png(10, 3, [16, 2, 0, 0, 0], 3 * 61)), true)
  assert.equal(hasAllPixels(png(9, 2, [1, 3, 0, 0, 0], 2 * 3)), true)
  // 8 by 8 in passes of 1, 1, 2, 4, 8, 16 and 32 pixels, in rows of 1, 1, 2, 2, 4, 4 and 8 pixels.
  assert.equal(hasAllPixels(png(8, 8, [8, 0, 0, 0, 1], 64 + 1 + 1 + 1 + 2 + 2 + 4 + 4)), true)
  // A single pixel is all in the first pass.
  assert.equal(hasAllPixels(png(1, 1, [8, 0, 0, 0, 1], 2)), true)
})

test('T-34: an image whose pixel data does not match its header is rejected', () => {
  assert.equal(hasAllPixels(png(10, 3, [8, 6, 0, 0, 0], 3 * 41 - 1)), false)
  assert.equal(hasAllPixels(png(10, 3, [8, 6, 0, 0, 0], 3 * 41 + 1)), false)
  assert.equal(hasAllPixels(png(10, 3, [8, 6, 0, 0, 0], 50_000_000)), false)
  const hollow = [pngSignature, pngHeader(1, 1), pngChunk('IDAT', Buffer.from('nothing')), pngChunk('IEND')]
  assert.equal(hasAllPixels(Buffer.concat(hollow)), false)
})
