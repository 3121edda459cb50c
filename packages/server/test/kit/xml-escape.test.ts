// Escaping for XML. That escaped text is parsed back unchanged is tested with the XML parser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeXml } from '../../src/kit/xml-escape.ts'
import { Random } from '../fixture/random.ts'

test('the five markup characters and the carriage return become references', () => {
  assert.equal(escapeXml('&<>"\'\r'), '&amp;&lt;&gt;&quot;&#39;&#13;')
  assert.equal(
    escapeXml('<script xmlns="x">alert(1)</script>'),
    '&lt;script xmlns=&quot;x&quot;&gt;alert(1)&lt;/script&gt;',
  )
  assert.equal(escapeXml(']]>'), ']]&gt;')
  assert.equal(escapeXml('&amp;'), '&amp;amp;')
  assert.equal(escapeXml('a\r\nb'), 'a&#13;\nb')
})

test('text without special characters is returned unchanged', () => {
  for (const text of ['', 'a', 'Größe 😀', 'a\tb\nc', 'x'.repeat(100_000)]) assert.equal(escapeXml(text), text)
})

test('no markup character remains, in any text', () => {
  const random = new Random(3)
  const chunks = ['&', '<', '>', '"', "'", '\r', 'a', ';', 'amp', '#', '😀']
  for (let round = 0; round < 2000; round += 1) {
    const escaped = escapeXml(random.text(chunks, 12))
    assert.match(escaped, /^(?:[^&<>"'\r]|&(?:amp|lt|gt|quot|#39|#13);)*$/u)
  }
})
