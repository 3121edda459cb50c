// The check for texts outside the catalogue finds every form of them, and ignores texts that nobody reads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { literalTexts } from './jsx-texts.ts'

const countTexts = (jsx: string): number =>
  literalTexts('planted.tsx', `export const a = (x: boolean) => ${jsx}`).length

test('texts in a component are found in every form', () => {
  for (const jsx of [
    '<b>Save</b>',
    '<>Save all</>',
    "<b>{'Save'}</b>",
    "<b>{x ? 'Yes' : words.no}</b>",
    "<b>{x && 'Saved'}</b>",
    '<b>{`Saved ${' + 'x}`}</b>',
    '<input placeholder="Search" />',
    "<Button aria-label={x ? 'Close' : 'Open'} />",
    '<Field label="Title"><i /></Field>',
    "<p><Part>{rows.map(() => <i title='Late' />)}</Part></p>",
  ]) {
    assert.ok(countTexts(jsx) > 0, jsx)
  }
})

test('texts that nobody reads are ignored', () => {
  for (const jsx of [
    '<b>{words.save}</b>',
    '<b className="wide" data-kind="late">·</b>',
    '<b>{count} / {total} – 5</b>',
    '<input name="title" type="text" autoComplete="off" />',
    "<Button onPress={() => go('tasks')}>{words.go('tasks')}</Button>",
    '<p>{words.type} <code>curl --silent</code></p>',
    "<b>{kind === 'late' ? words.late : null}</b>",
  ]) {
    assert.deepEqual(literalTexts('planted.tsx', `export const a = (x: boolean) => ${jsx}`), [], jsx)
  }
})
