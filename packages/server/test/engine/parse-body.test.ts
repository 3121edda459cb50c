// What a request body may contain, and the messages for what it may not: all of them at once, each naming its field.
// The same rules over HTTP, for every resource, are in conformance/fields.test.ts and conformance/kinds.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '../../src/define/actor.ts'
import { ApiError } from '../../src/define/api-error.ts'
import type { FieldValue } from '../../src/define/kinds.ts'
import { parseWriteBody } from '../../src/engine/parse-body.ts'
import { WireFile, type WireValue } from '../../src/kit/wire-tree.ts'
import { resources } from '../../src/resources/all.ts'

const administrator: Actor = {
  accountid: 1,
  personid: 2,
  clientid: null,
  role: 'Administrator',
  restricted: false,
  timezone: 'Europe/Berlin',
  today: '2026-05-04',
  now: '2026-05-04 10:00:00',
  channel: 'token',
  requestid: null,
}

const complete = { projectid: '5', personid: '2', date: '2026-05-04', expense: '10', fee: '12' }

function parseExpense(body: WireValue | undefined, pathId: number | null = null): Record<string, FieldValue> {
  const expense = resources.get('expense')
  assert.ok(expense)
  const { values, errors } = parseWriteBody(expense, administrator, body, pathId)
  errors.throwIfAny()
  return values
}

const parseFields = (fields: Record<string, WireValue>, pathId: number | null = null) =>
  parseExpense(new Map(Object.entries(fields)), pathId)

/** The messages of a refused body. */
function messagesOf(parse: () => unknown): readonly string[] {
  try {
    parse()
  } catch (error) {
    if (error instanceof ApiError) return error.verbose
    throw error
  }
  return []
}

test('a body that is not an object gets exactly one message', () => {
  for (const body of [undefined, 'text', ['projectid']]) {
    assert.equal(
      messagesOf(() => parseExpense(body, 7)).join(),
      'body: must be an object with the fields of expense',
      String(body),
    )
  }
})

test('the fields may be in an object with the name of the resource', () => {
  assert.deepEqual(parseExpense(new Map([['expense', new Map([['expense', '3']])]]), 7), { expense: 30_000 })
})

test('a body may have 300 fields; one with more gets exactly one message', () => {
  const withFields = (count: number) => () =>
    parseFields(Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, '1'])), 7)
  assert.equal(messagesOf(withFields(300)).length, 300)
  assert.deepEqual(messagesOf(withFields(301)), ['body: has too many fields (301); send at most 300'])
})

test('a list, an object or a file in place of a value is named by its form, not by its content', () => {
  const parts = { filename: 'scan.pdf', filesize: 1, mediatype: 'application/pdf', hash: '', content: null }
  const file = new WireFile({ ...parts, keep: async () => {} })
  assert.deepEqual(
    messagesOf(() => parseFields({ projectid: ['1'], expense: new Map([['amount', '1']]), fee: file }, 7)),
    [
      'projectid: "[...]" must be a single value, not a list or an object',
      'expense: "{...}" must be a single value, not a list or an object',
      'fee: "scan.pdf" must be text, not a file',
    ],
  )
})

test('a required field that is blank is reported by name, and other errors with it', () => {
  assert.deepEqual(
    messagesOf(() => parseFields({ date: '', expense: 'x' }, 7)),
    ['date: must not be blank', 'expense: "x" must be a number'],
  )
})

test('an unknown field is named by its first 60 characters', () => {
  const [message = ''] = messagesOf(() => parseFields({ ['x'.repeat(70)]: '1' }, 7))
  assert.equal(message, `${'x'.repeat(60)}: is not a settable field of expense`)
})

test('the id in a body is allowed only on update, and only if it is the id of the path', () => {
  assert.deepEqual(parseFields({ id: '7', expense: '3' }, 7), { expense: 30_000 })
  assert.deepEqual(
    messagesOf(() => parseFields({ id: '8', expense: '3' }, 7)),
    ['id: is not a settable field of expense'],
  )
  for (const id of ['7', 'null']) {
    assert.deepEqual(
      messagesOf(() => parseFields({ ...complete, id })),
      ['id: is not a settable field of expense'],
    )
  }
})

test('an amount may have the largest value, and a larger one is rejected with the limit', () => {
  for (const sign of ['', '-']) {
    assert.equal(Math.abs(Number(parseFields({ expense: `${sign}9999999999` }, 7).expense)), 99_999_999_990_000)
    const beyond = `${sign}9999999999.0001`
    assert.deepEqual(
      messagesOf(() => parseFields({ expense: beyond }, 7)),
      [`expense: "${beyond}" must be between -9999999999 and 9999999999`],
    )
  }
})

test('the hours of an entry are more than 0 and at most 24, and the error says so', () => {
  const time = resources.get('time')
  assert.ok(time)
  const messages = ['0', '0.000001', '24', '24.000001'].map(
    (hours) => parseWriteBody(time, administrator, new Map([['time', hours]]), 7).errors.messages,
  )
  const reason = 'must be more than 0 and at most 24 hours'
  assert.deepEqual(messages, [[`time: "0" ${reason}`], [], [], [`time: "24.000001" ${reason}`]])
})
