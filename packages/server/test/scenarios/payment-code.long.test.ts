// The QR code on the PDF of an invoice, read by another program: Poppler renders the page, ZBar reads the code, and its
// text is that of the transfer, in every language and with the longest values.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { requireDebianProgram } from '../../../../scripts/debian.ts'
import { documentLanguages, documentTexts } from '../../src/kit/document-language.ts'
import { paymentReference } from '../../src/kit/iban.ts'
import { transferText } from '../../src/kit/payment-code.ts'
import { suiteDatabase } from '../fixture/databases.ts'
import { readQrCode } from '../fixture/qr-code.ts'
import { newInvoice, newPrintingAccount, printPdf } from './invoice-printing.ts'

const pdftoppm = requireDebianProgram('/usr/bin/pdftoppm', 'poppler-utils')
const maxBuffer = 50 * 1024 * 1024

function codeOn(pdf: Uint8Array): string {
  const { status, stdout } = spawnSync(pdftoppm, ['-r', '150', '-png', '-singlefile', '-'], { input: pdf, maxBuffer })
  assert.equal(status, 0)
  return readQrCode(stdout)
}

suiteDatabase((_kind, open) => {
  test('the QR code of a printed invoice is read as the transfer of its balance', async () => {
    const database = await open()
    const account = { iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }
    for (const [at, language] of documentLanguages.entries()) {
      const name = at === 0 ? 'Grün & Söhne, '.repeat(5) : 'Ours'
      const company = await newPrintingAccount(database, { ...account, language, accountholder: name })
      const sums = { subtotal: 4034_0400, total: 4034_0400, balance: 4034_0400 }
      const number = 'RE-2026-0012'
      const invoice = { ...sums, dateissued: '2026-04-01 00:00:00', issuednumber: number }
      const id = await newInvoice(database, company, { invoice, lines: [{ amount: 4034_0400 }] })
      const text = `${documentTexts(language).heading(number)} ${paymentReference(number)}`
      const expected = transferText({ ...account, name, amount: 4034_0400n, text })
      assert.ok(expected?.includes('\nEUR4034.04\n'))
      assert.equal(codeOn((await printPdf(database, company, id)).bytes), expected, language)
    }
  })
})
