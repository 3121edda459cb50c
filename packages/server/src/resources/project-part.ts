// The shared rules of a project's modules and work types: a row refers to one of the account's defaults, or to a custom
// one with its own id in the same table (decision 37). Renaming a default one makes it custom, and records that used it
// follow.

import { badRequest } from '../define/api-error.ts'
import type { StoredValue } from '../define/kinds.ts'
import {
  addMissing,
  type Change,
  changesField,
  type FieldChange,
  knownValue,
  type Removal,
} from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { accountSlot, deleteRows, slot, sql, sqlName, statement, updateRows } from '../io/sql.ts'

interface ProjectPartOptions {
  /** The table of the project's rows, e.g. projectmodule. */
  readonly projectTable: string
  /** The table that the rows refer to, e.g. module; also the field with its name. */
  readonly catalogTable: string
  /** The column that joins the two, e.g. moduleid. */
  readonly key: string
  /** Tables whose records of a project refer to it by that key. */
  readonly usedBy: readonly string[]
  /** Tables whose rows belong to it: they follow it, and are deleted with it. */
  readonly parts?: readonly string[]
  /** Further columns of a custom one. */
  readonly customColumns: (change: Change) => Readonly<Record<string, StoredValue>>
}

/** True when a new row refers to none of the account's defaults. */
export const isCustomPart = (change: FieldChange, key: string): boolean => {
  const catalogId = knownValue(change, key)
  return catalogId === 0 || catalogId === null
}

/** The statements for rows of other tables that refer to a module or work type of a project. */
function dependentRows({ usedBy, parts = [], key }: ProjectPartOptions) {
  const move = (table: string) =>
    updateRows(
      table,
      sql`${sqlName(key)} = ${slot('to')}`,
      sql`projectid = ${slot('projectid')} and ${sqlName(key)} = ${slot('from')}`,
    )
  return {
    users: usedBy.map((table) => ({
      table,
      move: move(table),
      count: statement(sql`select count(*) from ${sqlName(table)} where ${sqlName(table)}.accountid = ${accountSlot}
      and ${sqlName(table)}.projectid = ${slot('projectid')} and ${sqlName(table)}.${sqlName(key)} = ${slot('id')}`),
    })),
    parts: parts.map((table) => ({
      table,
      move: move(table),
      remove: deleteRows(table, sql`projectid = ${slot('projectid')} and ${sqlName(key)} = ${slot('id')}`),
    })),
  }
}

export function projectPartRules(options: ProjectPartOptions) {
  const { projectTable, catalogTable, key, customColumns } = options
  const catalogEntryById =
    statement(sql`select ${sqlName(catalogTable)}.name, ${sqlName(catalogTable)}.custom from ${sqlName(catalogTable)}
    where ${sqlName(catalogTable)}.accountid = ${accountSlot} and ${sqlName(catalogTable)}.id = ${slot('id')}`)
  const onProject =
    statement(sql`select 1 from ${sqlName(projectTable)} where ${sqlName(projectTable)}.accountid = ${accountSlot}
    and ${sqlName(projectTable)}.projectid = ${slot('projectid')} and ${sqlName(projectTable)}.${sqlName(key)} = ${slot('id')}`)
  const { users, parts } = dependentRows(options)

  const addCustom = (change: Change): Promise<number> =>
    change.tx.insert(catalogTable, {
      id: nextId,
      name: String(change.values[catalogTable]),
      active: 't',
      custom: 't',
      ...customColumns(change),
    })

  /** A custom one needs a name. */
  function requireName(change: FieldChange): void {
    if (change.id !== null || !isCustomPart(change, key) || knownValue(change, catalogTable)) return
    addMissing(change, catalogTable, `is required when ${key} does not name one of the default ${catalogTable}s`)
  }

  async function add(change: Change): Promise<void> {
    const { values, tx, errors } = change
    const catalogId = Number(values[key] ?? 0)
    const name = String(values[catalogTable] ?? '')
    if (catalogId === 0 && name === '') return
    const [defaultName] = catalogId === 0 ? [] : ((await tx.first(catalogEntryById, { id: catalogId })) ?? [])
    if (catalogId === 0 || (name !== '' && name !== defaultName)) values[key] = await addCustom(change)
    else if (await tx.first(onProject, { projectid: values.projectid, id: catalogId })) {
      errors.addInvalid(key, String(catalogId), 'is already on this project')
    }
  }

  async function edit(change: Change): Promise<void> {
    const { values, previous, tx, errors, id } = change
    if (changesField(change, key) && values[key] !== 0)
      errors.add(key, `cannot be changed; delete it and add another one`)
    delete values[key]
    if (!changesField(change, catalogTable)) return
    if (values[catalogTable] === '') {
      errors.add(catalogTable, 'must not be blank')
      return
    }
    const from = Number(previous?.[key])
    const [, isCustom] = (await tx.first(catalogEntryById, { id: from })) ?? []
    if (isCustom === 't') {
      await tx.update(catalogTable, from, { name: String(values[catalogTable]) })
      return
    }
    const to = await addCustom(change)
    await tx.update(projectTable, Number(id), { [key]: to })
    for (const { table, move } of [...users, ...parts])
      await tx.run(table, move, { projectid: previous?.projectid, from, to })
  }

  return {
    resolveFields: requireName,

    before: (change: Change): Promise<void> => (change.id === null ? add(change) : edit(change)),

    beforeRemove: async ({ tx, id, previous }: Removal): Promise<void> => {
      const partId = Number(previous[key])
      for (const { table, count } of users) {
        const uses = Number((await tx.first(count, { projectid: previous.projectid, id: partId }))?.[0] ?? 0)
        if (uses > 0)
          throw badRequest(
            `id: this ${catalogTable} is used by ${uses} ${table} ${uses === 1 ? 'record' : 'records'} of the project; deactivate it instead`,
          )
      }
      for (const { table, remove } of parts) await tx.run(table, remove, { projectid: previous.projectid, id: partId })
      await tx.remove(projectTable, id)
      const [, isCustom] = (await tx.first(catalogEntryById, { id: partId })) ?? []
      if (isCustom === 't') await tx.remove(catalogTable, partId)
    },
  }
}
