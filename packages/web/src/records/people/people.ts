// The people that the signed-in person may see: their names by id, and lists of options.
import type { PersonRecord } from '@stint/sdk'
import { useMemo } from 'react'
import { inRoleSet } from '../../api/permissions.ts'
import { useAll } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import type { Option } from '../../parts/choices.tsx'

export const fullName = ({ firstname, lastname }: Pick<PersonRecord, 'firstname' | 'lastname'>): string =>
  `${firstname} ${lastname}`.trim()

const compareByName = (a: PersonRecord, b: PersonRecord): number => fullName(a).localeCompare(fullName(b))

/** All visible people, sorted by name; undefined while loading or if the person may not list people. */
export function usePeople(): readonly PersonRecord[] | undefined {
  const may = useMay()
  const { data } = useAll('person', {}, may('person', 'list'))
  return useMemo(() => data?.toSorted(compareByName), [data])
}

export function usePersonNames(): ReadonlyMap<number, string> {
  const people = usePeople()
  return useMemo(() => new Map(people?.map((person) => [person.id, fullName(person)])), [people])
}

export const personOption = (person: PersonRecord): Option<number> => ({
  id: person.id,
  name: fullName(person),
  more: person.client ?? person.group ?? undefined,
})

/** Whether the person has a role that can manage projects. */
export const canManage = ({ group }: PersonRecord): boolean => inRoleSet('managers', group)
