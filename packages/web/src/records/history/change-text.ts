// The sentences about an event: who changed which field, from which value to which. Ids of references become names,
// where the signed-in person sees the record. Long and formatted texts are named but not quoted.
import { Decimal, type EventRecord, type IsoDate } from '@stint/sdk'
import { useMemo } from 'react'
import { type FieldFacts, facts, type ResourceFacts } from '../../api/facts.ts'
import { useFormats } from '../../api/formats.ts'
import { settingsLists, useAll } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { type Formats, instantOfWire } from '../../kit/format.ts'
import { useHistoryMessages } from '../../messages/history.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePersonNames } from '../people/people.ts'

type Change = NonNullable<EventRecord['changes']>[number]
type Names = ReadonlyMap<number, string>

const longestQuoted = 80

/** Fields that change with every write and say nothing to people. */
const unspoken = new Set(['datemodified', 'lastupdate', 'accountid'])

const allFacts = facts as Readonly<Record<string, ResourceFacts>>

const factOf = (resource: string, field: string): FieldFacts | undefined => allFacts[resource]?.fields[field]

/** The resources that the fields of these events refer to. */
const targetsOf = (events: readonly EventRecord[]): ReadonlySet<string> =>
  new Set(
    events.flatMap(({ resource, changes }) =>
      (changes ?? []).map(({ field }) => factOf(resource, field)?.target ?? ''),
    ),
  )

/** Lists that are short, or needed by most screens anyway. */
const named = [...settingsLists, 'group', 'client', 'project'] as const

/** The names of referenced records, by resource. A list is only fetched if an event refers to it. */
function useReferenceNames(events: readonly EventRecord[]): ReadonlyMap<string, Names> {
  const may = useMay()
  const targets = useMemo(() => targetsOf(events), [events])
  const wanted = (name: (typeof named)[number]): boolean => targets.has(name) && may(name, 'list')
  const lists = [
    useAll('taskstatus', {}, wanted('taskstatus')).data,
    useAll('taskpriority', {}, wanted('taskpriority')).data,
    useAll('module', {}, wanted('module')).data,
    useAll('worktype', {}, wanted('worktype')).data,
    useAll('projectlabel', {}, wanted('projectlabel')).data,
    useAll('invoiceterm', {}, wanted('invoiceterm')).data,
    useAll('paymenttype', {}, wanted('paymenttype')).data,
    useAll('expensecategory', {}, wanted('expensecategory')).data,
    useAll('group', {}, wanted('group')).data,
    useAll('client', {}, wanted('client')).data,
    useAll('project', {}, wanted('project')).data,
  ]
  const people = usePersonNames()
  const milestones = useAll('milestone', {}, targets.has('milestone')).data
  return new Map<string, Names>([
    ...named.map((name, at) => [name, new Map(lists[at]?.map((one) => [one.id, one.name]))] as const),
    ['person', people],
    ['milestone', new Map(milestones?.map(({ id, title }) => [id, title]))],
  ])
}

interface ValueTexts {
  readonly formats: Formats
  readonly currency: string | undefined
  readonly yes: string
  readonly no: string
  readonly names: ReadonlyMap<string, Names>
}

/** Null if the value cannot be said in a few words; empty if there is none. */
function valueText(fact: FieldFacts | undefined, value: string | null, texts: ValueTexts): string | null {
  const { formats, currency, yes, no, names } = texts
  if (value === null || value === '') return ''
  if (fact?.target !== undefined) {
    const known = value.split(',').map((id) => names.get(fact.target ?? '')?.get(Number(id)))
    return known.every((name) => name !== undefined) ? known.join(', ') : null
  }
  switch (fact?.kind) {
    case 'id':
    case 'ids':
    case 'html':
    case 'password':
    case 'file':
      return null
    case 'flag':
      return value === 't' ? yes : no
    case 'date':
    case 'monday':
      return formats.day(value as IsoDate)
    case 'datetime':
      return formats.moment(instantOfWire(value))
    case 'hours':
    case 'hoursofday':
      return formats.hours(Decimal.from(value))
    case 'money':
    case 'rate':
      return formats.money(Decimal.from(value), currency)
    default:
      return value.length > longestQuoted || value.includes('\n') ? null : `“${value}”`
  }
}

/** For a field of a newer server, which has no label here. */
const readableName = (field: string): string =>
  `${field.charAt(0).toUpperCase()}${field.slice(1)}`.replace(/(?<=.)id$/, '').replaceAll('_', ' ')

/** The sentences about an event; several if it changed several fields. */
export type SentencesOf = (event: EventRecord) => readonly string[]

/** Without the currency of the records, amounts are in that of the account; blank if they may be in any. */
export function useEventSentences(events: readonly EventRecord[], currency?: string): SentencesOf {
  const messages = useHistoryMessages()
  const labels = useLabels() as Readonly<Record<string, Readonly<Record<string, string>>>>
  const { yes, no } = useMessages().parts
  const texts: ValueTexts = { formats: useFormats(), currency, yes, no, names: useReferenceNames(events) }
  const sentence = (who: string, resource: string, { field, was, now }: Change): string => {
    const label = labels[resource]?.[field] ?? messages.fields[field] ?? readableName(field)
    const fact = factOf(resource, field)
    const before = was === undefined ? null : valueText(fact, was, texts)
    const after = now === undefined ? null : valueText(fact, now, texts)
    if (before === null || after === null) return messages.changed(who, label)
    if (before === '') return messages.set(who, label, after)
    return after === '' ? messages.cleared(who, label, before) : messages.from(who, label, before, after)
  }
  return ({ person, channel, resource, kind, changes, removed }) => {
    // Clients do not see who did the work.
    const nobody = channel === 'session' ? messages.visitor : messages.server
    const who = person === undefined ? messages.someone : (person ?? nobody)
    const counts = Object.values(removed ?? {}).reduce((sum, count) => sum + Number(count), 0)
    const spoken = kind === 'created' || kind === 'deleted' ? [] : (changes ?? [])
    const lines = spoken.filter(({ field }) => !unspoken.has(field)).map((change) => sentence(who, resource, change))
    const head = kind === 'updated' && lines.length > 0 ? [] : [messages.did(who, kind)]
    return [...head, ...lines, ...(counts > 0 ? [messages.removed(counts)] : [])]
  }
}
