// Layouts: every label belongs to a field that exists, and a layout renders the controls and values that the facts
// ask for.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { facts } from '../src/api/facts.ts'
import { fieldOf, type ResourceName } from '../src/api/permissions.ts'
import { en } from '../src/messages/en/labels.ts'
import { controlOf, defineLayout, detailFields, formRows } from '../src/parts/layout.ts'
import { clientLayout } from '../src/records/clients/client-layout.ts'
import { acceptLayout } from '../src/screens/requests/accept-layout.ts'
import { requestLayout } from '../src/screens/requests/request-layout.ts'
import { newTaskLayout } from '../src/screens/tasks/task-layout.ts'
import type { LayoutSample, RenderedLayout } from './render-layout.ts'

function rendered(sample: LayoutSample): RenderedLayout {
  const program = fileURLToPath(new URL('render-layout.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, JSON.stringify(sample)], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  // Vite may print a line of its own before it.
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n') + 1)) as RenderedLayout
}

test('every label and every hint belongs to a field', () => {
  const unknown = Object.entries({ ...en.labels, ...en.hints }).flatMap(([resource, texts]) => {
    const fields: object = facts[resource as ResourceName]?.fields ?? {}
    return [...Object.keys(texts), ...Object.keys(en.hints[resource] ?? {})]
      .filter((field) => !(field in fields))
      .map((field) => `${resource}.${field}`)
  })
  assert.deepEqual(unknown, [])
})

test('a form has the fields that can be written, in rows; the detail view has those of it, in order', () => {
  const layout = defineLayout('client', [
    { field: 'name', only: 'form' },
    { field: 'email', row: 'reach' },
    { field: 'localid' },
    { field: 'phone', row: 'reach' },
    { field: 'description' },
    { field: 'fax', only: 'detail' },
  ])
  const names = (rows: readonly (readonly { readonly name: string }[])[]) =>
    rows.map((row) => row.map(({ name }) => name))
  assert.deepEqual(names(formRows(layout)), [['name'], ['email', 'phone'], ['description']])
  assert.deepEqual(names([detailFields(layout)]), [['email', 'localid', 'phone', 'fax']])
})

test('the facts decide the control of a field', () => {
  assert.equal(controlOf(fieldOf('client', 'name')), 'textField')
  assert.equal(controlOf(fieldOf('client', 'address')), 'textArea')
  assert.equal(controlOf(fieldOf('client', 'description')), 'richText')
  assert.equal(controlOf(fieldOf('client', 'datecreated')), 'day')
  assert.equal(controlOf(fieldOf('project', 'clientid')), 'reference')
  assert.equal(controlOf(fieldOf('project', 'managerid')), 'references')
  assert.equal(controlOf(fieldOf('project', 'billable')), 'checkbox')
  assert.equal(controlOf(fieldOf('taskpriority', 'color')), 'color')
  assert.equal(controlOf(fieldOf('project', 'budget')), 'textField')
})

test('the forms of tasks have the fields of the API, each once', () => {
  for (const layout of [newTaskLayout, acceptLayout]) {
    const names = formRows(layout)
      .flat()
      .map(({ name }) => name)
    assert.deepEqual(names, [...new Set(names)])
    // A new task needs them; accepting a request chooses the status itself.
    const needed = Object.entries(facts.task.fields).flatMap(([name, fact]) => ('required' in fact ? [name] : []))
    const missing = needed.filter((name) => !names.includes(name))
    assert.deepEqual(missing, layout === acceptLayout ? ['statusid'] : [])
  }
})

test('a form may change labels, hide fields, and add controls that are no fields', () => {
  const person = rendered({
    module: 'records/people/person-layout.ts',
    name: 'personLayout',
    record: { firstname: 'Ada', title: 'Engineer', username: 'ada', numlogins: 3, timezone: 'Europe/Berlin' },
    form: { labels: { title: 'Position' }, hidden: ['email', 'groupid'], after: { groupid: 'Can sign in' } },
  })
  assert.match(person.form, /Position/)
  assert.doesNotMatch(person.form, /Job title|Email|Role/)
  assert.match(person.form, /Can sign in[\s\S]*Username/)
  assert.match(person.detail, /<dt>Job title<\/dt><dd>Engineer<\/dd>/)
  assert.match(person.detail, /<dt>Time zone<\/dt><dd>Europe\/Berlin<\/dd>/)
  // A password is written and never shown.
  assert.match(person.form, /Password/)
  assert.doesNotMatch(person.detail, /Password|First name/)
})

test('a request shows its due date before its project, and asks for it last', () => {
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  assert.deepEqual(names(detailFields(requestLayout)), [
    'person',
    'date',
    'datedue',
    'projectid',
    'client',
    'priorityid',
  ])
  assert.equal(names(formRows(requestLayout).flat()).at(-1), 'datedue')
})

test('an invoice is rendered with the labels of the catalogue and its values', () => {
  const record = { client: 'Acme', date: '2019-01-31', purchaseorder: '', term: 'Net 30', datebegin: null }
  const { detail } = rendered({ module: 'screens/invoices/invoice-layout.ts', name: 'invoiceLayout', record })
  assert.match(detail, /<dt>Payment term<\/dt><dd>Net 30<\/dd>/)
  assert.match(detail, /<dt>Date<\/dt><dd>[^<]*2019[^<]*<\/dd>/)
  assert.doesNotMatch(detail, /Purchase order|Hours from/)
})

test('a client is rendered with the labels of the catalogue and its values', () => {
  assert.ok(clientLayout.entries.some(({ field }) => field === 'fax'))
  const record = {
    id: 3,
    localid: 17,
    name: 'Acme',
    email: 'a@acme.test',
    address: 'Main St 1\nBerlin',
    fax: '',
    phone: '+49',
  }
  const client = rendered({ module: 'records/clients/client-layout.ts', name: 'clientLayout', record })
  assert.match(client.form, /Name<span[^>]*> \*<\/span>/)
  assert.match(client.form, /<input(?=[^>]*value="Acme")(?=[^>]*maxLength="255")/i)
  assert.match(client.form, /<input(?=[^>]*type="tel")(?=[^>]*value="\+49")/)
  assert.match(client.form, /<textarea[^>]*>Main St 1\nBerlin<\/textarea>/)
  assert.match(client.form, new RegExp(en.hints.client?.address ?? assert.fail()))
  assert.match(client.detail, /<dt>Number<\/dt><dd>00017<\/dd>/)
  assert.match(client.detail, /<dt>Email<\/dt><dd>a@acme\.test<\/dd>/)
  assert.doesNotMatch(client.detail, /Fax|Name/)
})
