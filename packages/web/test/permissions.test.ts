// Compares what the application knows of roles, fields and filters with the definitions of the server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { withFilters } from '../../../scripts/generate-web.ts'
import { allRoles, executiveOnly, nonAdministrators, resourceOnly, staff } from '../../server/src/define/actor.ts'
import { reports } from '../../server/src/reports/all.ts'
import { endpoints, resources } from '../../server/src/resources/all.ts'
import { facts } from '../src/api/facts.ts'
import {
  type FieldOf,
  type FilteredName,
  fieldOf,
  fieldsOf,
  filtersOf,
  isClient,
  maxOf,
  may,
  maySee,
  maySet,
  optionsOf,
  ownTimeOnly,
  type ResourceName,
  roleOfGroup,
  sortsOf,
  type VerbOf,
} from '../src/api/permissions.ts'

const namedResources = [...resources.values()].map((resource) => ({ ...resource, name: resource.name as ResourceName }))

test('exactly the resources, endpoints and reports have facts', () => {
  const names = [...resources.keys(), ...endpoints.keys(), ...reports.keys()]
  assert.deepEqual(Object.keys(facts).sort(), names.sort())
})

test('a role may do what the definitions allow', () => {
  for (const { name, access, actions = {} } of namedResources) {
    const verbs = Object.entries({ list: [], read: [], create: [], update: [], delete: [], ...access })
    for (const [verb, roles] of [
      ...verbs,
      ...Object.entries(actions).map(([one, { roles }]) => [one, roles] as const),
    ]) {
      const allowed = allRoles.filter((role) => may(role, name, verb as VerbOf<ResourceName>))
      assert.deepEqual(
        allowed,
        allRoles.filter((role) => roles.includes(role)),
        `${verb} ${name}`,
      )
    }
  }
  for (const { name, roles } of reports.values()) {
    const allowed = allRoles.filter((role) => may(role, name as 'budget', 'report'))
    assert.deepEqual(
      allowed,
      allRoles.filter((role) => roles.includes(role)),
      name,
    )
  }
})

test('maySee and maySet agree with the definitions of the fields', () => {
  for (const { name, fields, access } of namedResources) {
    for (const [one, field] of Object.entries(fields)) {
      const may = (verb: 'list' | 'read' | 'create' | 'update') => (role: (typeof allRoles)[number]) =>
        !field.hideFrom.includes(role) && (access[verb]?.includes(role) ?? false)
      const named = one as FieldOf<ResourceName>
      const readers = allRoles.filter((role) => field.shown && (may('list')(role) || may('read')(role)))
      assert.deepEqual(
        allRoles.filter((role) => maySee(role, name, named)),
        readers,
        `${name}.${one} is seen`,
      )
      const chosen = (role: (typeof allRoles)[number]) => field.fixedFor?.includes(role) !== true
      const makers = allRoles.filter((role) => field.settable !== 'never' && may('create')(role) && chosen(role))
      assert.deepEqual(
        allRoles.filter((role) => maySet(role, name, named, 'create')),
        makers,
        `${name}.${one} is made`,
      )
      const changers = allRoles.filter((role) => field.settable === 'always' && may('update')(role) && chosen(role))
      assert.deepEqual(
        allRoles.filter((role) => maySet(role, name, named, 'update')),
        changers,
        `${name}.${one} is set`,
      )
      if (readers.length + makers.length > 0) assert.equal(maxOf(name, named), field.kind.maxLength, `${name}.${one}`)
    }
  }
})

test('a role has the filters and sorts of the fields that it may see', () => {
  for (const { name, fields, filters = {}, sorts = {} } of namedResources) {
    for (const role of allRoles) {
      const expected = Object.entries(filters).filter(
        ([, { hideFrom, field = '' }]) => !hideFrom.includes(role) && !fields[field]?.hideFrom.includes(role),
      )
      const inFacts = withFilters.includes(name) ? expected : []
      assert.deepEqual(
        filtersOf(name as FilteredName, role).map((filter) => [filter.name, filter.options ?? []]),
        inFacts.map(([one, { allowedValues = [] }]) => [one, allowedValues]),
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

test('examples of well-known facts', () => {
  assert.deepEqual([may('Resource', 'task', 'create'), may('Executive', 'task', 'create')], [true, false])
  assert.deepEqual([maySee('Resource', 'task', 'ownerid'), maySee('Executive', 'task', 'ownerid')], [true, false])
  assert.deepEqual(
    allRoles.filter((role) => maySet(role, 'document', 'projectid', 'create')),
    staff,
  )
  assert.deepEqual(
    allRoles.filter((role) => maySet(role, 'document', 'queueid', 'create')),
    allRoles,
  )
  assert.deepEqual(
    allRoles.filter((role) => maySet(role, 'tasknote', 'public', 'create')),
    staff,
  )
  assert.deepEqual(
    [maySet('Manager', 'task', 'ownerid', 'update'), maySet('Resource', 'task', 'ownerid', 'update')],
    [true, false],
  )
  assert.deepEqual(allRoles.filter(isClient), executiveOnly)
  assert.deepEqual([isClient(null), roleOfGroup(null), roleOfGroup(5)], [false, null, 'Executive'])
  const ofOwnTime = (restricted: boolean) => allRoles.filter((role) => ownTimeOnly({ role, restricted }))
  assert.deepEqual([ofOwnTime(false), ofOwnTime(true)], [resourceOnly, nonAdministrators])
  assert.deepEqual([maxOf('task', 'title'), maxOf('time', 'description')], [255, undefined])
  assert.ok(!filtersOf('task', 'Executive').some(({ name }) => name === 'assigneeid'))
  assert.deepEqual(fieldOf('task', 'moduleid'), {
    name: 'moduleid',
    kind: 'id',
    settable: 'always',
    required: true,
    target: 'module',
  })
  assert.equal(fieldOf('person', 'password').writeOnly, true)
  assert.equal(fieldOf('projectmodule', 'projectid').settable, 'once')
  assert.deepEqual(optionsOf('company', 'budgetsin'), ['hours', 'money'])
  assert.equal(filtersOf('task', 'Manager').find(({ name }) => name === 'assigneeid')?.orNone, true)
})

test('a kind has a name, and every id says which resource it points at', () => {
  assert.equal(fieldOf('client', 'localid').kind, 'padded')
  assert.equal(fieldOf('timesheet', 'weekstart').kind, 'monday')
  assert.equal(fieldOf('company', 'timezone').kind, 'zone')
  assert.equal(fieldOf('me', 'notificationsoff').kind, 'words')
  const withoutTarget = namedResources.flatMap(({ name }) =>
    fieldsOf(name, 'Administrator')
      .filter(({ kind, target, name: field }) => (kind === 'id' || kind === 'ids') && field !== 'id' && !target)
      .map((fact) => `${name}.${fact.name}`),
  )
  // An event and a notification are about a record of any resource, which the field `resource` names.
  assert.deepEqual(withoutTarget, ['event.recordid', 'notification.recordid', 'notification.parentid'])
  const targets = namedResources.flatMap(({ name }) => [
    ...fieldsOf(name, 'Administrator').flatMap(({ target }) => target ?? []),
    ...filtersOf(name as FilteredName, 'Administrator').flatMap(({ target }) => target ?? []),
  ])
  assert.deepEqual(
    targets.filter((target) => !resources.has(target)),
    [],
  )
})

test('the compressed size of the facts is small', () => {
  assert.ok(gzipSync(JSON.stringify(facts)).length < 12_000)
})
