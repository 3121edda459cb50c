// Every field that the event log can name has a name that people understand, in the history of records and in the
// audit log. Events about `me` are those of the person.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resources } from '../../server/src/resources/all.ts'
import { auditedTables } from '../../server/src/resources/audited-tables.ts'
import { en as history } from '../src/messages/en/history.ts'
import { en } from '../src/messages/en/labels.ts'

const recorded = [...resources.values()]
  .filter(({ name, recorded: isRecorded }) => isRecorded !== false && name !== 'me')
  .flatMap(({ name, fields }) =>
    Object.entries(fields)
      .filter(([, { from }]) => 'column' in from || 'links' in from || 'counter' in from)
      .map(([field]) => [name, field] as const),
  )

const audited = auditedTables.flatMap(({ resource, columns }) =>
  Object.keys(columns).map((column) => [resource, column] as const),
)

test('every recorded field has a name, and every recorded resource too', () => {
  const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = en.labels
  const all = [...recorded, ...audited]
  assert.ok(all.length > 200, `only ${all.length} fields`)
  const missing = all.filter(([resource, field]) => (labels[resource]?.[field] ?? history.fields[field]) === undefined)
  assert.deepEqual(missing, [])
  const unnamed = all.filter(([resource]) => history.resources[resource] === undefined).map(([resource]) => resource)
  assert.deepEqual([...new Set(unnamed)], [])
})
