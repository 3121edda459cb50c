// I-18: a search finds exactly the visible rows of which some visible, searchable field contains the text, whatever the case.
// The expected rows are worked out here from the state, by a folding and a list of fields of the test's own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDatabase } from '../world/databases.ts'
import { holds } from './chance.ts'
import type { Cell, Row } from './columns.ts'
import { named, roles, type Scene, scenesOn } from './listing.ts'
import { groundOn } from './plant.ts'

const folded = (text: string): string => text.toLowerCase().normalize('NFC').replaceAll('ς', 'σ')

const byId = (scene: Scene, table: string, id: Cell | undefined): Row | undefined =>
  scene.state[table]?.find((row) => row.id === id && id !== null)

const padded = (row: Row): string => String(row.localid).padStart(5, '0')

const inCharge = (scene: Scene): boolean => scene.sight.is('Administrator', 'Manager')

interface Searched {
  readonly sees: (scene: Scene, row: Row) => boolean
  readonly texts: (scene: Scene, row: Row) => readonly (Cell | undefined)[]
}

const searched: Readonly<Record<string, Searched>> = {
  client: {
    sees: (scene, row) => scene.sight.client(row.id),
    texts: (scene, row) => [row.name, padded(row), ...(inCharge(scene) ? [row.description] : [])],
  },
  project: {
    sees: (scene, row) => scene.sight.project(row.id),
    texts: (scene, row) => [
      row.name,
      byId(scene, 'client', row.clientid)?.name,
      padded(row),
      ...(inCharge(scene) ? [row.description] : []),
    ],
  },
  task: {
    sees: (scene, row) => scene.sight.task(row),
    texts: (scene, row) => {
      const request = byId(scene, 'request', row.queueid)
      return [row.title, row.summary, row.localid, request?.title, request?.description]
    },
  },
  milestone: {
    sees: (scene, row) => scene.sight.milestone(row),
    texts: (scene, row) => {
      const open = (note: Row) => note.milestoneid === row.id && (!scene.sight.is('Executive') || note.public === 't')
      const notes = (scene.state.milestonenote ?? []).filter(open).map((note) => note.note)
      return [row.title, row.description, row.localid, ...notes]
    },
  },
  projectnote: {
    sees: (scene, row) => {
      const own = (scene.state.projectteam ?? []).find(
        (each) => each.projectid === row.projectid && each.personid === scene.sight.me.id,
      )
      const open = row.secure === 'f' || own?.securenotes === 't' || scene.sight.is('Administrator')
      return scene.sight.project(row.projectid) && !scene.sight.is('Executive') && open
    },
    texts: (_scene, row) => [row.title, ...(row.secure === 'f' ? [row.note] : [])],
  },
  invoice: {
    sees: (scene, row) => scene.sight.money(row),
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
    sees: (scene, row) => scene.sight.document(row),
    texts: (_scene, row) => [row.title, row.notes, row.filename, row.tags],
  },
  person: {
    sees: (scene, row) => scene.sight.person(row) && !scene.sight.is('Executive'),
    texts: (scene, row) => {
      const contacts = (scene.state.personcontact ?? []).filter((contact) => contact.personid === row.id)
      return [
        row.firstname,
        row.lastname,
        ...(scene.sight.clientOf(row) ? [byId(scene, 'client', row.clientid)?.name] : []),
        ...(inCharge(scene) ? [row.username, row.notes] : []),
        ...(scene.sight.contactsOf(row) ? contacts.map((contact) => contact.value) : []),
      ]
    },
  },
}

const found = (scene: Scene, resource: string, text: string, { sees, texts }: Searched): Cell[] =>
  (scene.state[resource] ?? [])
    .filter((row) => sees(scene, row))
    .filter((row) => texts(scene, row).some((each) => folded(String(each ?? '')).includes(folded(text))))
    .map((row) => row.id ?? null)

eachDatabase((kind, open) => {
  test(`I-18: a search finds exactly what it says (${kind})`, async () => {
    const ground = groundOn(await open())
    let hits = 0
    await holds(3, async (random, run) => {
      const scenes = await scenesOn(ground, random, run)
      for (let at = 0; at < roles.length * 24; at++) {
        const scene = scenes[at % roles.length]
        const [resource = '', rules] = random.pick(Object.entries(searched))
        if (scene === undefined || rules === undefined) continue
        const drawn = scene.words.text(random)
        const text = random.pick([drawn, drawn.toUpperCase(), drawn.toLowerCase(), drawn.normalize('NFD')])
        const { ids, status } = await scene.list(named(resource), { search: text })
        const expected = found(scene, resource, text, rules)
        if (status === 403) continue
        assert.deepEqual([...ids].sort(), [...expected].sort(), scene.saying(named(resource), { search: text }))
        hits += ids.length
      }
    })
    assert.ok(hits > 100, `only ${hits} rows were found`)
  })
})
