// I-18: a search finds exactly the visible rows with the text in some visible, searchable field, in any case
// and with any accents. The expected rows are computed here from the state, with the test's own folding and fields.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDatabase } from '../fixture/databases.ts'
import { newTestServer } from './insert-state.ts'
import { checkProperty } from './property-runs.ts'
import type { Cell, Row } from './random-columns.ts'
import { newRoleViews, type RoleView, resourceNamed, roles } from './role-view.ts'

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')

const byId = (scene: RoleView, table: string, id: Cell | undefined): Row | undefined =>
  scene.state[table]?.find((row) => row.id === id && id !== null)

const padded = (row: Row): string => String(row.localid).padStart(5, '0')

const isManagerOrAbove = (scene: RoleView): boolean => scene.visibility.is('Administrator', 'Manager')

interface SearchRule {
  readonly sees: (scene: RoleView, row: Row) => boolean
  readonly texts: (scene: RoleView, row: Row) => readonly (Cell | undefined)[]
}

const searchRules: Readonly<Record<string, SearchRule>> = {
  client: {
    sees: (scene, row) => scene.visibility.client(row.id),
    texts: (scene, row) => [row.name, padded(row), ...(isManagerOrAbove(scene) ? [row.description] : [])],
  },
  project: {
    sees: (scene, row) => scene.visibility.project(row.id),
    texts: (scene, row) => [
      row.name,
      byId(scene, 'client', row.clientid)?.name,
      padded(row),
      ...(isManagerOrAbove(scene) ? [row.description] : []),
    ],
  },
  task: {
    sees: (scene, row) => scene.visibility.task(row),
    texts: (scene, row) => {
      const request = byId(scene, 'request', row.queueid)
      return [row.title, row.summary, row.localid, request?.title, request?.description]
    },
  },
  milestone: {
    sees: (scene, row) => scene.visibility.milestone(row),
    texts: (scene, row) => {
      const open = (note: Row) =>
        note.milestoneid === row.id && (!scene.visibility.is('Executive') || note.public === 't')
      const notes = (scene.state.milestonenote ?? []).filter(open).map((note) => note.note)
      return [row.title, row.description, row.localid, ...notes]
    },
  },
  projectnote: {
    sees: (scene, row) => {
      const own = (scene.state.projectteam ?? []).find(
        (each) => each.projectid === row.projectid && each.personid === scene.visibility.me.id,
      )
      const open = row.secure === 'f' || own?.securenotes === 't' || scene.visibility.is('Administrator')
      return scene.visibility.project(row.projectid) && !scene.visibility.is('Executive') && open
    },
    texts: (_scene, row) => [row.title, ...(row.secure === 'f' ? [row.note] : [])],
  },
  invoice: {
    sees: (scene, row) => scene.visibility.invoice(row),
    texts: (_scene, row) => [
      row.title,
      row.description,
      padded(row),
      row.purchaseorder,
      row.addressfrom,
      row.addressto,
    ],
  },
  estimate: {
    sees: (scene, row) =>
      scene.visibility.project(row.projectid) &&
      !scene.visibility.is('Resource') &&
      (row.state !== 'draft' || !scene.visibility.is('Executive')),
    texts: (_scene, row) => [
      row.title,
      row.description,
      padded(row),
      row.purchaseorder,
      row.addressfrom,
      row.addressto,
    ],
  },
  document: {
    sees: (scene, row) => scene.visibility.document(row),
    texts: (_scene, row) => [row.title, row.notes, row.filename, row.tags],
  },
  person: {
    sees: (scene, row) => scene.visibility.person(row) && !scene.visibility.is('Executive'),
    texts: (scene, row) => {
      const contacts = (scene.state.personcontact ?? []).filter((contact) => contact.personid === row.id)
      return [
        row.firstname,
        row.lastname,
        ...(scene.visibility.clientOf(row) ? [byId(scene, 'client', row.clientid)?.name] : []),
        ...(isManagerOrAbove(scene) ? [row.username, row.notes] : []),
        ...(scene.visibility.contactsOf(row) ? contacts.map((contact) => contact.value) : []),
      ]
    },
  },
}

const expectedIds = (scene: RoleView, resource: string, text: string, { sees, texts }: SearchRule): Cell[] =>
  (scene.state[resource] ?? [])
    .filter((row) => sees(scene, row))
    .filter((row) => texts(scene, row).some((each) => folded(String(each ?? '')).includes(folded(text))))
    .map((row) => row.id ?? null)

eachDatabase((kind, open) => {
  test(`I-18: a search finds exactly the visible rows with the text (${kind})`, async () => {
    const server = newTestServer(await open())
    let hits = 0
    const runs = await checkProperty(3, async (random, run) => {
      const scenes = await newRoleViews(server, random, run)
      for (let at = 0; at < roles.length * 24; at++) {
        const scene = scenes[at % roles.length]
        const [resource = '', rules] = random.pick(Object.entries(searchRules))
        if (scene === undefined || rules === undefined) continue
        const drawn = scene.values.text(random)
        const text = random.pick([drawn, drawn.toUpperCase(), drawn.toLowerCase(), drawn.normalize('NFD')])
        const { ids, status } = await scene.list(resourceNamed(resource), { search: text })
        const expected = expectedIds(scene, resource, text, rules)
        if (status === 403) continue
        assert.deepEqual(
          [...ids].sort(),
          [...expected].sort(),
          scene.describe(resourceNamed(resource), { search: text }),
        )
        hits += ids.length
      }
    })
    assert.ok(hits > runs * 20, `only ${hits} rows were found`)
  })
})
