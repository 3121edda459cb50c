// Where lines may break, in scripts with and without spaces between words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { unbreakableParts } from '../../src/kit/line-break.ts'

const parts = (text: string): string[] => unbreakableParts(text).map((part) => part.text)

test('lines break after spaces and after hyphens between letters', () => {
  assert.deepEqual(parts('one  two, (three)'), ['one', 'two,', '(three)'])
  assert.deepEqual(parts('well-known and/or'), ['well-', 'known', 'and/', 'or'])
})

test('numbers, dates and non-breaking spaces are not broken', () => {
  assert.deepEqual(parts('-5.00 2026-03-05 1,234.56 19\u00a0% 3/4'), [
    '-5.00',
    '2026-03-05',
    '1,234.56',
    '19\u00a0%',
    '3/4',
  ])
})

test('scripts without spaces break between words, but not before closing or after opening punctuation', () => {
  assert.ok(parts('การออกแบบและพัฒนาเว็บไซต์').length > 3)
  const japanese = parts('「要件定義、画面設計」および実装。')
  assert.ok(japanese.length > 4)
  for (const part of japanese) assert.doesNotMatch(part, /^[、。」]|「$/)
})

test('no text loses characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(
        unbreakableParts(text)
          .map((part) => part.text + part.blank)
          .join(''),
        text,
      )
    }),
  )
})
