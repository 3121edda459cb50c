// Days and instants: which texts are valid, and the day of an instant in a time zone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn, instantOfWire, isoDate, isoInstant } from '../src/calendar.ts'

test('days and instants have one valid form each', () => {
  assert.equal(isoDate('2026-05-14'), '2026-05-14')
  assert.equal(isoInstant('2026-05-14T10:00:00Z'), '2026-05-14T10:00:00Z')
  assert.equal(isoInstant(new Date('2026-05-14T12:00:00.987+02:00')), '2026-05-14T10:00:00Z')
  assert.equal(instantOfWire('2026-05-14 10:00:00'), '2026-05-14T10:00:00Z')
  for (const text of ['', '14.05.2026', '2026-5-14', '2026-13-01', '2026-05-14T10:00:00Z', ' 2026-05-14']) {
    assert.throws(() => isoDate(text), TypeError, text)
  }
  for (const text of ['2026-05-14', '2026-05-14T10:00:00', '2026-05-14T10:00:00+02:00', '2026-05-14T25:00:00Z']) {
    assert.throws(() => isoInstant(text), TypeError, text)
  }
})

test('the day of an instant depends on the given zone and not on that of the machine', () => {
  const evening = '2026-05-14T22:30:00Z'
  assert.equal(dayIn('UTC', evening), '2026-05-14')
  assert.equal(dayIn('Europe/Berlin', evening), '2026-05-15')
  assert.equal(dayIn('America/Los_Angeles', new Date('2026-01-01T07:59:59Z')), '2025-12-31')
  assert.equal(dayIn('Pacific/Kiritimati', '2025-12-31T10:00:00Z'), '2026-01-01')
})
