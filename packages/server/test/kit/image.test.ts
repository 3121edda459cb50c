// Images by their bytes: valid ones of both types with their size, and damaged or wrong ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readImage } from '../../src/kit/image.ts'
import {
  dotJpeg,
  dotPng,
  greyPng,
  jpegFrame,
  jpegScan,
  jpegSegment,
  jpegStart,
  pngChunk,
  pngHeader,
  pngSignature,
} from '../fixture/images.ts'
import { Random } from '../fixture/random.ts'

/** Created by an image editor: 1 by 1 pixel, colours with transparency. */
const foreignPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const png = (...chunks: readonly Buffer[]): Buffer => Buffer.concat([pngSignature, ...chunks])
const jpeg = (...segments: readonly Buffer[]): Buffer => Buffer.concat([jpegStart, ...segments])

test('a PNG gives its size, with any chunks and any bytes after its end', () => {
  assert.deepEqual(readImage(dotPng), { mediatype: 'image/png', width: 1, height: 1 })
  assert.deepEqual(readImage(greyPng(300)), { mediatype: 'image/png', width: 300, height: 300 })
  assert.deepEqual(readImage(foreignPng), { mediatype: 'image/png', width: 1, height: 1 })
  assert.deepEqual(readImage(Buffer.concat([dotPng, Buffer.from('<html>')])), readImage(dotPng))
  const palette = png(
    pngHeader(7, 5, [4, 3, 0, 0, 1]),
    pngChunk('PLTE', Buffer.alloc(3)),
    pngChunk('IDAT'),
    pngChunk('IEND'),
  )
  assert.deepEqual(readImage(palette), { mediatype: 'image/png', width: 7, height: 5 })
  assert.deepEqual(readImage(new Uint8Array(dotPng)), readImage(dotPng), 'a Uint8Array')
  assert.deepEqual(
    readImage(Buffer.concat([Buffer.alloc(3), dotPng]).subarray(3)),
    readImage(dotPng),
    'a part of a larger buffer',
  )
})

test('a JPEG gives its size: baseline, extended or progressive', () => {
  assert.deepEqual(readImage(dotJpeg), { mediatype: 'image/jpeg', width: 1, height: 1 })
  for (const marker of [0xc0, 0xc1, 0xc2]) {
    const image = readImage(jpeg(jpegFrame(640, 480, marker), jpegScan))
    assert.deepEqual(image, { mediatype: 'image/jpeg', width: 640, height: 480 }, String(marker))
  }
  const padded = jpeg(Buffer.from([0xff]), jpegSegment(0xe1, Buffer.alloc(60_000)), jpegFrame(3, 2), jpegScan)
  assert.deepEqual(readImage(padded), { mediatype: 'image/jpeg', width: 3, height: 2 })
})

test('other content is reported as neither PNG nor JPEG', () => {
  for (const text of ['', '<svg/>', '<html>', 'GIF89a', '%PDF-1.7', 'RIFF....WEBP', '\x89PNG', 'PNG', '\xff\xd8']) {
    assert.equal(readImage(Buffer.from(text, 'latin1')), 'is neither a PNG nor a JPEG image', text)
  }
})

test('a PNG that is truncated, malformed or of an unsupported kind is rejected', () => {
  const [idat, iend] = [pngChunk('IDAT'), pngChunk('IEND')]
  const wrongSum = Buffer.from(dotPng)
  wrongSum[20] = 9
  const broken: Readonly<Record<string, Buffer>> = {
    'nothing but its first bytes': pngSignature,
    'no end': png(pngHeader(1, 1), idat),
    'no pixels': png(pngHeader(1, 1), iend),
    'no head': png(idat, iend),
    'a head that is not first': png(idat, pngHeader(1, 1), iend),
    'two heads': png(pngHeader(1, 1), pngHeader(1, 1), idat, iend),
    'a short head': png(pngChunk('IHDR', Buffer.alloc(4)), idat, iend),
    'no width': png(pngHeader(0, 1), idat, iend),
    'no height': png(pngHeader(1, 0), idat, iend),
    'no such depth': png(pngHeader(1, 1, [3, 0, 0, 0, 0]), idat, iend),
    'no such colours': png(pngHeader(1, 1, [8, 5, 0, 0, 0]), idat, iend),
    'another packing': png(pngHeader(1, 1, [8, 0, 1, 0, 0]), idat, iend),
    'no palette': png(pngHeader(1, 1, [8, 3, 0, 0, 0]), idat, iend),
    'a wrong checksum': wrongSum,
    'a length beyond its end': png(pngHeader(1, 1), Buffer.from('7fffffff49444154', 'hex'), idat),
  }
  for (const [what, bytes] of Object.entries(broken))
    assert.match(String(readImage(bytes)), /^is an image that is/, what)
  for (let cut = 8; cut < dotPng.length; cut++) {
    assert.match(String(readImage(dotPng.subarray(0, cut))), /^is an image that is/, `cut at ${cut}`)
  }
})

test('a JPEG that is truncated, malformed or of an unsupported kind is rejected', () => {
  const frame = jpegFrame(1, 1)
  const broken: Readonly<Record<string, Buffer>> = {
    'no scan': jpeg(frame),
    'no frame': jpeg(jpegSegment(0xe0, Buffer.alloc(4)), jpegScan),
    'no end': jpeg(frame, jpegScan.subarray(0, -2)),
    'no width': jpeg(jpegFrame(0, 1), jpegScan),
    'no height': jpeg(jpegFrame(1, 0), jpegScan),
    lossless: jpeg(jpegFrame(1, 1, 0xc3), jpegScan),
    arithmetic: jpeg(jpegFrame(1, 1, 0xc9), jpegScan),
    'twelve bits': jpeg(jpegSegment(0xc1, Buffer.from([12, 0, 1, 0, 1, 1, 1, 0x11, 0])), jpegScan),
    'two components': jpeg(jpegSegment(0xc0, Buffer.from([8, 0, 1, 0, 1, 2, 1, 0x11, 0])), jpegScan),
    'a length beyond its end': jpeg(Buffer.from([0xff, 0xe0, 0xff, 0xff, 0, 0])),
    'a length of nothing': jpeg(Buffer.from([0xff, 0xe0, 0, 0, 0, 0]), frame, jpegScan),
    'an end at once': jpeg(Buffer.from([0xff, 0xd9, 0, 0, 0, 0])),
    'a text': jpeg(Buffer.from([0xff]), Buffer.from('<html></html>')),
  }
  for (const [what, bytes] of Object.entries(broken))
    assert.match(String(readImage(bytes)), /^is an image that is/, what)
})

test('no bytes make it throw or run forever', () => {
  const random = new Random(7)
  for (const whole of [greyPng(20), dotJpeg]) {
    for (let run = 0; run < 3000; run++) {
      const bytes = Buffer.from(whole)
      for (let at = 0; at < 3; at++) bytes[random.below(bytes.length)] = random.below(256)
      const read = readImage(bytes.subarray(0, random.below(bytes.length + 1)))
      assert.ok(typeof read === 'string' || (read.width > 0 && read.height > 0))
    }
  }
})
