// The files that are generated from the definitions are up to date. It is apart from the slower tests of the contract,
// because the mutation test runs it for every mutant of a definition.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { generated } from '../../../../scripts/generate.ts'

suite('what is generated from the definitions', () => {
  for (const [path, text] of Object.entries(generated())) {
    test(`${path} is what npm run generate would write`, () => {
      const committed = readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
      assert.ok(committed === text, `${path} is out of date: run npm run generate`)
    })
  }
})
