// What the application believes of roles, fields and filters, held against the definitions themselves.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { everyone } from '../../server/src/define/actor.ts'
import { endpoints, reports, resources } from '../../server/src/resources/all.ts'
import { facts } from '../src/api/facts.ts'
import {
  bodyOf,
  type FieldOf,
  fieldOf,
  fieldsOf,
  filtersOf,
  maxOf,
  may,
  optionsOf,
  type ResourceName,
  sees,
  sets,
  sortsOf,
  type VerbOf,
} from '../src/api/permits.ts'

const each = [...resources.values()].map((resource) => ({ ...resource, name: resource.name as ResourceName }))

test('every resource, endpoint and report has its facts, and nothing else has', () => {
  const names = [...resources.keys(), ...endpoints.keys(), ...reports.keys()]
  assert.deepEqual(Object.keys(facts).sort(), names.sort())
})

test('a role may do what the definitions let it do', () => {
  for (const { name, access, actions = {} } of each) {
    const verbs = Object.entries({ list: [], read: [], create: [], update: [], delete: [], ...access })
    for (const [verb, roles] of [
      ...verbs,
      ...Object.entries(actions).map(([one, { roles }]) => [one, roles] as const),
    ]) {
      const allowed = everyone.filter((role) => may(role, name, verb as VerbOf<ResourceName>))
      assert.deepEqual(
        allowed,
        everyone.filter((role) => roles.includes(role)),
        `${verb} ${name}`,
      )
    }
  }
  for (const { name, roles } of reports.values()) {
    const allowed = everyone.filter((role) => may(role, name as 'budget', 'report'))
    assert.deepEqual(
      allowed,
      everyone.filter((role) => roles.includes(role)),
      name,
    )
  }
})

test('a role sees and sets the fields that the definitions show and give it', () => {
  for (const { name, fields, access } of each) {
    for (const [one, field] of Object.entries(fields)) {
      const may = (verb: 'list' | 'read' | 'create' | 'update') => (role: (typeof everyone)[number]) =>
        !field.hideFrom.includes(role) && (access[verb]?.includes(role) ?? false)
      const named = one as FieldOf<ResourceName>
      const readers = everyone.filter((role) => field.shown && (may('list')(role) || may('read')(role)))
      assert.deepEqual(
        everyone.filter((role) => sees(role, name, named)),
        readers,
        `${name}.${one} is seen`,
      )
      const makers = everyone.filter((role) => field.set !== 'never' && may('create')(role))
      assert.deepEqual(
        everyone.filter((role) => sets(role, name, named, 'create')),
        makers,
        `${name}.${one} is made`,
      )
      const changers = everyone.filter((role) => field.set === 'always' && may('update')(role))
      assert.deepEqual(
        everyone.filter((role) => sets(role, name, named, 'update')),
        changers,
        `${name}.${one} is set`,
      )
      if (readers.length + makers.length > 0) assert.equal(maxOf(name, named), field.kind.maxLength, `${name}.${one}`)
    }
  }
})

test('a role has the filters and sorts of the fields it sees', () => {
  for (const { name, fields, filters = {}, sorts = {} } of each) {
    for (const role of everyone) {
      const known = Object.entries(filters).filter(
        ([, { hideFrom, field = '' }]) => !hideFrom.includes(role) && !fields[field]?.hideFrom.includes(role),
      )
      assert.deepEqual(
        filtersOf(name, role).map((filter) => [filter.name, filter.options ?? []]),
        known.map(([one, { words = [] }]) => [one, words]),
        `${name} for ${role}`,
      )
      const sorted = Object.entries(sorts).filter(([, by]) => !fields[by]?.hideFrom.includes(role))
      assert.deepEqual(
        sortsOf(name, role),
        sorted.map(([one]) => one),
        `${name} for ${role}`,
      )
    }
  }
})

test('a few facts as people know them', () => {
  assert.deepEqual([may('Resource', 'task', 'create'), may('Executive', 'task', 'create')], [true, false])
  assert.deepEqual([sees('Resource', 'task', 'ownerid'), sees('Executive', 'task', 'ownerid')], [true, false])
  assert.deepEqual([maxOf('task', 'title'), maxOf('time', 'description')], [255, undefined])
  assert.ok(!filtersOf('task', 'Executive').some(({ name }) => name === 'assigneeid'))
  assert.deepEqual(fieldOf('task', 'moduleid'), {
    name: 'moduleid',
    kind: 'id',
    settable: 'always',
    required: true,
    hasDefault: false,
    nullable: false,
    writeOnly: false,
    target: 'module',
    hideFrom: [],
  })
  assert.equal(fieldOf('person', 'password').writeOnly, true)
  assert.equal(fieldOf('projectmodule', 'projectid').settable, 'once')
  assert.deepEqual(optionsOf('company', 'budgetsin'), ['hours', 'money'])
  assert.equal(filtersOf('task', 'Manager').find(({ name }) => name === 'assigneeid')?.orNone, true)
  assert.deepEqual(
    bodyOf('taskstatus', 'move').map(({ name, required }) => [name, required]),
    [['priority', true]],
  )
})

test('every kind of field has one of the names that forms know', () => {
  const kinds = new Set(each.flatMap(({ name }) => fieldsOf(name, 'Administrator').map(({ kind }) => kind)))
  const known =
    `id ids number padded text html flag date monday datetime hours hoursofday seconds money rate quantity tax
    percent color email password zone currency word words file`.split(/\s+/)
  assert.deepEqual(
    [...kinds].filter((kind) => !known.includes(kind)),
    [],
  )
})

test('what browsers load of it is small', () => {
  assert.ok(gzipSync(JSON.stringify(facts)).length < 12_000)
})
