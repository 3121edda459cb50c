// The XML parser: what it makes of elements and text, and that everything else is rejected, quickly and with its
// position. The same record in JSON must give the same tree.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SaxesParser } from 'saxes'
import { readJson } from '../../src/kit/json-reader.ts'
import type { WireValue } from '../../src/kit/wire-tree.ts'
import { MalformedBody } from '../../src/kit/wire-tree.ts'
import { escapeXml } from '../../src/kit/xml-escape.ts'
import { readXml, readXmlInSlices } from '../../src/kit/xml-reader.ts'
import { Random } from '../fixture/random.ts'

function assertRejected(text: string, message: RegExp): void {
  assert.throws(
    () => readXml(text),
    (error) => error instanceof MalformedBody && message.test(error.message) && error.message.length < 300,
    text.slice(0, 200),
  )
}

test('elements become records, items become lists, and the rest is text', () => {
  const cases: [string, string, WireValue][] = [
    ['<task/>', 'task', ''],
    ['<task></task>', 'task', ''],
    ['<task>x</task>', 'task', 'x'],
    ['<task><title/></task>', 'task', new Map([['title', '']])],
    [
      '<task>\n  <title>a</title>\n  <id>5</id>\n</task>\n',
      'task',
      new Map([
        ['title', 'a'],
        ['id', '5'],
      ]),
    ],
    ['<a><item>1</item> <item>2</item></a>', 'a', ['1', '2']],
    ['<a><item/></a>', 'a', ['']],
    [
      '<a><b><item>1</item></b><c><item><d>2</d></item></c></a>',
      'a',
      new Map<string, WireValue>([
        ['b', ['1']],
        ['c', [new Map([['d', '2']])]],
      ]),
    ],
    ['<a><b><b/></b></a>', 'a', new Map([['b', new Map([['b', '']])]])],
    ['<été>é</été>', 'été', 'é'],
  ]
  for (const [text, root, value] of cases) assert.deepEqual(readXml(text), { root, value }, text)
})

test('T-29: text is kept unchanged: spaces, leading zeros, exponents', () => {
  for (const text of ['007', '1e5', '  a  ', '\n', ' ', 'true', 'null', '0x10', '1.50']) {
    assert.deepEqual(readXml(`<a><b>${text}</b></a>`).value, new Map([['b', text]]))
  }
})

test('T-29: CDATA, comments and references inside text are joined', () => {
  assert.equal(readXml('<a>x<![CDATA[<y> & ]]>z<!-- not this -->!</a>').value, 'x<y> & z!')
  assert.equal(readXml('<a><![CDATA[]]></a>').value, '')
  assert.equal(readXml('<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x42;&#x1F600;&#13;&#10;&#9;</a>').value, '&<>"\'AB😀\r\n\t')
  assert.equal(readXml('<a>&amp;lt;</a>').value, '&lt;')
  assert.deepEqual(readXml('<a><!-- x --><b/><![CDATA[ ]]></a>').value, new Map([['b', '']]))
})

test('the XML declaration is accepted only for version 1.0 in UTF-8', () => {
  assert.equal(readXml('<?xml version="1.0"?><a/>').root, 'a')
  assert.equal(readXml('<?xml version="1.0" encoding="UTF-8"?>\n<a/>').root, 'a')
  assert.equal(readXml("<?xml version='1.0' encoding='utf-8' standalone='yes'?><a/>").root, 'a')
  assertRejected('<?xml version="1.0" encoding="UTF-16"?><a/>', /only the encoding UTF-8 is read/)
  assertRejected('<?xml version="1.0" encoding="ISO-8859-1"?><a/>', /only the encoding UTF-8 is read/)
  assertRejected('<?xml version="1.1"?><a>&#1;</a>', /only XML version 1\.0 is read/)
  assertRejected(' <?xml version="1.0"?><a/>', /malformed/)
})

test('T-28: a DOCTYPE is rejected in every position', () => {
  const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
  assertRejected(
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]><a>&l10;</a>`,
    /a DOCTYPE is not allowed/,
  )
  assertRejected('<!DOCTYPE a><a/>', /a DOCTYPE is not allowed/)
  assertRejected(
    '\n<!-- x -->\n<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
    /line 3, column 0: a DOCTYPE is not allowed/,
  )
  assertRejected('<!DOCTYPE a [<!ENTITY x SYSTEM "http://localhost:1/">]><a>&x;</a>', /a DOCTYPE is not allowed/)
  assertRejected('<!DOCTYPE a [<!ENTITY % x SYSTEM "http://localhost:1/"> %x;]><a/>', /a DOCTYPE is not allowed/)
  assertRejected(`<!DOCTYPE a [<!ENTITY x "${'y'.repeat(100_000)}">]><a>${'&x;'.repeat(100_000)}</a>`, /a DOCTYPE/)
  assertRejected('<!DOCTYPE a><!DOCTYPE b><a/>', /a DOCTYPE is not allowed/)
  assertRejected('<a/><!DOCTYPE a>', /inappropriately located doctype/)
  assertRejected('<a><!DOCTYPE a></a>', /inappropriately located doctype/)
  assertRejected('<!doctype a><a/>', /malformed/)
  assertRejected('<!DOCTYPE', /a DOCTYPE is not allowed/)
  assert.equal(readXml('<a><![CDATA[<!DOCTYPE a>]]></a>').value, '<!DOCTYPE a>', 'as text it is allowed')
})

test('T-28: only the five named references and numeric references are accepted', () => {
  for (const name of ['nbsp', 'x', 'eacute', 'constructor', 'toString', '__proto__', 'valueOf', 'AMP']) {
    assertRejected(`<a>&${name};</a>`, /undefined entity/)
  }
  for (const name of [
    '',
    ' amp',
    '#',
    '#x',
    '#xZ',
    '#-1',
    '#1114112',
    '#0',
    '#1',
    '#11',
    '#xFFFE',
    '#xD800',
    '#xDFFF',
  ]) {
    assertRejected(`<a>&${name};</a>`, /malformed/)
  }
  assertRejected('<a>&amp</a>', /malformed/)
  assertRejected('<a>a & b</a>', /malformed/)
})

test('T-28: attributes, namespaces and processing instructions are rejected', () => {
  assertRejected('<a b="1"/>', /the attribute "b" is not allowed/)
  assertRejected('<a xmlns="http://example.org/"/>', /the attribute "xmlns" is not allowed/)
  assertRejected('<a><b xml:lang="en">x</b></a>', /the attribute "xml:lang" is not allowed/)
  assertRejected('<x:a xmlns:x="http://example.org/"/>', /the namespace prefix in "x:a" is not allowed/)
  assertRejected('<a><x:b/></a>', /the namespace prefix in "x:b" is not allowed/)
  assertRejected('<?xml-stylesheet href="x"?><a/>', /a processing instruction is not allowed/)
  assertRejected('<a><?php echo 1 ?></a>', /a processing instruction is not allowed/)
  assertRejected(`<a ${'b="1" '.repeat(100_000)}/>`, /the attribute "b" is not allowed/)
})

test('repeated elements and mixed content are rejected', () => {
  assertRejected('<a><b/><b/></a>', /the element "b" appears twice in "a"/)
  assertRejected('<a>\n<b/>\n<c/>\n<b/></a>', /line 4, column \d+: the element "b" appears twice/)
  assertRejected('<a>x<b/></a>', /"a" mixes text with elements/)
  assertRejected('<a><b/>x</a>', /"a" mixes text with elements/)
  assertRejected('<a><b/><![CDATA[x]]></a>', /"a" mixes text with elements/)
  assertRejected('<a><b/>&#160;</a>', /"a" mixes text with elements/)
  assertRejected('<a><item/>x<item/></a>', /"a" mixes text with elements/)
  assertRejected('<a><item/><b/></a>', /"a" holds "item" elements and others/)
  assertRejected('<a><b/><item/></a>', /"a" holds "item" elements and others/)
})

test('T-35: __proto__ is a normal element', () => {
  const { value } = readXml('<a><__proto__><admin>t</admin></__proto__><constructor>x</constructor></a>')
  assert.deepEqual(
    value,
    new Map<string, WireValue>([
      ['__proto__', new Map([['admin', 't']])],
      ['constructor', 'x'],
    ]),
  )
  assert.equal(Reflect.get({}, 'admin'), undefined)
})

test('XML that is not well-formed is rejected', () => {
  const broken = [
    '',
    ' ',
    'x',
    '<',
    '<a',
    '<a>',
    '</a>',
    '<a></b>',
    '<a/><b/>',
    '<a/>x',
    'x<a/>',
    '<a><b></a></b>',
    '<1/>',
    '<a>]]></a>',
    '<a><!-- -- --></a>',
    '<a><![CDATA[</a>',
    '<a b/>',
    '<a>\u0000</a>',
    '<a>\u000b</a>',
    '<a>\ufffe</a>',
    '<a>\uffff</a>',
    '<\u00a0a/>',
    '{"a":1}',
    '< a/>',
    '<a / >',
    '<a>&#65</a>',
  ]
  for (const text of broken) assertRejected(text, /^The XML body is malformed at line \d+, column \d+: .+\.$/s)
})

test('T-29: a byte order mark is rejected', () => {
  assertRejected('\ufeff<a/>', /a byte order mark is not allowed/)
})

test('T-30: half a surrogate pair is rejected and does not consume the next character', () => {
  assertRejected('<a>\ud800</a>', /half of a surrogate pair/)
  assertRejected('<a>\udc00</a>', /half of a surrogate pair/)
  assertRejected('<a/>\ud800', /half of a surrogate pair/)
  assert.equal(readXml('<a>😀</a>').value, '😀')
})

test('T-28: 16 levels are accepted, the 17th is rejected', () => {
  const nested = (levels: number): string =>
    Array.from({ length: levels }, (_, level) => `<n${level}>`).join('') +
    Array.from({ length: levels }, (_, level) => `</n${levels - 1 - level}>`).join('')
  assert.equal(readXml(nested(16)).root, 'n0')
  assertRejected(nested(17), /elements are nested more than 16 deep/)
  assertRejected('<a>'.repeat(200_000), /line 1, column 51: elements are nested more than 16 deep/)
  assertRejected(`${'<a>'.repeat(17)}<broken`, /more than 16 deep/)
})

test('T-28: 10,000 elements are accepted, one more is rejected', () => {
  const list = (items: number): string => `<a>${'<item/>'.repeat(items)}</a>`
  assert.equal((readXml(list(9_999)).value as WireValue[]).length, 9_999)
  assertRejected(list(10_000), /more than 10000 elements/)
  assertRejected(list(200_000), /more than 10000 elements/)
})

test('T-28: long bodies of many small parts are parsed completely', () => {
  assert.equal(readXml(`<a>${'&#65;'.repeat(50_000)}</a>`).value, 'A'.repeat(50_000))
  assert.equal(readXml(`<a>${'<!---->x'.repeat(10_000)}</a>`).value, 'x'.repeat(10_000))
  assert.equal(readXml(`<a>${'x<![CDATA[y]]>'.repeat(10_000)}</a>`).value, 'xy'.repeat(10_000))
  assert.equal(readXml(`${'<!---->'.repeat(10_000)}<a/>`).root, 'a')
  assertRejected(`<a>&${'x'.repeat(1_000_000)};</a>`, /undefined entity/)
  assertRejected(`<${'x'.repeat(1_000_000)}></y>`, /malformed/)
})

test('T-91: more references, CDATA sections or comments are rejected before anything is parsed', (t) => {
  const write = t.mock.method(SaxesParser.prototype, 'write')
  for (const [body, message] of [
    [`<a>${'&#65;'.repeat(50_001)}</a>`, /more than 50000 references/],
    [`<a>${'&amp;'.repeat(300_000)}</a>`, /more than 50000 references/],
    [`<a>${'&'.repeat(1_000_000)}</a>`, /more than 50000 references/],
    [`<a>${'<![CDATA[y]]>'.repeat(10_001)}</a>`, /more than 10000 CDATA sections/],
    [`<a>${'<!---->'.repeat(10_001)}</a>`, /more than 10000 comments/],
    [`${'<!---->'.repeat(200_000)}<a/>`, /more than 10000 comments/],
    [`${'<!---->'.repeat(200_000)}<!DOCTYPE a><a/>`, /more than 10000 comments/],
  ] as const)
    assertRejected(body, message)
  assert.equal(write.mock.callCount(), 0)
})

test('T-117: a large plain body is read without the parser that looks at each character', (t) => {
  const write = t.mock.method(SaxesParser.prototype, 'write')
  const text = 'Grün & <blau>, ]] > "rot"\n'.repeat(8_000)
  for (const start of ['', '<?xml version="1.0" encoding="UTF-8"?>\n']) {
    const { root, value } = readXml(`${start}<task>\r\n<summary >${escapeXml(text)}</summary> <title/></task>\n`)
    const fields = new Map([
      ['summary', text],
      ['title', ''],
    ])
    assert.deepEqual({ root, value }, { root: 'task', value: fields })
  }
  assert.equal(write.mock.callCount(), 0)
})

test('T-117: any other large body is parsed in slices, with a pause after each, and gives the same result', async (t) => {
  const write = t.mock.method(SaxesParser.prototype, 'write')
  let pauses = 0
  const pause = async (): Promise<void> => {
    pauses += 1
  }
  const text = 'Grün 😀 \r\n'.repeat(40_000)
  const body = `<a><!-- a comment --><b>${text}</b></a>`
  assert.deepEqual(await readXmlInSlices(body, pause), readXml(body))
  assert.equal(pauses, Math.floor(body.length / 65_536))
  const lengths = write.mock.calls.slice(0, pauses + 1).map(({ arguments: [slice] }) => String(slice).length)
  assert.ok(lengths.every((length) => length <= 65_536))
  const broken = body.replace('</b>', '</c>')
  const message = await readXmlInSlices(broken, pause).catch((error: Error) => error.message)
  assert.throws(() => readXml(broken), { message })
})

test('random records printed as XML are parsed back unchanged', () => {
  const random = new Random(42)
  for (let round = 0; round < 1000; round += 1) {
    const value = randomTree(random, 4)
    const text = `<?xml version="1.0" encoding="UTF-8"?><root>${print(value)}</root>`
    assert.deepEqual(readXml(text), { root: 'root', value }, text)
  }
})

test('T-29: a record of texts has the same meaning in JSON and in XML', () => {
  const random = new Random(29)
  for (let round = 0; round < 1000; round += 1) {
    const fields = ['title', 'summary', 'datedue', '__proto__'].map((name): [string, string] => [
      name,
      randomText(random),
    ])
    const json = `{${fields.map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`).join(',')}}`
    const xml = `<task>${fields.map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`).join('\n')}</task>`
    assert.deepEqual(readXml(xml).value, readJson(json))
  }
})

function randomText(random: Random): string {
  return random.text(
    ['a', '1e5', '007', ' ', '\t', '\n', '\r', '\r\n', '&', '<', '>', '"', "'", ']]>', '&amp;', 'é', '😀'],
    6,
  )
}

function randomTree(random: Random, depth: number): WireValue {
  const kind = depth === 0 ? 0 : random.below(3)
  if (kind === 0) return randomText(random)
  const children = Array.from({ length: 1 + random.below(4) }, () => randomTree(random, depth - 1))
  return kind === 1 ? children : new Map(children.map((child, index) => [`f${index}`, child]))
}

function print(value: WireValue): string {
  if (Array.isArray(value)) return value.map((item) => `<item>${print(item)}</item>`).join(' ')
  if (value instanceof Map) return [...value].map(([name, inner]) => `<${name}>${print(inner)}</${name}>`).join('\n')
  return escapeXml(String(value))
}
