// ETags: a write with an outdated ETag is rejected, and a read with the current ETag returns no body. All of it is
// optional: requests without these headers work as before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedWith, callerFor, recordIn, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import { assertUnchanged } from '../fixture/dump.ts'

const etagIn = ({ headers }: { headers: Record<string, unknown> }): string => String(headers.etag)

suiteApiFixture((fixture) => {
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)

  test('responses of reads and writes have the ETag of the record, the same in JSON and XML', async () => {
    const { a } = fixture()
    const created = await administrator().send('POST', '/task/', taskBody(a))
    const path = `/task/${recordIn(created).id}/`
    const read = await administrator().send('GET', path)
    const xml = await administrator().send('GET', path, undefined, { accept: 'application/xml' })
    assert.match(etagIn(created), /^"[\w-]{27}"$/)
    assert.deepEqual([etagIn(read), etagIn(xml)], [etagIn(created), etagIn(created)])
    const changed = await administrator().send('PUT', path, { title: 'Another' })
    assert.notEqual(etagIn(changed), etagIn(created))
    assert.equal(etagIn(await administrator().send('GET', path)), etagIn(changed))
    assert.equal((await administrator().send('GET', '/task/')).headers.etag, undefined, 'lists have none')
  })

  test('a read with the current ETag returns 304 without a body', async () => {
    const { a } = fixture()
    const path = `/task/${a.tasks.own}/`
    const tag = etagIn(await administrator().send('GET', path))
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const reply = await administrator().send('GET', path, undefined, { 'if-none-match': known })
      assert.deepEqual([reply.status, reply.text, etagIn(reply)], [304, '', tag], known)
    }
    // The W/ of a weak tag is before the quotation mark; inside, it is part of another tag.
    for (const unknown of ['"other"', `"W/${tag.slice(1)}`]) {
      const reply = await administrator().send('GET', path, undefined, { 'if-none-match': unknown })
      assert.equal(reply.status, 200, unknown)
    }
    assertRefusedWith(
      await administrator().send('GET', path, undefined, { 'if-none-match': 'bare' }),
      400,
      18,
      'If-None-Match',
    )
  })

  test('T-18: the ETag of one caller is not valid for another, in every role', async () => {
    const { a } = fixture()
    const path = `/task/${a.tasks.own}/`
    const names = ['administrator', 'manager', 'resource', 'executive', 'restricted'] as const
    const tags = await Promise.all(
      names.map(async (name) => etagIn(await callerFor(fixture(), a.tokens[name]).send('GET', path))),
    )
    assert.equal(new Set(tags).size, names.length)
    const executive = callerFor(fixture(), a.tokens.executive)
    const reply = await executive.send('GET', path, undefined, { 'if-none-match': tags.slice(0, 3).join(', ') })
    assert.equal(reply.status, 200)
  })

  test('an update or deletion with an outdated ETag is rejected with 412 and does nothing', async () => {
    const { a } = fixture()
    const created = await administrator().send('POST', '/task/', taskBody(a))
    const path = `/task/${recordIn(created).id}/`
    const old = etagIn(created)
    const now = etagIn(await administrator().send('PUT', path, { title: 'Second' }, { 'if-match': old }))
    await assertUnchanged(fixture().database, 'refused', async () => {
      for (const stale of [old, `W/${now}`, '"nothing"']) {
        const tagged = { 'if-match': stale }
        assertRefusedWith(await administrator().send('PUT', path, { title: 'Third' }, tagged), 412, 18, 'If-Match')
        assertRefusedWith(await administrator().send('DELETE', path, undefined, tagged), 412, 18, 'If-Match')
      }
      const xml = await administrator().send(
        'PUT',
        path,
        { title: 'Third' },
        { 'if-match': old, accept: 'application/xml' },
      )
      assert.match(xml.text, /<code>412<\/code>.*<item>If-Match/s)
    })
    assert.equal((await administrator().send('PUT', path, { title: 'Third' }, { 'if-match': '*' })).status, 202)
    const last = etagIn(await administrator().send('GET', path))
    assert.equal((await administrator().send('DELETE', path, undefined, { 'if-match': `"x", ${last}` })).status, 200)
    assertRefusedWith(await administrator().send('PUT', path, { title: 'Late' }, { 'if-match': last }), 404, 14)
  })

  test('of several writers with the same ETag exactly one succeeds', async () => {
    const { a } = fixture()
    const created = await administrator().send('POST', '/task/', taskBody(a))
    const path = `/task/${recordIn(created).id}/`
    const tagged = { 'if-match': etagIn(created) }
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, at) => administrator().send('PUT', path, { title: `Writer ${at}` }, tagged)),
    )
    const codes = replies.map(({ status }) => status).sort()
    assert.deepEqual(codes, [202, ...Array.from({ length: 15 }, () => 412)])
  })
})
