// Modules and work types of a project are alike: a row that takes over one of the account's defaults, or a custom one with
// an id of its own in the same table (decision 37). Renaming a default one makes it custom, and what used it follows.

import type { Stored } from '../define/kinds.ts'
import { invalid } from '../define/refusal.ts'
import { type Change, changes, type Removal } from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { account, name, slot, sql, statement } from '../io/sql.ts'

interface PartKind {
  /** The table of the project's rows, e.g. projectmodule. */
  readonly row: string
  /** The table of what they stand for, e.g. module; also the name of the field that holds its name. */
  readonly kept: string
  /** The column that joins the two, e.g. moduleid. */
  readonly key: string
  /** Tables whose rows of a project name it by that key. */
  readonly usedBy: readonly string[]
  /** Further columns of a custom one. */
  readonly custom: (change: Change) => Readonly<Record<string, Stored>>
}

export function projectPart({ row, kept, key, usedBy, custom }: PartKind) {
  const keptById = statement(sql`select ${name(kept)}.name, ${name(kept)}.custom from ${name(kept)}
    where ${name(kept)}.accountid = ${account} and ${name(kept)}.id = ${slot('id')}`)
  const onProject = statement(sql`select 1 from ${name(row)} where ${name(row)}.accountid = ${account}
    and ${name(row)}.projectid = ${slot('projectid')} and ${name(row)}.${name(key)} = ${slot('id')}`)
  const use = usedBy.map((table) => ({
    table,
    count: statement(sql`select count(*) from ${name(table)} where ${name(table)}.accountid = ${account}
      and ${name(table)}.projectid = ${slot('projectid')} and ${name(table)}.${name(key)} = ${slot('id')}`),
    move: statement(sql`update ${name(table)} set ${name(key)} = ${slot('to')} where accountid = ${account}
      and projectid = ${slot('projectid')} and ${name(key)} = ${slot('from')}`),
  }))

  const addCustom = (change: Change): Promise<number> =>
    change.tx.insert(kept, {
      id: nextId,
      name: String(change.values[kept]),
      active: 't',
      custom: 't',
      ...custom(change),
    })

  async function add(change: Change): Promise<void> {
    const { values, tx, faults } = change
    const wanted = Number(values[key] ?? 0)
    const called = String(values[kept] ?? '')
    if (wanted === 0 && called === '') {
      faults.add(kept, `is required when ${key} does not name one of the default ${kept}s`)
      return
    }
    const [defaultName] = wanted === 0 ? [] : ((await tx.first(keptById, { id: wanted })) ?? [])
    if (wanted === 0 || (called !== '' && called !== defaultName)) values[key] = await addCustom(change)
    else if (await tx.first(onProject, { projectid: values.projectid, id: wanted })) {
      faults.unfit(key, String(wanted), 'is on this project already')
    }
  }

  async function edit(change: Change): Promise<void> {
    const { values, was, tx, faults, id } = change
    if (changes(change, key) && values[key] !== 0) faults.add(key, `cannot be changed; delete this row and add another`)
    delete values[key]
    if (!changes(change, kept)) return
    if (values[kept] === '') {
      faults.add(kept, 'must not be blank')
      return
    }
    const from = Number(was?.[key])
    const [, isCustom] = (await tx.first(keptById, { id: from })) ?? []
    if (isCustom === 't') {
      await tx.update(kept, from, { name: String(values[kept]) })
      return
    }
    const to = await addCustom(change)
    await tx.update(row, Number(id), { [key]: to })
    for (const { table, move } of use) await tx.run(table, move, { projectid: was?.projectid, from, to })
  }

  return {
    before: (change: Change): Promise<void> => (change.id === null ? add(change) : edit(change)),

    removing: async ({ tx, id, was }: Removal): Promise<void> => {
      const partId = Number(was[key])
      for (const { table, count } of use) {
        const held = Number((await tx.first(count, { projectid: was.projectid, id: partId }))?.[0] ?? 0)
        if (held > 0) throw invalid(`id: this ${kept} is used by ${held} ${table} records of the project`)
      }
      await tx.remove(row, id)
      const [, isCustom] = (await tx.first(keptById, { id: partId })) ?? []
      if (isCustom === 't') await tx.remove(kept, partId)
    },
  }
}
