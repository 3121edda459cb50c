// The CSV files of the web application: the same quoting and the same protection against formulas as on the server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@stint/sdk'
import { csvLine, escapeFormula } from '../../server/src/kit/csv.ts'
import { csvText } from '../src/kit/csv.ts'

test('texts are quoted and no formulas, as on the server, and numbers are written plainly', () => {
  const texts = ['Smith, "Jo"', '=1+1', '-', '＠here', ' blank', 'semi;colon', '']
  const expected = csvLine(texts.map(escapeFormula))
  assert.equal(csvText([texts]), `\uFEFF${expected}`)
  assert.equal(csvText([[Decimal.from('-124.010833'), 3, null]]), '\uFEFF-124.010833,3,\r\n')
})
