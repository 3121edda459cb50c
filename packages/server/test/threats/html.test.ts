// Threats T-31 to T-33: scripts in HTML fields, in plain texts and in responses that are opened in a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from '../../src/define/kinds.ts'
import { sanitizeLargeTexts } from '../../src/engine/large-html.ts'
import { sanitizeHtml } from '../../src/kit/html-sanitizer.ts'
import { SanitizedHtml, type WireValue } from '../../src/kit/wire-tree.ts'
import { escapeXml } from '../../src/kit/xml-escape.ts'
import { task } from '../../src/resources/task.ts'
import { assertRefusedWith, callerFor, recordIn, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const payloads: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example/x">x</a>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<base href="javascript:alert(1)//">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel="stylesheet" href="javascript:alert(1)">',
  '<style>@import "javascript:alert(1)"</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<p id="x" class="y" onclick="alert(1)" onmouseover=alert(1)>x</p>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<template><img src=x onerror=alert(1)></template>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<img """><script>alert(1)</script>">',
  '<x onclick=alert(1)>x</x>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<html xmlns:x="http://www.w3.org/1999/xhtml"><x:script>alert(1)</x:script></html>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
]

const allowed = new Set(
  'p br hr div span blockquote pre code h1 h2 h3 h4 h5 h6 a b strong i em u s sub sup ul ol li img table caption thead tbody tfoot tr th td'.split(
    ' ',
  ),
)

/** Every remaining tag must be an allowed one, with allowed address schemes and nothing active. */
function unsafeMarkup(html: string): string[] {
  const tags = Array.from(html.matchAll(/<\/?([a-z][^\s/>]*)([^>]*)>/gi), ([, name = '', rest = '']) => ({
    name: name.toLowerCase(),
    rest,
  }))
  return tags.flatMap(({ name, rest }) => {
    const attributes = Array.from(
      rest.matchAll(/([^\s=/]+)\s*=\s*"([^"]*)"/g),
      ([, key = '', value = '']) => [key.toLowerCase(), value] as const,
    )
    const bad = attributes.filter(([key, value]) => {
      if (key === 'href') return !/^(https?:\/\/|mailto:)/.test(value)
      if (key === 'src') return !/^https?:\/\//.test(value)
      return !['rel', 'alt', 'width', 'height', 'class'].includes(key)
    })
    return [...(allowed.has(name) ? [] : [`<${name}>`]), ...bad.map(([key, value]) => `${name} ${key}="${value}"`)]
  })
}

suiteApiFixture((fixture) => {
  test('T-31: HTML fields keep only allowed markup, and sanitizing again changes nothing', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { id } = await administrator.create('/task/', taskBody(a))
    const note = async (kind: string, body: JsonObject): Promise<string> =>
      `/${kind}note/${(await administrator.create(`/${kind}note/`, { note: 'x', ...body })).id}/`
    const fields: readonly (readonly [string, string])[] = [
      [`/task/${id}/`, 'summary'],
      [`/project/${a.projects.seen}/`, 'description'],
      [`/client/${a.clients.seen}/`, 'description'],
      [`/person/${a.people.manager}/`, 'notes'],
      [`/milestone/${a.milestones.seen}/`, 'description'],
      [await note('task', { taskid: Number(id) }), 'note'],
      [await note('milestone', { milestoneid: a.milestones.seen }), 'note'],
      [await note('project', { projectid: a.projects.seen, title: 'x' }), 'note'],
      [await note('project', { projectid: a.projects.seen, title: 'x', secure: 't' }), 'note'],
    ]
    for (const payload of payloads) {
      for (const [path, field] of fields) {
        const stored = String((await administrator.update(path, { [field]: `a${payload}b` }))[field])
        assert.deepEqual(unsafeMarkup(stored), [], `${path} ${field} of ${payload} is ${stored}`)
        assert.equal(
          (await administrator.update(path, { [field]: stored }))[field],
          stored,
          `${field}: ${payload} twice`,
        )
      }
    }
    const good =
      '<p>Hi <strong>you</strong>, see <a href="https://example.com/" rel="noopener noreferrer nofollow">this</a></p>'
    assert.equal((await administrator.update(`/task/${id}/`, { summary: good })).summary, good)
  })

  test('T-31, T-32: action notes about texts and HTML are sanitized, for every content', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { id } = await administrator.create('/task/', taskBody(a))
    for (const payload of payloads) {
      await administrator.update(`/task/${id}/`, {
        title: payload.slice(0, 255).replaceAll('\n', ' '),
        summary: `a${payload}b`,
      })
    }
    const { rows } = await administrator.list(`/tasknote/?taskid=${id}&limit=0`)
    assert.equal(rows.length, payloads.length)
    for (const { actions } of rows) {
      const html = String(actions)
      assert.deepEqual(unsafeMarkup(html), [], html)
      assert.deepEqual([...new Set(html.match(/<\/?\w+/g))].sort(), ['</li', '</ul', '<li', '<ul'], html)
      assert.equal(sanitizeHtml(html), html)
    }
  })

  test('T-32: plain texts are stored unchanged and escaped so that neither format can run them', async () => {
    const { a, call } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const payload of payloads) {
      const text = payload.replaceAll('\n', ' ')
      const { id } = await administrator.create('/client/', {
        name: text,
        datecreated: '2026-01-01',
        address: text,
        website: text,
      })
      const record = await administrator.read(`/client/${id}/`)
      assert.deepEqual([record.name, record.address, record.website], [text, text, text], 'client.name')
      const xml = await call({ token: a.tokens.administrator, path: `/client/${id}/`, headers: { accept: 'text/xml' } })
      assert.deepEqual(xml.text.match(/<(?!\/?(intervals|client|\w+)\b|\?xml)/g), null, xml.text)
      assert.ok(!/<(script|img|svg|iframe|x:script|html)\b/i.test(xml.text), xml.text)
    }
    for (const color of ['red', '#00ff00', '00ff0', '00ff000', 'url(x)', '00ff0g', '0000\'"', '<b></b']) {
      const body = { name: 'c', color, priority: 1, active: 't' }
      assertRefusedWith(await administrator.send('POST', '/projectlabel/', body), 400, 18, 'color')
    }
  })

  test('T-33: every response is plain data that no browser runs, frames, stores or sniffs', async () => {
    const { a, call } = fixture()
    const token = a.tokens.administrator
    const requests = [
      { token, path: '/task/' },
      { token, path: `/task/${a.tasks.own}/`, headers: { accept: 'text/xml' } },
      { token, path: '/task/', headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } },
      { token, path: '/quota/' },
      { token, method: 'POST', path: '/task/', body: '{' },
      { token, method: 'OPTIONS', path: '/task/' },
      { token, path: '/<script>alert(1)</script>/' },
      { token, path: '/task/?<script>=1' },
      { token, path: '/task/999999/' },
      { token, path: '/task/', headers: { accept: 'image/png' } },
      { path: '/task/' },
      { token: a.tokens.resource, method: 'DELETE', path: `/task/${a.tasks.own}/` },
      { token, path: '/healthz' },
    ] as const
    for (const request of requests) {
      const { headers, status } = await call(request)
      const what = `${JSON.stringify(request)} ${status}`
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; frame-ancestors 'none'; sandbox$/,
        what,
      )
      assert.equal(headers['x-content-type-options'], 'nosniff', what)
      assert.equal(headers['cache-control'], 'no-store', what)
      assert.equal(headers['referrer-policy'], 'no-referrer', what)
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin', what)
      for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie'])
        assert.equal(headers[name], undefined, `${name} ${what}`)
      if (status !== 200 || request.path !== '/task/' || 'method' in request) continue
      assert.match(String(headers['content-type']), /^application\/(json|xml); charset=utf-8$/, what)
    }
  })

  test('T-117: large HTML is sanitized on a thread, with the same result in JSON, in XML and when it is repeated', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const summary = `${payloads.join('\n')} Grün 😀 <p>& more</p>`.repeat(20)
    const expected = sanitizeHtml(summary)
    const body = taskBody(a, { summary })
    const key = { 'idempotency-key': 'large-html' }
    const created = await administrator.send('POST', '/task/', body, key)
    assert.equal(recordIn(created).summary, expected)
    assert.equal((await administrator.send('POST', '/task/', body, key)).text, created.text)
    assert.equal((await administrator.create('/task/', { task: body })).summary, expected)
    const xml = `<task>${Object.entries(body)
      .map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
      .join('')}</task>`
    const headers = { 'content-type': 'application/xml' }
    assert.equal(recordIn(await administrator.send('POST', '/task/', xml, headers)).summary, expected)
  })
})

test('T-117: the large HTML texts of a body, and nothing else, are sanitized before it is parsed', async () => {
  const large = '<b onclick=x>y</b>'.repeat(1000)
  const fields = new Map([
    ['summary', large],
    ['title', large],
    ['datedue', '<b>'],
  ])
  for (const body of [fields, new Map([['task', fields]])]) {
    const prepared = await sanitizeLargeTexts(task, body)
    assert.ok(prepared instanceof Map)
    const record = prepared.size === 1 ? prepared.get('task') : prepared
    const expected = new Map<string, WireValue>([...fields, ['summary', new SanitizedHtml(large, sanitizeHtml(large))]])
    assert.deepEqual(record, expected)
  }
  const small = new Map([['summary', '<b onclick=x>y</b>']])
  assert.equal(await sanitizeLargeTexts(task, small), small)
  assert.equal(html.parse(new SanitizedHtml('<i>as sent</i>', '<b>as sanitized</b>')), '<b>as sanitized</b>')
})
