// Payment codes: check digits of account numbers and references, the text and size of the QR code of a transfer, and
// which addresses are links to pay (T-221).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from 'uqr'
import { inGroups, parseIban, paymentReference } from '../../src/kit/iban.ts'
import { isPayLink, payLink, plainAmount, transferModules, transferText } from '../../src/kit/payment-code.ts'

const transfer = {
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  name: 'Ours',
  amount: 12_3000n,
  text: 'Invoice 7',
}

test('T-221: an account number with one wrong or two exchanged characters is none', () => {
  for (const iban of ['DE02 1203 0000 0000 2020 51', 'gb82 WEST 1234 5698 7654 32', 'FR1420041010050500013M02606'])
    assert.equal(parseIban(iban), iban.replaceAll(' ', '').toUpperCase())
  for (const iban of ['', 'DE02', 'DE02120300000000202052', 'DE02120300000000202015', 'DE0212030000000020205€'])
    assert.equal(parseIban(iban), null, iban)
  const valid = 'DE02120300000000202051'
  for (let at = 2; at < valid.length; at++) {
    const wrong = valid.slice(0, at) + String((Number(valid[at]) + 1) % 10) + valid.slice(at + 1)
    assert.equal(parseIban(wrong), null, wrong)
  }
  assert.equal(inGroups(valid), 'DE02 1203 0000 0000 2020 51')
})

test('a payment reference has the check digits of ISO 11649', () => {
  assert.equal(paymentReference('539007547034'), 'RF18539007547034')
  assert.equal(paymentReference('RE-2026/0012')?.slice(4), 'RE20260012')
  for (const number of ['00012', 'RE-2026-0012', 'a-1']) {
    const reference = paymentReference(number) ?? ''
    const digits = [...(reference.slice(4) + reference.slice(0, 4))].map((one) => Number.parseInt(one, 36)).join('')
    assert.equal(BigInt(digits) % 97n, 1n, reference)
  }
  assert.deepEqual([paymentReference('-/-'), paymentReference('A'.repeat(22))], [null, null])
})

test('the text of a transfer has the lines of the standard', () => {
  const lines = 'BCD\n002\n1\nSCT\nBYLADEM1001\nOurs\nDE02120300000000202051\nEUR12.30\n\n\nInvoice 7\n'
  assert.equal(transferText(transfer), lines)
  const long =
    transferText({ ...transfer, name: 'N'.repeat(80), text: `a\n\u202eb ${'t'.repeat(200)}` })?.split('\n') ?? []
  assert.equal(long.length, 12)
  assert.deepEqual([long[5]?.length, long[10]?.length, long[10]?.slice(0, 4)], [70, 140, 'a b '])
  assert.equal(plainAmount(1_234_567_8900n), '1234567.89')
  for (const amount of [0n, -100n, 1n, 10_000_000_000_000n]) assert.equal(transferText({ ...transfer, amount }), null)
  assert.equal(transferText({ ...transfer, name: ' ' }), null)
})

test('the longest text of a transfer fits into version 13, and a longer one has no code', () => {
  const text = transferText({ ...transfer, name: 'ü'.repeat(70), text: 'x'.repeat(120) }) ?? ''
  assert.ok(Buffer.byteLength(text) > 300 && encode(text, { ecc: 'M' }).version <= 13)
  assert.ok(transferModules(text).length <= 17 + 4 * 13)
  assert.equal(transferText({ ...transfer, name: 'ü'.repeat(70), text: 'ü'.repeat(140) }), null)
})

test('T-221: a link to pay is an https address whose server no value can change', () => {
  for (const link of ['https://pay.example.com/{number}', 'https://pay.example.com/?a={balance}&c={currency}#{number}'])
    assert.ok(isPayLink(link), link)
  for (const link of [
    'http://pay.example.com/{number}',
    'javascript:alert(1)',
    'https://{number}.example.com/',
    'https://pay.example.com{number}/',
    'https://user:pass@pay.example.com/',
    'https://pay.example.com/{amount}',
    'https://pay.example.com/ {number}',
    'pay.example.com',
    '',
  ])
    assert.ok(!isPayLink(link), link)
  const filled = payLink('https://pay.example.com/{number}?b={balance}&c={currency}', 'A/&?#1', 40_5000n, 'EUR')
  assert.equal(filled, 'https://pay.example.com/A%2F%26%3F%231?b=40.50&c=EUR')
})
