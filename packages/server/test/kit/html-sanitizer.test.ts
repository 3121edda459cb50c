// The HTML sanitizer: what it keeps, what it removes, that nothing active remains, and that sanitizing twice changes
// nothing. How a browser displays the result is tested in the browser tests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitizeHtml } from '../../src/kit/html-sanitizer.ts'
import { textError } from '../../src/kit/text.ts'
import { Random } from '../fixture/random.ts'

const REL = 'rel="noopener noreferrer nofollow"'

// The complete syntax of stored HTML: each markup character is part of an allowed tag or of one of the four references.
const TEXT = '(?:[^<>&]|&(?:amp|lt|gt|quot);)*'
const VALUE = '"(?:[^<>&"]|&(?:amp|lt|gt|quot);)*"'
const PLAIN =
  'p|br|hr|div|span|blockquote|pre|code|h[1-6]|b|strong|i|em|u|s|sub|sup|ol|table|caption|thead|tbody|tfoot|tr|th|td'
const TAG = [
  `(?:${PLAIN})(?: /)?`,
  `(?:ul|li)(?: class="(?:checklist|checklist-checked)(?: (?:checklist|checklist-checked))*")?`,
  `a(?: href="(?:https?://|mailto:)(?:[^<>&"\\s]|&(?:amp|lt|gt|quot);)*")? ${REL}`,
  `img(?: src="https?://(?:[^<>&"\\s]|&(?:amp|lt|gt|quot);)*")?(?: alt=${VALUE})?(?: width="\\d+%?")?(?: height="\\d+%?")? /`,
  `/(?:${PLAIN}|ul|li|a)`,
].join('|')
const STORED = new RegExp(`^${TEXT}(?:<(?:${TAG})>${TEXT})*$`, 'iu')

function assertSafe(html: string): void {
  const clean = sanitizeHtml(html)
  assert.match(clean, STORED, html)
  assert.equal(sanitizeHtml(clean), clean, html)
  if (textError(html) === null) assert.equal(textError(clean), null, html)
}

test('text without markup is returned unchanged', () => {
  for (const text of ['', 'plain', 'Größe "x" \'y\'', 'a\r\nb\tc', 'javascript:alert(1)', '😀']) {
    assert.equal(sanitizeHtml(text), text)
  }
})

test('unescaped markup characters become references, and references stay as they are', () => {
  const cases: [string, string][] = [
    ['a & b', 'a &amp; b'],
    ['a &amp; b', 'a &amp; b'],
    ['a > b', 'a &gt; b'],
    ['a < b', 'a &lt; b'],
    ['1 <2', '1 &lt;2'],
    ['AT&T', 'AT&amp;T'],
    ['&lt;b&gt;', '&lt;b&gt;'],
    ['&amp;lt;', '&amp;lt;'],
    ['&copy;&nbsp;&#65;', '©\u00a0A'],
    ['&unknown;', '&amp;unknown;'],
    ['"&quot;\'', '""\''],
  ]
  for (const [html, clean] of cases) {
    assert.equal(sanitizeHtml(html), clean)
    assert.equal(sanitizeHtml(clean), clean)
  }
})

test('allowed elements are kept unchanged', () => {
  const documents = [
    '<p>a<br />b</p>',
    '<b>a</b><strong>b</strong><i>c</i><em>d</em><u>e</u><s>f</s><sub>g</sub><sup>h</sup>',
    '<ul><li>a</li></ul><ol><li>b</li></ol>',
    '<blockquote><pre><code>x &lt; y</code></pre></blockquote><hr />',
    '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>',
    '<table><caption>t</caption><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody><tfoot></tfoot></table>',
    '<div><span>x</span></div>',
    '<ul class="checklist"><li class="checklist-checked">done</li><li>open</li></ul>',
    `<a href="https://example.org/?a=1&amp;b=2" ${REL}>x</a><a href="mailto:a@example.org" ${REL}>y</a>`,
    '<img src="https://example.org/x.png" alt="x" width="10" height="50%" />',
    '<img src="http://example.org/x.png" alt="" />',
  ]
  for (const html of documents) assert.equal(sanitizeHtml(html), html)
})

test('attributes, addresses and classes that are not allowed are removed, their elements are kept', () => {
  const cases: [string, string][] = [
    ['<p style="color:red" id="x" onclick="y()" data-a="b" title="t">a</p>', '<p>a</p>'],
    ['<p class="checklist">a</p>', '<p>a</p>'],
    ['<ul class="x checklist y"><li class="z">a</li></ul>', '<ul class="checklist"><li>a</li></ul>'],
    ['<a href="/task/5">x</a>', `<a ${REL}>x</a>`],
    ['<a href="//example.org">x</a>', `<a ${REL}>x</a>`],
    ['<a href="ftp://example.org">x</a>', `<a ${REL}>x</a>`],
    [
      '<a name="n" target="_blank" rel="opener" href="HTTP://example.org">x</a>',
      `<a href="HTTP://example.org" ${REL}>x</a>`,
    ],
    ['<a href=" https://exa\tmple.org/ ">x</a>', `<a href="https://example.org/" ${REL}>x</a>`],
    ['<img src="data:image/png;base64,AAAA" alt="x">', '<img alt="x" />'],
    ['<img src="mailto:a@example.org" width="1e9" height="10px">', '<img />'],
    ['<IMG SRC="https://example.org/x" SRCSET="y 2x" LOADING="lazy">', '<img src="https://example.org/x" />'],
    ['<font color="red">a</font><center>b</center><custom-tag>c</custom-tag>', 'abc'],
    ['<form action="/x"><input name="y"><button>z</button></form>', 'z'],
    ['a<!-- comment -->b', 'ab'],
    ['a<?php echo 1 ?>b', 'ab'],
    ['<!DOCTYPE html><html><head><title>t</title></head><body><p>x</p></body></html>', '<p>x</p>'],
    ['a<script>alert(1)</script>b<style>p{}</style>c', 'abc'],
    ['a<iframe src="https://x"><p>y</p></iframe>b', 'ab'],
    ['a<svg><a href="https://x"><text>y</text></a></svg>b', 'ab'],
    ['a<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>b', 'ab'],
  ]
  for (const [html, clean] of cases) {
    assert.equal(sanitizeHtml(html), clean)
    assertSafe(html)
  }
})

test('T-31: samples of active content leave nothing active', () => {
  const samples = [
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//x.example></SCRIPT>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<img src=x onerror=alert(1)>',
    '<img src="javascript:alert(1)">',
    '<img/src=x/onerror=alert(1)>',
    '<img src=`x`onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href=" javascript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="java&#x09;script:alert(1)">x</a>',
    '<a href="&#1;javascript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="javascript&colon;alert(1)">x</a>',
    '<a href="vbscript:x">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="http://x" onmouseover="alert(1)">x</a>',
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><animate onbegin=alert(1) attributeName=x>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<iframe src=javascript:alert(1)>',
    '<object data=javascript:alert(1)>',
    '<embed src=javascript:alert(1)>',
    '<base href=javascript:/a/>',
    '<link rel=import href=x>',
    '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
    '<form><button formaction=javascript:alert(1)>x',
    '<input onfocus=alert(1) autofocus>',
    '<video><source onerror=alert(1)></video>',
    '<details open ontoggle=alert(1)>',
    '<body onload=alert(1)>',
    '<marquee onstart=alert(1)>',
    '<style>@import "x";</style>',
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<div style="width:expression(alert(1))">x</div>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<textarea><img title="</textarea><img src=x onerror=alert(1)>">',
    '<xmp><img title="</xmp><img src=x onerror=alert(1)>">',
    '<template><script>alert(1)</script></template>',
    '<title><img src=x onerror=alert(1)></title>',
    '<option><style></option></select><img src=x onerror=alert(1)></style></option>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<? <img src=x onerror=alert(1)> ?>',
    '<a href="http://x" "onclick=alert(1)>x</a>',
    '<img alt="\'"><script>alert(1)</script>" src=x>',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    '<<script>alert(1)//<</script>',
    '<img src="http://x" alt="`onerror=alert(1)">',
    '<plaintext><img src=x onerror=alert(1)>',
    '<a\u0000 href=javascript:alert(1)>x</a>',
    '<script/xss src=x></script>',
    '<img src=x:alert(alt) onerror=eval(src) alt=0>',
    '<table background=javascript:alert(1)><tr><td>x',
  ]
  for (const html of samples) assertSafe(html)
})

test('T-30: references to characters that XML cannot contain are removed', () => {
  assert.equal(sanitizeHtml('<p>a&#11;b&#x1;&#xFFFF;c</p>'), '<p>abc</p>')
  assert.equal(sanitizeHtml('<img alt="a&#11;b">'), '<img alt="ab" />')
  for (let code = 0; code < 0x100; code += 1) assertSafe(`<p>&#${code};</p><a href="h&#${code};ttp://x">y</a>`)
  for (const code of ['D800', 'DFFF', 'FFFE', 'FFFF', '110000', '1FFFE']) assertSafe(`<b>&#x${code};</b>`)
})

test('I-35: sanitizing twice changes nothing, also if a removed element made two others adjacent', () => {
  for (const html of [
    '<p><foo><p>x',
    '<li><foo><li>x',
    '<h1><foo><h2>x</h2></foo></h1>',
    '<a href="http://x"><foo><a>y',
    '<p><foo><table><foo><p>x',
    '<td><foo><td>',
    '<option><p><foo><div>',
    '</p></br></foo>',
    '<p><foo>'.repeat(80),
  ]) {
    assertSafe(html)
  }
})

test('nesting is limited to sixty levels, and far deeper input is shown as text', () => {
  const clean = sanitizeHtml(`${'<b>'.repeat(100)}x${'</b>'.repeat(100)}`)
  assert.equal(clean, `${'<b>'.repeat(60)}x${'</b>'.repeat(60)}`)
  assert.equal(sanitizeHtml('<b>'.repeat(2000)), '&lt;b&gt;'.repeat(2000))
  assertSafe('<div>'.repeat(2000))
})

test('hostile texts of 64 kilobytes are sanitized completely', () => {
  const hostile = [
    '<div>',
    '<b>',
    '</p>',
    '<li>',
    '<',
    '&',
    '<a ',
    '<!--',
    '<p><foo>',
    '<table><tr><td>',
    '&notin',
    '<noscript>',
    '<svg>',
    '"',
    '</',
  ]
  for (const chunk of hostile) assertSafe(chunk.repeat(Math.floor(65_536 / chunk.length)))
  assertSafe('<b>'.repeat(10_000) + '</i>'.repeat(9_000))
  assertSafe(`<a ${Array.from({ length: 8_000 }, (_, index) => `b${index}`).join(' ')}>`)
  assertSafe(`<ul class="${'checklist '.repeat(6_000)}">`)
})

test('I-35: random tag sequences are safe, and sanitizing them twice changes nothing', () => {
  const random = new Random(35)
  const chunks = [
    ...[
      '<p>',
      '</p>',
      '<div>',
      '</div>',
      '<b>',
      '</b>',
      '<i>',
      '</i>',
      '<ul class="checklist">',
      '</ul>',
      '<li>',
      '</li>',
      '<br>',
      '<hr/>',
    ],
    ...[
      '<table>',
      '</table>',
      '<tr>',
      '<td>',
      '</td>',
      '<th>',
      '<tbody>',
      '<thead>',
      '<caption>',
      '<h1>',
      '</h1>',
      '<h2>',
      '<pre>',
      '</pre>',
    ],
    ...[
      '<a href="http://x?a&b">',
      '<a href=javascript:x>',
      '</a>',
      '<img src=http://x alt="<&>">',
      '<img src="',
      '<foo>',
      '</foo>',
      '<span',
    ],
    ...[
      '<script>',
      '</script>',
      '<style>',
      '</style>',
      '<svg>',
      '</svg>',
      '<math>',
      '<title>',
      '</title>',
      '<iframe>',
      '</iframe>',
      '<noscript>',
    ],
    ...[
      '</noscript>',
      '<textarea>',
      '</textarea>',
      '<select>',
      '<option>',
      '<button>',
      '<form>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
    ],
    ...[
      '<',
      '>',
      '&',
      '"',
      "'",
      '/',
      '=',
      ' ',
      '\n',
      '\u0000',
      'text',
      '&lt;',
      '&amp',
      '&#60;',
      '&#11;',
      '&nbsp;',
      'é',
      '😀',
      '\ud800',
      ' onload=x',
    ],
  ]
  for (let round = 0; round < 6000; round += 1) assertSafe(random.text(chunks, 14))
})
