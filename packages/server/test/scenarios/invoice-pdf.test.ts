// Invoices as PDF: every number and letter is in its place, in every script and for every amount of text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextId } from '../../src/io/database.ts'
import { suiteDatabase } from '../fixture/databases.ts'
import { greyPng, pngChunk, pngHeader, pngSignature } from '../fixture/images.ts'
import {
  assertNoOverlap,
  assertShows,
  changeClient,
  files,
  type InvoiceRows,
  newInvoice,
  newPrintingAccount,
  printPdf,
  printPdfBetweenReads,
  readPdf,
} from './invoice-printing.ts'

type Lines = NonNullable<InvoiceRows['lines']>

const threeLines: Lines = [
  { name: 'Interface design', description: 'Eleven templates', quantity: 42_500_000, rate: 95_0000, amount: 4037_5000 },
  { name: 'Consulting', quantity: 333_333, rate: 1234_5678, amount: 411_5200 },
  { name: 'Discount', amount: -523_0000 },
]
const invoiceSums = {
  subtotal: 3926_0200,
  tax: 19_0000,
  taxamount: 745_9400,
  secondtax: 7_7500,
  secondtaxamount: 362_0800,
  secondtaxcompound: 't',
  total: 5034_0400,
  payments: 1000_0000,
  balance: 4034_0400,
}
const onePayment = [{ date: '2026-04-02', amount: 1000_0000 }]

const manyLines = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `Line number ${at + 1}.`,
    description: at % 3 === 0 ? `What was done for line ${at + 1}` : '',
    quantity: (at + 1) * 250_000,
    rate: 100_0000,
    amount: (at + 1) * 25_0000,
  }))

suiteDatabase((_kind, open) => {
  test('an invoice shows every field, line, tax, payment and sum, exactly', async () => {
    const database = await open()
    const company = await newPrintingAccount(database, { taxnumber: 'DE 298 114 702' })
    const rest = { description: 'As agreed.\nThank you.', purchaseorder: 'PO-17', disclaimer: 'Ours until paid.' }
    const payments = [...onePayment, { date: '2026-04-03', amount: 0 }]
    const rows = { invoice: { ...invoiceSums, ...rest }, lines: threeLines, payments }
    const { filename, bytes } = await printPdf(database, company, await newInvoice(database, company, rows))
    assert.equal(filename, 'invoice-00001.pdf')
    const pdf = await readPdf(bytes)
    assertShows(
      pdf,
      'Invoice 00001',
      'Website relaunch',
      'As agreed.',
      'Thank you.',
      'Ours until paid.',
      'DE 298 114 702',
    )
    assertShows(pdf, 'Date 31 March 2026', 'Due 30 April 2026', 'Terms Net 30', 'Order PO-17', 'Project House')
    assertShows(pdf, 'Ours', 'Kastanienallee 12', '10435 Berlin', 'Hartmann & Sons', '48 Quay Street', 'Bristol')
    assertShows(pdf, 'Description Quantity Rate Amount, EUR', 'Eleven templates')
    assertShows(
      pdf,
      'Interface design 42.50 95.00 4,037.50',
      'Consulting 0.333333 1,234.5678 411.52',
      'Discount −523.00',
    )
    assertShows(pdf, 'Subtotal 3,926.02', 'Tax 19% 745.94', 'Second tax 7.75%, compounded 362.08')
    assertShows(
      pdf,
      'Total EUR 5,034.04',
      'Paid 2 April 2026, Electronic Transfer −1,000.00',
      'Balance due EUR 4,034.04',
    )
    assertShows(pdf, '1 / 1')
    assert.doesNotMatch(pdf.text, /PAID|VOID|DRAFT/)
    assert.doesNotMatch(pdf.text, /3 April/, 'a payment of 0 says nothing')
    assert.equal(pdf.metadata.Title, 'Invoice 00001')
    assert.equal(pdf.metadata.Author, 'Ours')
    assert.equal(pdf.metadata.CreationDate, 'D:20260331000000Z')
    assertNoOverlap(pdf)
  })

  test('an invoice is in the language of its client, else of the company', async () => {
    const database = await open()
    const company = await newPrintingAccount(database, { taxnumber: 'DE298114702', language: 'de' })
    const rows = { invoice: { ...invoiceSums, purchaseorder: 'PO-17' }, lines: threeLines, payments: onePayment }
    const id = await newInvoice(database, company, rows)
    const printed = async (language: string | null) => {
      if (language !== null) await changeClient(database, company, { language })
      const { filename, bytes } = await printPdf(database, company, id)
      const pdf = await readPdf(bytes)
      assertNoOverlap(pdf)
      return { filename, ...pdf }
    }
    const german = await printed(null)
    assert.equal(german.filename, 'rechnung-00001.pdf')
    assert.equal(german.metadata.Title, 'Rechnung 00001')
    assertShows(german, 'Rechnungsnummer 00001', 'Rechnungsdatum 31. März 2026', 'Fällig am 30. April 2026')
    assertShows(german, 'USt-IdNr. DE298114702', 'Bezeichnung Menge Einzelpreis Betrag, EUR', 'Website relaunch')
    assertShows(german, 'Interface design 42,50 95,00 4.037,50', 'Zwischensumme 3.926,02', 'MwSt. 19 % 745,94')
    assertShows(german, 'Zahlung vom 2. April 2026, Electronic −1.000,00', 'Offener Betrag 4.034,04 EUR')
    const french = await printed('fr')
    assertShows(french, 'Facture n° 00001', 'Échéance 30 avril 2026', 'Désignation Quantité Prix unitaire Montant, EUR')
    assertShows(french, 'Total HT 3 926,02', 'TVA 19 % 745,94', 'Total TTC 5 034,04 EUR', 'Solde à payer 4 034,04 EUR')
    const spanish = await printed('es')
    assertShows(
      spanish,
      'Factura 00001',
      'Vencimiento 30 de abril de 2026',
      'Base imponible 3.926,02',
      'IVA 19 % 745,94',
    )
    assertShows(spanish, 'Descripción Cantidad Precio Importe, EUR', 'Importe pendiente 4.034,04 EUR')
    assertShows(await printed('en'), 'Invoice 00001', 'Due 30 April 2026', 'Balance due EUR 4,034.04')
  })

  test('an issued invoice says how to pay it; what is paid, void or not issued does not', async () => {
    const database = await open()
    const ways = { paylink: 'https://pay.example.com/{number}', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }
    const company = await newPrintingAccount(database, ways)
    const all = { subtotal: 12_3000, total: 12_3000, balance: 12_3000, dateissued: '2026-04-01 00:00:00' }
    const lines = [{ amount: 12_3000 }]
    const printed = async (invoice: object) =>
      readPdf(
        (
          await printPdf(
            database,
            company,
            await newInvoice(database, company, { invoice: { ...all, ...invoice }, lines }),
          )
        ).bytes,
      )
    const owed = await printed({})
    assertShows(owed, 'Account holder Ours', 'IBAN DE02 1203 0000 0000 2020 51', 'BIC BYLADEM1001')
    assertShows(owed, 'Pay online https://pay.example.com/00001', 'Scan to pay')
    assert.match(owed.text, /Reference RF\d\d 0000 1\n/)
    assertNoOverlap(owed)
    const voided = { datevoided: '2026-04-02 00:00:00' }
    for (const invoice of [{ dateissued: null }, voided, { payments: 12_3000, balance: 0 }])
      assert.doesNotMatch((await printed(invoice)).text, /IBAN|pay\.example/)
  })

  test('T-67: a concurrent write never mixes two states of an invoice in one PDF', async () => {
    const database = await open()
    const company = await newPrintingAccount(database)
    const all = { subtotal: 100_0000, total: 100_0000, balance: 100_0000 }
    const id = await newInvoice(database, company, { invoice: all, lines: [{ name: 'Begun', amount: 100_0000 }] })
    // Every statement has its own snapshot, as on a busy server; another line is added between the first reads.
    const statements = { asked: 0 }
    const shot = async (bytes: Promise<Uint8Array>): Promise<string> => (await readPdf(await bytes)).text
    const text = await shot(
      printPdfBetweenReads(database, company, id, async () => {
        statements.asked++
        if (statements.asked !== 5) return
        await database.write(company.accountid, async (tx) => {
          const line = { id: nextId, invoiceid: id, name: 'Added', amount: 50_0000, custom: 't' }
          await tx.insert('invoiceitem', line)
          await tx.update('invoice', id, { numitems: 2, subtotal: 150_0000, total: 150_0000, balance: 150_0000 })
        })
      }),
    )
    assert.ok(statements.asked > 5)
    assert.equal(text.includes('Added'), text.includes('150.00'), text)
    assert.ok(text.includes('Added'))
  })

  test('the same invoice gives the same bytes', async () => {
    const database = await open()
    const company = await newPrintingAccount(database)
    const id = await newInvoice(database, company, { invoice: invoiceSums, lines: threeLines, payments: onePayment })
    const first = await printPdf(database, company, id)
    const other = await newInvoice(database, company, { invoice: { title: 'ウェブサイト שלום' }, lines: manyLines(30) })
    await printPdf(database, company, other)
    assert.deepEqual((await printPdf(database, company, id)).bytes, first.bytes)
  })

  test('the period is printed, with both of its days or one', async () => {
    const database = await open()
    const company = await newPrintingAccount(database)
    const ranges = [
      [{ datebegin: '2026-03-01', dateend: '2026-03-31' }, '1 – 31 March 2026'],
      [{ datebegin: '2025-12-30', dateend: '2026-01-02' }, '30 December 2025 – 2 January 2026'],
      [{ datebegin: '2026-03-05' }, 'from 5 March 2026'],
      [{ dateend: '2026-03-07' }, 'until 7 March 2026'],
    ] as const
    for (const [range, words] of ranges) {
      const id = await newInvoice(database, company, { invoice: { prefilled: 't', ...range } })
      const pdf = await readPdf((await printPdf(database, company, id)).bytes)
      assertShows({ text: pdf.text.replaceAll('\n', ' ') }, `Period ${words}`)
    }
  })

  test('200 lines give several pages, each with its header and number, and none is lost', async () => {
    const database = await open()
    const company = await newPrintingAccount(database)
    const id = await newInvoice(database, company, { invoice: invoiceSums, lines: manyLines(200) })
    const pdf = await readPdf((await printPdf(database, company, id)).bytes)
    assert.ok(pdf.pages.length > 3)
    for (const [at, page] of pdf.pages.entries()) {
      assertShows(page, 'Description Quantity Rate Amount, EUR', `${at + 1} / ${pdf.pages.length}`, 'Invoice 00001')
    }
    for (const { name, quantity, amount } of manyLines(200)) {
      assertShows(pdf, `${name} ${(quantity / 1e6).toFixed(2)} 100.00 ${(amount / 1e4).toLocaleString('en')}.00`)
    }
    for (let at = 1; at <= 200; at += 3) assertShows(pdf, `What was done for line ${at}`)
    assertShows(pdf.pages.at(-1) ?? pdf, 'Line number 200.', 'Balance due EUR 4,034.04')
    assertNoOverlap(pdf)
  })

  test('long words, long texts, large amounts and 60 payments stay on the page and do not overlap', async () => {
    const database = await open()
    const company = await newPrintingAccount(database)
    const description = Array.from({ length: 300 }, (_, at) => `Point ${at + 1};`).join('\n')
    const lines: Lines = [
      {
        name: 'Donaudampfschiff'.repeat(15),
        description,
        quantity: 999_999_999_333_333,
        rate: 9_999_999_999_999,
        amount: 0,
      },
      {
        name: 'W'.repeat(255),
        description: `https://example.com/${'q'.repeat(400)}`,
        amount: -999_999_999_999_0000 / 10,
      },
      { name: 'Large', quantity: 1_000_000, rate: 1, amount: 900_719_925_474_0000 },
    ]
    const long = { title: 'M'.repeat(255), termid: 6, termother: 'y'.repeat(255), purchaseorder: 'X'.repeat(55) }
    const texts = { addressfrom: 'S'.repeat(200), addressto: 'street '.repeat(60), disclaimer: description }
    const payments = Array.from({ length: 60 }, (_, at) => ({ date: '2026-04-02', amount: (at + 1) * 100 }))
    const id = await newInvoice(database, company, { invoice: { ...long, ...texts, description }, lines, payments })
    const pdf = await readPdf((await printPdf(database, company, id)).bytes)
    for (let at = 1; at <= 300; at++) assert.equal(pdf.text.split(`Point ${at};`).length - 1, 3, `Point ${at}`)
    for (let at = 1; at <= 60; at++) assertShows(pdf, `−0.${String(at).padStart(2, '0')}`)
    assertShows(pdf, '999,999,999.333333', '900,719,925,474.00', '−99,999,999,999.90', '0.0001')
    assert.equal(pdf.text.replaceAll(/[^y]/g, '').length - pdf.text.split('Quantity').length + 1, 255)
    assertNoOverlap(pdf)
  })

  test('an invoice without lines, and one whose lines have amounts only', async () => {
    const database = await open()
    const company = await newPrintingAccount(database, { currency: '', address: '' })
    const empty = await readPdf((await printPdf(database, company, await newInvoice(database, company))).bytes)
    assertShows(empty, 'Invoice 00001', 'Total 0.00', 'Balance due 0.00')
    assert.ok(!/Description|Subtotal|PAID/.test(empty.text))
    const lines = [{ name: 'Fixed price', amount: 100_0000 }]
    const id = await newInvoice(database, company, {
      invoice: { subtotal: 100_0000, total: 100_0000, balance: 100_0000 },
      lines,
    })
    const fixed = await readPdf((await printPdf(database, company, id)).bytes)
    assertShows(fixed, 'Description Amount', 'Fixed price 100.00', 'Total 100.00')
    assert.ok(!/Quantity|Rate|EUR/.test(fixed.text))
  })

  test('sender, recipient and term of the invoice have priority over those of company, client and term', async () => {
    const database = await open()
    const company = await newPrintingAccount(database)
    const own = { addressfrom: 'Atelier\nParis', addressto: 'Somebody\nRome', termid: 6, termother: 'By the harvest' }
    const pdf = await readPdf(
      (await printPdf(database, company, await newInvoice(database, company, { invoice: own }))).bytes,
    )
    assertShows(pdf, 'Atelier', 'Paris', 'Somebody', 'Rome', 'Terms By the harvest')
    assert.ok(!/Kastanienallee|Hartmann|Ours/.test(pdf.text))
    const unnamed = await newInvoice(database, company, { invoice: { termid: 6 } })
    assertShows(await readPdf((await printPdf(database, company, unnamed)).bytes), 'Terms Other')
  })

  test('a void invoice is marked on every page, a paid one in its header', async () => {
    const database = await open()
    const company = await newPrintingAccount(database)
    const voidedFields = { dateissued: '2026-04-01 00:00:00', datevoided: '2026-04-02 00:00:00' }
    const id = await newInvoice(database, company, { invoice: voidedFields, lines: manyLines(60) })
    const voided = await readPdf((await printPdf(database, company, id)).bytes)
    assert.ok(voided.pages.length > 1)
    for (const { words } of voided.pages) assert.ok(words.some(({ text, size }) => size > 100 && /^V/.test(text)))
    const all = { subtotal: 100, total: 100, payments: 100, balance: 0 }
    const paid = await newInvoice(database, company, { invoice: all, lines: [{ amount: 100 }], payments: onePayment })
    const { text } = await readPdf((await printPdf(database, company, paid)).bytes)
    assert.match(text, /P ?A ?I ?D\n/)
    assert.doesNotMatch(text, /V ?O ?I ?D/)
  })

  test('a draft says so on every page in its language, also when it is paid; one without the mark does not', async () => {
    const database = await open()
    const company = await newPrintingAccount(database)
    const paid = { draft: 't', subtotal: 100, total: 100, payments: 100, balance: 0 }
    const id = await newInvoice(database, company, { invoice: paid, lines: manyLines(60), payments: onePayment })
    for (const [language, word] of [
      ['en', 'DRAFT'],
      ['de', 'ENTWURF'],
      ['fr', 'BROUILLON'],
      ['es', 'BORRADOR'],
    ] as const) {
      await changeClient(database, company, { language })
      const { pages } = await readPdf((await printPdf(database, company, id)).bytes)
      assert.ok(pages.length > 1)
      const spaced = new RegExp([...word].join(' ?'))
      assert.match(pages[0]?.text ?? '', spaced)
      for (const { words } of pages)
        assert.ok(words.some(({ text, size }) => size > 60 && text.startsWith(word.slice(0, 1))))
    }
    const plain = await newInvoice(database, company, { lines: [{ amount: 100 }] })
    assert.doesNotMatch((await readPdf((await printPdf(database, company, plain)).bytes)).text, /D ?R ?A ?F ?T/)
  })

  const scripts: Readonly<Record<string, string>> = {
    Latin: 'Łódź Ångström naïve',
    Greek: 'Καλημέρα κόσμε Ἀθῆναι',
    Cyrillic: 'Съешь ещё Ґанок',
    Vietnamese: 'Nguyễn đường Điện Biên Phủ',
    Chinese: '网站设计与开发 發票灣龍',
    Japanese: 'ウェブサイトの設計と開発、請求書。',
    Korean: '웹사이트 디자인 청구서',
    Arabic: 'تصميم وتطوير الموقع',
    Persian: 'طراحی وب‌سایت',
    Hebrew: 'עיצוב ופיתוח אתר',
    Devanagari: 'हिन्दी वेबसाइट क्षत्रिय',
    Thai: 'การออกแบบและพัฒนาเว็บไซต์',
    Bengali: 'বাংলা ওয়েবসাইট',
    Tamil: 'இணையதள வடிவமைப்பு',
    Telugu: 'వెబ్సైట్',
    Kannada: 'ವಿನ್ಯಾಸ',
    Malayalam: 'രൂപകൽപ്പന',
    Gujarati: 'વેબસાઇટ',
    Gurmukhi: 'ਵੈੱਬਸਾਈਟ',
    Odia: 'ଓଡ଼ିଆ',
    Sinhala: 'වෙබ් අඩවි',
    Burmese: 'ဒီဇိုင်း',
    Khmer: 'ខ្មែរ',
    Lao: 'ການອອກແບບ',
    Georgian: 'დიზაინი',
    Armenian: 'Կայքի դիզայն',
    Ethiopic: 'የድረ ገጽ',
  }

  test('letters of every script are in the text, regular and bold', async () => {
    const database = await open()
    const company = await newPrintingAccount(database)
    // The title is bold, the name of a line is not; one script at a time, so that no font falls back to that of
    // another.
    for (const [script, text] of Object.entries(scripts)) {
      const id = await newInvoice(database, company, { invoice: { title: text }, lines: [{ name: text }] })
      const pdf = await readPdf((await printPdf(database, company, id)).bytes)
      const letters = (words: string): string[] =>
        Array.from(words.normalize('NFC')).filter((one) => /[^\x00-\x7f\u200c]/.test(one))
      const actual = letters(pdf.text)
      for (const letter of new Set(letters(text))) {
        const expected = 2 * letters(text).filter((one) => one === letter).length
        assert.ok(
          actual.filter((one) => one === letter).length >= expected,
          `${script}: ${letter} of ${text} in ${pdf.text}`,
        )
      }
    }
  })

  test('right-to-left text is in reading order, with numbers and foreign words in their own direction', async () => {
    const database = await open()
    const company = await newPrintingAccount(database)
    const name = 'אחת שתיים (77) Acme Ltd שלוש'
    const id = await newInvoice(database, company, { lines: [{ name }] })
    // The PDF reader puts the letters of each run in reading order; the runs are in their order on the page.
    assertShows(await readPdf((await printPdf(database, company, id)).bytes), 'שלוש Acme Ltd )77( שתיים אחת')
  })

  test('characters without a font become an empty box, and control characters are removed', async () => {
    const database = await open()
    const company = await newPrintingAccount(database)
    const name = 'Party \u{1f469}\u200d\u{1f469}\u200d\u{1f467}! \u202eabc\u2066\ufeffdef'
    const id = await newInvoice(database, company, { lines: [{ name }] })
    assertShows(await readPdf((await printPdf(database, company, id)).bytes), 'Party □!')
  })

  test('the logo is printed; a missing or damaged one does not prevent the PDF', async () => {
    const database = await open()
    const keep = async (bytes: Buffer): Promise<string> => {
      const received = await files.receive(
        (async function* () {
          yield bytes
        })(),
        1_000_000,
      )
      await received.keep()
      return received.hash
    }
    const imagesIn = (bytes: Uint8Array): number =>
      Buffer.from(bytes).toString('latin1').split('/Subtype /Image').length - 1
    const withLogo = async (logohash: string): Promise<number> => {
      const company = await newPrintingAccount(database, {
        logohash,
        logofilename: 'logo.png',
        logofilesize: 1,
        logomediatype: 'image/png',
      })
      const { bytes } = await printPdf(database, company, await newInvoice(database, company))
      assertShows(await readPdf(bytes), 'Invoice 00001')
      return imagesIn(bytes)
    }
    assert.equal(await withLogo(await keep(greyPng(40))), 1)
    assert.equal(await withLogo('ab'.repeat(32)), 0, 'lost')
    assert.equal(await withLogo('no hash'), 0, 'nonsense')
    assert.equal(await withLogo(await keep(Buffer.from('GIF89a'))), 0, 'another kind')
    // Valid checksums, with transparency that must be decoded, and pixels that cannot be decoded.
    const hollow = [
      pngSignature,
      pngHeader(20, 20, [8, 6, 0, 0, 0]),
      pngChunk('IDAT', Buffer.from('nothing')),
      pngChunk('IEND'),
    ]
    assert.equal(await withLogo(await keep(Buffer.concat(hollow))), 0, 'pixels that cannot be unpacked')
  })
})
