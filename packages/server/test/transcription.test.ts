// The independent transcription of the reference against the definitions of the server. Tests that are derived from the
// definitions show that the engine follows them; this test shows that the definitions are right. It runs no server.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { allRoles } from '../src/define/actor.ts'
import { defineEndpoint } from '../src/define/endpoint.ts'
import { computed, stored } from '../src/define/fields.ts'
import { anyOf, anyOfOrNone, isFlag } from '../src/define/filters.ts'
import { date, flag, html, integer, plainText } from '../src/define/kinds.ts'
import { defineResource } from '../src/define/resource.ts'
import { textContains } from '../src/define/search-filters.ts'
import { sql } from '../src/io/sql.ts'
import { endpoints, resources } from '../src/resources/all.ts'
import { company } from './transcription/company.ts'
import { endpointDifferences, resourceDifferences } from './transcription/differences.ts'
import { endpointTranscripts } from './transcription/endpoints.ts'
import { money } from './transcription/money.ts'
import { notes } from './transcription/notes.ts'
import { people } from './transcription/people.ts'
import { projects } from './transcription/projects.ts'
import { tasks } from './transcription/tasks.ts'
import { time } from './transcription/time.ts'
import type { Transcript } from './transcription/transcript.ts'
import { work } from './transcription/work.ts'

const transcripts: Readonly<Record<string, Transcript>> = {
  ...people,
  ...projects,
  ...tasks,
  ...time,
  ...notes,
  ...work,
  company,
  ...money,
}

/** The history is ours and the same for each resource: everybody who reads a record reads its events. */
const withHistory = (name: string, transcript: Transcript): Transcript => {
  const roles = transcript.operations.read
  if (['me', 'event', 'notification', 'webhookdelivery'].includes(name) || roles === undefined) return transcript
  return { ...transcript, subLists: { ...transcript.subLists, event: { roles, of: 'event', by: 'recordid' } } }
}

suite('the definitions agree with the reference', () => {
  test('every resource is transcribed and every transcript has its resource', () => {
    assert.deepEqual([...resources.keys()].sort(), Object.keys(transcripts).sort())
    assert.deepEqual([...endpoints.keys()].sort(), Object.keys(endpointTranscripts).sort())
  })

  for (const [name, transcript] of Object.entries(transcripts)) {
    test(`${name} is defined as in the reference`, () => {
      const resource = resources.get(name)
      assert.ok(resource, `${name}: missing in the definitions`)
      assert.deepEqual(resourceDifferences(name, withHistory(name, transcript), resource), [])
    })
  }

  for (const [name, transcript] of Object.entries(endpointTranscripts)) {
    test(`${name} has the methods and roles of the reference`, () => {
      const endpoint = endpoints.get(name)
      assert.ok(endpoint, `${name}: missing in the definitions`)
      assert.deepEqual(endpointDifferences(name, transcript, endpoint), [])
    })
  }
})

// A comparison that finds nothing would always pass, so each kind of difference is tested once.
suite('the comparison notices', () => {
  const paint = defineResource('paint', {
    doc: 'A paint in the shop.',
    access: { list: allRoles, create: ['Administrator'] },
    extensionOperations: ['create'],
    visible: () => null,
    fields: {
      name: stored(plainText(55), { required: true }),
      notes: stored(html, { hideFrom: ['Executive'] }),
      datemixed: stored(date, { createOnly: true }),
      active: stored(flag, { required: true, default: 't' }),
      coats: computed(integer, sql`2`),
    },
    filters: {
      name: textContains('name', 'Name contains'),
      id: anyOf('id', 'By id'),
      coats: anyOfOrNone('coats', 'By coats'),
      notes: textContains('notes', 'Notes contain'),
    },
    requiredFilters: ['name'],
    sorts: { name: 'name', notes: 'notes' },
    actions: {
      stir: { doc: 'Stirs it.', roles: ['Administrator'], fields: { turns: stored(integer) }, run: async () => {} },
      ship: {
        doc: 'Sells it.',
        roles: allRoles,
        creates: 'parcel',
        prepare: async () => ({}),
        afterCreate: async () => {},
      },
    },
  })

  const same: Transcript = {
    operations: { list: 'AMRE', create: 'A' },
    ours: ['create'],
    settable: {
      name: { type: 'string', max: 55, required: true },
      notes: { type: 'html' },
      datemixed: { type: 'date', once: true },
      active: { type: 'boolean', required: true, default: 't' },
    },
    response: {
      id: 'integer',
      name: 'string',
      notes: 'html? AMR',
      datemixed: 'date?',
      active: 'boolean',
      coats: 'integer',
    },
    filters: { name: 'string', id: 'integer list', coats: 'integer list or none', notes: 'string AMR' },
    requires: ['name'],
    sorts: { AMRE: ['name'], AMR: ['notes'] },
    actions: {
      stir: { roles: 'A', answers: 'paint', body: { turns: { type: 'integer' } } },
      ship: { roles: 'AMRE', answers: 'parcel' },
    },
  }

  const differences = (change: Partial<Transcript>): string[] =>
    resourceDifferences('paint', { ...same, ...change }, paint)

  test('no difference for equal tables', () => {
    assert.deepEqual(differences({}), [])
  })

  test('names that are missing on either side', () => {
    const { name, ...withoutName } = same.response
    assert.ok(name)
    assert.deepEqual(differences({ response: { ...withoutName, gloss: 'string' } }), [
      'paint.response.gloss: missing in the definition',
      'paint.response.name: not in the reference',
    ])
    assert.deepEqual(differences({ filters: { ...same.filters, gloss: 'boolean' } }), [
      'paint.filters.gloss: missing in the definition',
    ])
    assert.deepEqual(differences({ requires: [], ours: ['create', 'list'] }), [
      'paint.ours.list: missing in the definition',
      'paint.requires.name: not in the reference',
    ])
  })

  test('different roles, types, lengths, defaults and create-only fields', () => {
    assert.deepEqual(differences({ operations: { list: 'AMRE', create: 'AM' } }), [
      "paint.operations.create: is 'A', the reference says 'AM'",
    ])
    const settable = {
      name: { type: 'string', max: 65 },
      notes: { type: 'string' },
      datemixed: { type: 'date' },
      active: { type: 'boolean', required: true, default: 'f' },
    } as const
    assert.deepEqual(differences({ settable }), [
      "paint.settable.name: is 'string (55) required', the reference says 'string (65)'",
      "paint.settable.notes: is 'html', the reference says 'string'",
      "paint.settable.datemixed: is 'date once', the reference says 'date'",
      "paint.settable.active: is 'boolean required default t', the reference says 'boolean required default f'",
    ])
  })

  test('fields that are nullable on one side only, or visible to other roles', () => {
    const response = { ...same.response, notes: 'html? AM', datemixed: 'date', active: 'boolean?' } as const
    assert.deepEqual(differences({ response }), [
      "paint.response.notes: is 'html? AMR', the reference says 'html? AM'",
      "paint.response.datemixed: is 'date? AMRE', the reference says 'date AMRE'",
      "paint.response.active: is 'boolean AMRE', the reference says 'boolean? AMRE'",
    ])
  })

  test('filters of another form or for other roles', () => {
    const filters = { name: 'string AM', id: 'integer list or none', coats: 'integer list' } as const
    assert.deepEqual(differences({ filters }), [
      "paint.filters.name: is 'string AMRE', the reference says 'string AM'",
      "paint.filters.id: is 'integer list AMRE', the reference says 'integer list or none AMRE'",
      "paint.filters.coats: is 'integer list or none AMRE', the reference says 'integer list AMRE'",
      'paint.filters.notes: not in the reference',
    ])
  })

  test('additional rows that the definition does not have, or has differently', () => {
    const response = { coats: 'integer?', gloss: 'string' } as const
    const additions = {
      response,
      settable: { name: { type: 'string', max: 65 } },
      filters: { coats: 'integer' },
    } as const
    assert.deepEqual(differences({ additions }), [
      "paint.settable.name: is 'string (55) required', the reference says 'string (65)'",
      'paint.response.gloss: missing in the definition',
      "paint.filters.coats: is 'integer list or none AMRE', the reference says 'integer AMRE'",
    ])
  })

  test('a plain extension field is one row for three tables', () => {
    const plain = {
      name: { type: 'string', max: 65, filter: 'string', roles: 'AM' },
      gloss: { type: 'string', required: true },
    } as const
    assert.deepEqual(differences({ additions: { plain } }), [
      "paint.settable.name: is 'string (55) required', the reference says 'string (65)'",
      'paint.settable.gloss: missing in the definition',
      "paint.response.name: is 'string? AMRE', the reference says 'string? AM'",
      'paint.response.gloss: missing in the definition',
      "paint.filters.name: is 'string AMRE', the reference says 'string AM'",
    ])
  })

  test('actions on one side only, and those with other roles, results or bodies', () => {
    const ship = { roles: 'AMR', answers: 'paint' } as const
    assert.deepEqual(differences({ actions: { ship, dry: { roles: 'A', answers: 'paint' } } }), [
      "paint.actions.ship: is 'AMRE, answers parcel', the reference says 'AMR, answers paint'",
      'paint.actions.dry: missing in the definition',
      'paint.actions.stir: not in the reference',
    ])
    const stir = { roles: 'A', answers: 'paint', body: { turns: { type: 'double' } } } as const
    assert.deepEqual(differences({ actions: { ...same.actions, stir } }), [
      "paint.actions.stir.body.turns: is 'integer', the reference says 'double'",
    ])
  })

  test('another order, and sort names for other roles or without sorting', () => {
    assert.deepEqual(differences({ order: 'name DESC' }), ["paint.order: is 'id ASC', the reference says 'name DESC'"])
    assert.deepEqual(differences({ sorts: { AMRE: ['name', 'notes', 'id'] } }), [
      "paint.sorts.notes: is 'AMR', the reference says 'AMRE'",
      'paint.sorts.id: missing in the definition',
    ])
    const { sorts, ...unsorted } = same
    assert.ok(sorts)
    assert.deepEqual(resourceDifferences('paint', unsorted, { ...paint, sorts: {} }), [
      'paint.sorts: sortfield is taken on one side only',
    ])
  })

  test('fields that a filter adds', () => {
    const mixed = { ...isFlag('active', 'With the mixer'), addsFields: { mixer: stored(plainText()) } }
    const mixing = { ...paint, filters: { ...paint.filters, mixed } }
    const filters = { ...same.filters, mixed: 'boolean' } as const
    const adds = { mixed: { mixer: 'string?', stirred: 'boolean' } } as const
    assert.deepEqual(resourceDifferences('paint', { ...same, filters, adds }, mixing), [
      'paint.adds.mixed.stirred: missing in the definition',
    ])
  })

  test('a download on one side only, or for other roles', () => {
    assert.deepEqual(differences({ download: 'A' }), ['paint.download: missing in the definition'])
    const access = { ...paint.access, read: allRoles }
    const pictured = { ...paint, access, download: { doc: 'Its picture.', find: async () => undefined } }
    const operations = { ...same.operations, read: 'AMRE' } as const
    assert.deepEqual(resourceDifferences('paint', { ...same, operations }, pictured), [
      'paint.download: not in the reference',
    ])
    assert.deepEqual(resourceDifferences('paint', { ...same, operations, download: 'AM' }, pictured), [
      "paint.download: is 'AMRE', the reference says 'AM'",
    ])
  })

  test('sub-lists on one side only, of another resource, with another filter or for other roles', () => {
    const hanging = {
      ...paint,
      access: { ...paint.access, read: allRoles },
      subLists: { walls: { doc: 'Painted with it.', target: 'wall', filter: 'paintid' } },
    }
    const operations = { ...same.operations, read: 'AMRE' } as const
    const walls = { roles: 'AMRE', of: 'wall', by: 'paintid' } as const
    const differences = (subLists: Transcript['subLists']): string[] =>
      resourceDifferences('paint', { ...same, operations, ...(subLists === undefined ? {} : { subLists }) }, hanging)
    assert.deepEqual(differences({ walls }), [])
    assert.deepEqual(differences(undefined), ['paint.belongings.walls: not in the reference'])
    assert.deepEqual(differences({ walls, doors: walls }), ['paint.belongings.doors: missing in the definition'])
    for (const [other, says] of [
      [{ ...walls, roles: 'AM' }, 'AM, wall by paintid'],
      [{ ...walls, of: 'fence' }, 'AMRE, fence by paintid'],
      [{ ...walls, by: 'id' }, 'AMRE, wall by id'],
    ] as const) {
      assert.deepEqual(differences({ walls: other }), [
        `paint.belongings.walls: is 'AMRE, wall by paintid', the reference says '${says}'`,
      ])
    }
  })

  test('a rendering on one side only, of another type or for other roles', () => {
    const gather = () => Promise.reject(new Error('not asked for here'))
    const access = { ...paint.access, read: allRoles }
    const printed = {
      ...paint,
      access,
      renderings: { card: { doc: 'Its card.', mediatype: 'image/png', prepareRenderer: gather } },
    }
    const operations = { ...same.operations, read: 'AMRE' } as const
    const card = { roles: 'AMRE', type: 'image/png' } as const
    const differences = (renderings: Transcript['renderings']): string[] =>
      resourceDifferences(
        'paint',
        { ...same, operations, ...(renderings === undefined ? {} : { renderings }) },
        printed,
      )
    assert.deepEqual(differences({ card }), [])
    assert.deepEqual(differences(undefined), ['paint.sheets.card: not in the reference'])
    assert.deepEqual(differences({ card, label: card }), ['paint.sheets.label: missing in the definition'])
    assert.deepEqual(differences({ card: { roles: 'AM', type: 'image/gif' } }), [
      "paint.sheets.card: is 'AMRE, image/png', the reference says 'AM, image/gif'",
    ])
  })

  test('methods of an endpoint that differ', () => {
    const run = () => Promise.resolve({ record: null, status: 200 as const })
    const shop = defineEndpoint('shop', {
      doc: 'The shop.',
      record: {},
      collection: { GET: { roles: allRoles, doc: 'Open?', status: 200, run } },
      member: { PUT: { roles: ['Administrator'], doc: 'Opens it.', status: 202, run } },
    })
    const transcript = { collection: { GET: 'AMR' }, member: { DELETE: 'A' }, uncounted: true } as const
    assert.deepEqual(endpointDifferences('shop', transcript, shop), [
      "shop.collection.GET: is 'AMRE', the reference says 'AMR'",
      'shop.member.DELETE: missing in the definition',
      'shop.member.PUT: not in the reference',
      "shop.counted: is 'yes', the reference says 'no'",
    ])
  })
})
