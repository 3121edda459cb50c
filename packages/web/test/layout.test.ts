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
import { clientLayout } from '../src/screens/clients/client-layout.ts'
import type { LayoutSample, RenderedLayout } from './render-layout.ts'

function rendered(sample: LayoutSample): RenderedLayout {
  const program = fileURLToPath(new URL('render-layout.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, JSON.stringify(sample)], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout) as RenderedLayout
}

test('every label and every hint belongs to a field', () => {
  const unknown = Object.entries({ ...en.labels, ...en.hints }).flatMap(([resource, texts]) => {
    const known: object = facts[resource as ResourceName]?.fields ?? {}
    return [...Object.keys(texts), ...Object.keys(en.hints[resource] ?? {})]
      .filter((field) => !(field in known))
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
  const client = rendered({ module: 'screens/clients/client-layout.ts', name: 'clientLayout', record })
  assert.match(client.form, /Name<span[^>]*> \*<\/span>/)
  assert.match(client.form, /<input(?=[^>]*value="Acme")(?=[^>]*maxLength="255")/i)
  assert.match(client.form, /<input(?=[^>]*type="tel")(?=[^>]*value="\+49")/)
  assert.match(client.form, /<textarea[^>]*>Main St 1\nBerlin<\/textarea>/)
  assert.match(client.form, new RegExp(en.hints.client?.address ?? assert.fail()))
  assert.match(client.detail, /<dt>Number<\/dt><dd>00017<\/dd>/)
  assert.match(client.detail, /<dt>E-mail<\/dt><dd>a@acme\.test<\/dd>/)
  assert.doesNotMatch(client.detail, /Fax|Name/)
})
