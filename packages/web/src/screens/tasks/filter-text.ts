// The names of filters, and the text of a filter that is set: names instead of ids, days in the format of the person.
import { useFormats } from '../../api/formats.ts'
import type { FilterFact } from '../../api/permissions.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { filterIds, filterValue, type TaskFilterName, type TaskSearch } from '../../records/tasks/task-filters.ts'
import { type Options, optionTarget, useOptions } from '../../records/tasks/task-options.ts'

const mostNames = 2

/** The names of the filters: the labels of the fields, except where a filter needs other words. */
export function useFilterNames(): Readonly<Record<TaskFilterName, string>> {
  return { ...useLabels().task, ...useTasksMessages().filters }
}

/** The options of a filter, with "none" first if the filter has it. */
export function useFilterOptions(fact: FilterFact<TaskFilterName>, search: TaskSearch, enabled = true): Options {
  const messages = useTasksMessages()
  const target = optionTarget(fact)
  const options = useOptions(target, target === 'project' ? [] : filterIds(search, 'projectid'), enabled)
  if (!fact.orNone) return options
  const none: string = messages.noneOf[fact.name as keyof typeof messages.noneOf]
  return [{ id: -1, name: none }, ...options]
}

/** Undefined if the filter is not set. */
export function useFilterText(fact: FilterFact<TaskFilterName>, search: TaskSearch): string | undefined {
  const messages = useTasksMessages()
  const names = useFilterNames()
  const { yes, no } = useMessages().parts
  const formats = useFormats()
  const text = filterValue(search, fact.name)
  const options = useFilterOptions(fact, search, text !== '')
  if (text === '') return undefined
  const name = names[fact.name]
  const said = (value: string): string => messages.filterText(name, value)
  if (fact.kind === 'flag') return said(text === 't' ? yes : no)
  if (fact.kind === 'date' || fact.kind === 'datetime') return said(formats.day(text.slice(0, 10)))
  if (optionTarget(fact) === undefined) return said(text)
  const ids = filterIds(search, fact.name)
  if (ids.length > mostNames) return said(messages.several(ids.length))
  return said(formats.list(ids.map((id) => options.find((one) => one.id === id)?.name ?? String(id))))
}
