// What a set filter says in words: names instead of ids, days as the person writes them.

import { useFormats } from '../../api/formats.ts'
import type { FilterFact } from '../../api/permits.ts'
import { useTasksWords } from '../../words/tasks.ts'
import { useWords } from '../../words/words.ts'
import { type Options, targetOf, useOptions } from './options.ts'
import { idsOf, type TaskFilterName, type TaskSearch, textOf } from './search.ts'

const mostNames = 2

/** The options of a filter, with that of having none where there is one. */
export function useFilterOptions(fact: FilterFact<TaskFilterName>, search: TaskSearch, enabled = true): Options {
  const words = useTasksWords()
  const target = targetOf(fact)
  const options = useOptions(target, target === 'project' ? [] : idsOf(search, 'projectid'), enabled)
  if (!fact.orNone) return options
  const none: string = words.noneOf[fact.name as keyof typeof words.noneOf]
  return [{ id: -1, name: none }, ...options]
}

/** Undefined when the filter is not set. */
export function useFilterText(fact: FilterFact<TaskFilterName>, search: TaskSearch): string | undefined {
  const words = useTasksWords()
  const { yes, no } = useWords().parts
  const formats = useFormats()
  const text = textOf(search, fact.name)
  const options = useFilterOptions(fact, search, text !== '')
  if (text === '') return undefined
  const name = words.filters[fact.name]
  const said = (value: string): string => words.filterText(name, value)
  if (fact.kind === 'flag') return said(text === 't' ? yes : no)
  if (fact.kind === 'date' || fact.kind === 'datetime') return said(formats.day(text.slice(0, 10)))
  if (targetOf(fact) === undefined) return said(text)
  const ids = idsOf(search, fact.name)
  if (ids.length > mostNames) return said(words.several(ids.length))
  return said(formats.list(ids.map((id) => options.find((one) => one.id === id)?.name ?? String(id))))
}
