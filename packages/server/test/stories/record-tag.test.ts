// Tags of records: a write that names the tag it saw is refused when the record is another by then, and a reader who names it
// is spared the record. All of it is optional: plain calls stay as they are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unchanged } from '../world/dump.ts'
import { eachWorld, handOf, mustRefuse, recordIn, taskBody } from './story.ts'

const tagIn = ({ headers }: { headers: Record<string, unknown> }): string => String(headers.etag)

eachWorld((world) => {
  const boss = () => handOf(world(), world().a.tokens.administrator)

  test('the answers of reads and writes carry the tag of the record, the same in JSON and XML', async () => {
    const { a } = world()
    const made = await boss().try('POST', '/task/', taskBody(a))
    const path = `/task/${recordIn(made).id}/`
    const read = await boss().try('GET', path)
    const xml = await boss().try('GET', path, undefined, { accept: 'application/xml' })
    assert.match(tagIn(made), /^"[\w-]{27}"$/)
    assert.deepEqual([tagIn(read), tagIn(xml)], [tagIn(made), tagIn(made)])
    const changed = await boss().try('PUT', path, { title: 'Another' })
    assert.notEqual(tagIn(changed), tagIn(made))
    assert.equal(tagIn(await boss().try('GET', path)), tagIn(changed))
    assert.equal((await boss().try('GET', '/task/')).headers.etag, undefined, 'lists have none')
  })

  test('a reader who has the record is told so and nothing else', async () => {
    const { a } = world()
    const path = `/task/${a.tasks.own}/`
    const tag = tagIn(await boss().try('GET', path))
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const reply = await boss().try('GET', path, undefined, { 'if-none-match': known })
      assert.deepEqual([reply.status, reply.text, tagIn(reply)], [304, '', tag], known)
    }
    assert.equal((await boss().try('GET', path, undefined, { 'if-none-match': '"other"' })).status, 200)
    mustRefuse(await boss().try('GET', path, undefined, { 'if-none-match': 'bare' }), 400, 18, 'If-None-Match')
  })

  test('T-18: the tag of one says nothing to another, whatever their role', async () => {
    const { a } = world()
    const path = `/task/${a.tasks.own}/`
    const names = ['administrator', 'manager', 'resource', 'executive', 'restricted'] as const
    const tags = await Promise.all(
      names.map(async (name) => tagIn(await handOf(world(), a.tokens[name]).try('GET', path))),
    )
    assert.equal(new Set(tags).size, names.length)
    const executive = handOf(world(), a.tokens.executive)
    const reply = await executive.try('GET', path, undefined, { 'if-none-match': tags.slice(0, 3).join(', ') })
    assert.equal(reply.status, 200)
  })

  test('a write, an action or a removal of what has changed meanwhile is refused with 412 and does nothing', async () => {
    const { a } = world()
    const made = await boss().try('POST', '/task/', taskBody(a))
    const path = `/task/${recordIn(made).id}/`
    const old = tagIn(made)
    const now = tagIn(await boss().try('PUT', path, { title: 'Second' }, { 'if-match': old }))
    await unchanged(world().database, 'refused', async () => {
      for (const stale of [old, `W/${now}`, '"nothing"']) {
        const tagged = { 'if-match': stale }
        mustRefuse(await boss().try('PUT', path, { title: 'Third' }, tagged), 412, 18, 'If-Match')
        mustRefuse(await boss().try('DELETE', path, undefined, tagged), 412, 18, 'If-Match')
      }
      const xml = await boss().try('PUT', path, { title: 'Third' }, { 'if-match': old, accept: 'application/xml' })
      assert.match(xml.text, /<code>412<\/code>.*<item>If-Match/s)
    })
    assert.equal((await boss().try('PUT', path, { title: 'Third' }, { 'if-match': '*' })).status, 202)
    const last = tagIn(await boss().try('GET', path))
    assert.equal((await boss().try('DELETE', path, undefined, { 'if-match': `"x", ${last}` })).status, 200)
    mustRefuse(await boss().try('PUT', path, { title: 'Late' }, { 'if-match': last }), 404, 14)
  })

  test('of writers who all saw the same record one comes through', async () => {
    const { a } = world()
    const made = await boss().try('POST', '/task/', taskBody(a))
    const path = `/task/${recordIn(made).id}/`
    const tagged = { 'if-match': tagIn(made) }
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, at) => boss().try('PUT', path, { title: `Writer ${at}` }, tagged)),
    )
    const codes = replies.map(({ status }) => status).sort()
    assert.deepEqual(codes, [202, ...Array.from({ length: 15 }, () => 412)])
  })
})
