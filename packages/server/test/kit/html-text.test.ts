// The plain text of a piece of HTML.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOfHtml } from '../../src/kit/html-text.ts'

test('blocks become lines, list items get dashes, inline markup is removed', () => {
  assert.equal(textOfHtml('<p>One <b>two</b></p><p>three<br />four</p>'), 'One two\nthree\nfour')
  assert.equal(textOfHtml('<ul><li>a</li><li>b</li></ul>'), '- a\n- b')
  assert.equal(textOfHtml('<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>'), '1 2\n3')
  assert.equal(textOfHtml('plain\ntext   here'), 'plain\ntext here')
  assert.equal(textOfHtml('<a href="https://x" rel="y">link</a>'), 'link')
})

test('references are decoded once, never twice', () => {
  assert.equal(textOfHtml('&lt;b&gt; &amp;amp; &quot;x&quot; &#39;y&#39;'), '<b> &amp; "x" \'y\'')
})

test('empty HTML gives empty text', () => {
  for (const html of ['', '<p></p>', '<br>', ' \n ']) assert.equal(textOfHtml(html), '')
})

test('T-43: no text makes it slow', () => {
  for (const chunk of ['<', '<a', '&', '&lt', ' ', '\n', '<li>', '</td>', '<p ']) {
    assert.ok(textOfHtml(chunk.repeat(100_000)).length <= 400_000)
  }
})
