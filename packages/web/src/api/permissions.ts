// What a person may do and see, from the generated facts, without a request: which buttons are shown, which fields a
// form has, how long a text may be. This avoids rejected requests but protects nothing; the server decides. Which
// records a person sees is not known here.
import {
  type FieldFacts,
  type FilterFacts,
  facts,
  groupOfRole,
  type ResourceFacts,
  type Role,
  roleSets,
} from './facts.ts'

export type { FieldKind, Role } from './facts.ts'

type AllFacts = typeof facts

export type ResourceName = keyof AllFacts
export type VerbOf<Name extends ResourceName> = keyof AllFacts[Name]['access'] & string
export type FieldOf<Name extends ResourceName> = keyof AllFacts[Name]['fields'] & string
export type FilterOf<Name extends ResourceName> = keyof AllFacts[Name]['filters'] & string
/** The resources whose filters are in the facts (scripts/generate-web.ts). */
export type FilteredName = {
  [Name in ResourceName]: FilterOf<Name> extends never ? never : Name
}[ResourceName]
export type SortOf<Name extends ResourceName> = keyof AllFacts[Name]['sorts'] & string

export interface FieldFact<Name extends string = string> extends FieldFacts {
  readonly name: Name
}

export interface FilterFact<Name extends string = string> extends FilterFacts {
  readonly name: Name
}

const of = (name: ResourceName): ResourceFacts => facts[name]

const isHidden = ({ hideFrom = [] }: { readonly hideFrom?: readonly Role[] }, role: Role): boolean =>
  hideFrom.includes(role)

const named = <Facts>(table: Readonly<Record<string, Facts>>): (Facts & { readonly name: string })[] =>
  Object.entries(table).map(([name, one]) => ({ name, ...one }))

/**
 * Whether the role may do it to a resource at all: 'list', 'read', 'create', 'update', 'delete', 'report' or an
 * action.
 */
export const may = <Name extends ResourceName>(role: Role, name: Name, verb: VerbOf<Name>): boolean =>
  of(name).access[verb]?.includes(role) ?? false

/** Whether the person may do it to this record, as the server computed it. A record without `may` permits nothing. */
export const can = <Operation extends string>(
  { may: operations = [] }: { readonly may?: readonly Operation[] },
  operation: Operation,
): boolean => operations.includes(operation)

/** Whether a rule of the server names this role. Records have it as `group`; without a login there is none. */
export const inRoleSet = (set: keyof typeof roleSets, role: string | null): boolean =>
  (roleSets[set] as readonly (string | null)[]).includes(role)

/** Whether the role is that of the people of a client. They get the portal and are not shown who does the work. */
export const isClient = (role: string | null): boolean => role !== null && !inRoleSet('staff', role)

export const roleOfGroup = (groupid: number | null): string | null =>
  Object.entries(groupOfRole).find(([, id]) => id === groupid)?.[0] ?? null

/** Whether the person sees and writes no time but their own. */
export const ownTimeOnly = ({ role, restricted }: { readonly role: Role; readonly restricted: boolean }): boolean =>
  inRoleSet(restricted ? 'ownTimeOnlyIfRestricted' : 'ownTimeOnly', role)

/** Whether the field is in the records that the role gets. */
export function maySee<Name extends ResourceName>(role: Role, name: Name, field: FieldOf<Name>): boolean {
  const { access, fields } = of(name)
  const fact = fields[field]
  const reads = ['list', 'read', 'report'].some((verb) => access[verb]?.includes(role))
  return reads && fact !== undefined && fact.writeOnly === undefined && !isHidden(fact, role)
}

/** Whether the role may choose the value of the field in a new record ('create') or a change ('update'). */
export function maySet<Name extends ResourceName>(
  role: Role,
  name: Name,
  field: FieldOf<Name>,
  verb: 'create' | 'update',
): boolean {
  const { access, fields } = of(name)
  const fact = fields[field]
  if (fact === undefined || isHidden(fact, role) || fact.fixedFor?.includes(role)) return false
  if (!access[verb]?.includes(role)) return false
  return fact.settable === 'always' || (fact.settable === 'once' && verb === 'create')
}

export function fieldOf<Name extends ResourceName>(name: Name, field: FieldOf<Name>): FieldFact<FieldOf<Name>> {
  const fact = of(name).fields[field]
  if (fact === undefined) throw new Error(`${name} has no field ${field}`)
  return { name: field, ...fact }
}

/** All fields that the role sees or may send. */
export const fieldsOf = <Name extends ResourceName>(name: Name, role: Role): readonly FieldFact<FieldOf<Name>>[] =>
  named(of(name).fields).filter((fact) => !isHidden(fact, role)) as FieldFact<FieldOf<Name>>[]

/** The maximum length of a text; undefined if the field has none. */
export const maxOf = <Name extends ResourceName>(name: Name, field: FieldOf<Name>): number | undefined =>
  fieldOf(name, field).maxLength

/** The permitted values of a field; empty if it is not limited to a list of values. */
export const optionsOf = <Name extends ResourceName>(name: Name, field: FieldOf<Name>): readonly string[] =>
  fieldOf(name, field).options ?? []

export const filtersOf = <Name extends FilteredName>(name: Name, role: Role): readonly FilterFact<FilterOf<Name>>[] =>
  named(of(name).filters).filter((fact) => !isHidden(fact, role)) as FilterFact<FilterOf<Name>>[]

export const sortsOf = <Name extends ResourceName>(name: Name, role: Role): readonly SortOf<Name>[] =>
  Object.entries(of(name).sorts)
    .filter(([, hideFrom]) => !hideFrom.includes(role))
    .map(([sort]) => sort as SortOf<Name>)
