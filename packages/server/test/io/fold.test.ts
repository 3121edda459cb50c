// Searches compare texts in a form without case and accents, and three implementations must agree: the program, the
// function in SQLite (which is the program's own) and the function in PostgreSQL from a migration. The form itself is
// tested in kit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inSearchForm } from '../../src/io/dialect.ts'
import { slot, sql, statement } from '../../src/io/sql.ts'
import { searchForm } from '../../src/kit/text.ts'
import { eachDatabase } from '../fixture/databases.ts'

const textRows = sql`${slot('texts')}`
const inSqlite = statement(sql`select ${inSearchForm(sql`value`)} from json_each(${textRows}) order by key`)
const inPostgres = statement(
  sql`select ${inSearchForm(sql`value`)} from json_array_elements_text(cast(${textRows} as json)) with ordinality as t (value, n)
      order by n`,
)

/** Assigned after the Unicode version of PostgreSQL 18, which does not fold them. */
const tooNew = /[\ua7ce\ua7d2\ua7d4]/

eachDatabase((kind, open) => {
  test('every character of the basic plane has the same search form', async () => {
    const database = await open()
    const query = kind === 'sqlite' ? inSqlite : inPostgres
    const codes = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff)
    const differing: string[] = []
    for (let from = 1; from < codes.length; from += 8192) {
      const texts = codes.slice(from, from + 8192).map((code) => `a${String.fromCharCode(code)}b`)
      const rows = await database.read(0, (tx) => tx.all(query, { texts: JSON.stringify(texts) }))
      for (const [at, text] of texts.entries()) {
        if (rows[at]?.[0] !== searchForm(text) && !(kind === 'postgres' && tooNew.test(text))) {
          differing.push(`${text} U+${text.charCodeAt(1).toString(16)}: ${rows[at]?.[0]} but ${searchForm(text)}`)
        }
      }
    }
    assert.deepEqual(differing, [])
  })

  test('words have the same search form: sigmas, dotted I, accents, marks that are no accents', async () => {
    const database = await open()
    const texts = [
      'ΟΔΥΣΣΕΥΣ',
      'Οδυσσεύς ΣΑΣ.',
      'İSTANBUL',
      'E\u0301tude',
      'ÀÉÎ',
      'STRASSE ẞ',
      'Ǆ ǅ ǆ',
      '\u212b K',
      '',
      '😀 A',
      'Süderhof Ÿ ǖ Ệ',
      'हिन्दी ไทยที่ が ガ',
      'Ἀθῆναι ё й Й',
    ]
    const query = kind === 'sqlite' ? inSqlite : inPostgres
    const rows = await database.read(0, (tx) => tx.all(query, { texts: JSON.stringify(texts) }))
    assert.deepEqual(
      rows.map(([text]) => text),
      texts.map(searchForm),
    )
  })
})
