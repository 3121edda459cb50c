// What a person may do and see, told from the generated facts before anybody asks the server: which buttons there are, which
// fields a form has, how long a text may be. It spares people refusals and guards nothing; the server decides. Which records
// a person sees is not told here.
import { facts, type Names } from './facts.ts'

export type Role = 'Administrator' | 'Manager' | 'Resource' | 'Executive'

export type ResourceName = keyof Names
export type VerbOf<Name extends ResourceName> = Names[Name]['verb']
export type FieldOf<Name extends ResourceName> = Names[Name]['field']
export type FilterOf<Name extends ResourceName> = Names[Name]['filter']
export type SortOf<Name extends ResourceName> = Names[Name]['sort']

export type FieldKind =
  | 'id'
  | 'ids'
  | 'number'
  | 'padded'
  | 'text'
  | 'html'
  | 'flag'
  | 'date'
  | 'monday'
  | 'datetime'
  | 'hours'
  | 'hoursofday'
  | 'seconds'
  | 'money'
  | 'rate'
  | 'quantity'
  | 'tax'
  | 'percent'
  | 'color'
  | 'email'
  | 'password'
  | 'zone'
  | 'currency'
  | 'word'
  | 'words'
  | 'file'

export interface FieldFact<Name extends string = string> {
  readonly name: Name
  readonly kind: FieldKind
  /** The most characters of a text, counted as code points. */
  readonly max?: number
  /** 'once': when the record is made and never again. */
  readonly settable: 'never' | 'once' | 'always'
  /** It may not be blank. A new record may still leave it out when it has a default. */
  readonly required: boolean
  readonly hasDefault: boolean
  /** A record may come with null in it. */
  readonly nullable: boolean
  /** It is written and never shown. */
  readonly writeOnly: boolean
  /** The resource that an id points at. */
  readonly target?: ResourceName
  /** The only values there are: one of a 'word', several of 'words' parted by commas. */
  readonly options?: readonly string[]
  readonly hideFrom: readonly Role[]
}

export type FilterKind = 'number' | 'numbers' | 'text' | 'flag' | 'date' | 'datetime' | 'id' | 'ids'

export interface FilterFact<Name extends string = string> {
  readonly name: Name
  readonly kind: FilterKind
  /** The list is refused without it. */
  readonly required: boolean
  /** -1 asks for records without one. */
  readonly orNone: boolean
  readonly target?: ResourceName
  readonly options?: readonly string[]
  readonly hideFrom: readonly Role[]
}

const roles: readonly Role[] = ['Administrator', 'Manager', 'Resource', 'Executive']

const rolesIn = (letters = ''): readonly Role[] => roles.filter((role) => letters.includes(role.charAt(0)))

const split = (text = ''): string[] => (text === '' ? [] : text.split(' '))

/** name:kind, the most characters, marks, > the target, = the options, - the letters of roles it is hidden from. */
const factPattern = /^([\w.]+)(?::([a-z]+)(\d*)([+*!~?^]*)(?:>(\w+))?(?:=([\w|]+))?)?(?:-([AMRE]+))?$/

interface FactLine {
  readonly name: string
  readonly kind: string
  readonly max: string
  readonly marks: string
  readonly more: { target?: ResourceName; options?: readonly string[]; hideFrom: readonly Role[] }
}

function parseFact(text: string): FactLine {
  const [, name = '', kind = '', max = '', marks = '', target, options, hidden] = factPattern.exec(text) ?? []
  const more = {
    ...(target === undefined ? {} : { target: target as ResourceName }),
    ...(options === undefined ? {} : { options: options.split('|') }),
    hideFrom: rolesIn(hidden),
  }
  return { name, kind, max, marks, more }
}

function parseField(text: string): FieldFact {
  const { name, kind, max, marks, more } = parseFact(text)
  return {
    name,
    kind: kind as FieldKind,
    ...(max === '' ? {} : { max: Number(max) }),
    settable: marks.includes('+') ? 'always' : marks.includes('*') ? 'once' : 'never',
    required: marks.includes('!'),
    hasDefault: marks.includes('~'),
    nullable: marks.includes('?'),
    writeOnly: marks.includes('^'),
    ...more,
  }
}

function parseFilter(text: string): FilterFact {
  const { name, kind, marks, more } = parseFact(text)
  return { name, kind: kind as FilterKind, required: marks.includes('!'), orNone: marks.includes('?'), ...more }
}

const byName = <T extends { readonly name: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
  new Map(list.map((one) => [one.name, one]))

/** What is told of a resource is read when somebody first asks, and kept. */
const memoized = <T>(make: (name: ResourceName) => T): ((name: ResourceName) => T) => {
  const made = new Map<ResourceName, T>()
  return (name) => {
    const known = made.get(name) ?? make(name)
    made.set(name, known)
    return known
  }
}

const access = memoized(
  (name): ReadonlyMap<string, readonly Role[]> =>
    new Map(
      split(facts[name].access).map((text) => {
        const [verb = '', letters = ''] = text.split(':')
        return [verb, rolesIn(letters)]
      }),
    ),
)
const fields = memoized((name) => byName(split(facts[name].fields).map(parseField)))
const filters = memoized((name) => byName(split(facts[name].filters).map(parseFilter)))
const sorts = memoized((name) => split(facts[name].sorts).map(parseFact))

/** Whether the role may do it to a resource at all: 'list', 'read', 'create', 'update', 'delete', 'report' or an action. */
export const may = <Name extends ResourceName>(role: Role, name: Name, verb: VerbOf<Name>): boolean =>
  access(name).get(verb)?.includes(role) ?? false

/** Whether the field is in the records that the role gets. */
export function maySee<Name extends ResourceName>(role: Role, name: Name, field: FieldOf<Name>): boolean {
  const fact = fields(name).get(field)
  const reads = ['list', 'read', 'report'].some((verb) => access(name).get(verb)?.includes(role))
  return reads && fact !== undefined && !fact.writeOnly && !fact.hideFrom.includes(role)
}

/** Whether the role may send the field with a new record ('create') or a change ('update'). */
export function maySet<Name extends ResourceName>(
  role: Role,
  name: Name,
  field: FieldOf<Name>,
  verb: 'create' | 'update',
): boolean {
  const fact = fields(name).get(field)
  if (fact === undefined || fact.hideFrom.includes(role) || !access(name).get(verb)?.includes(role)) return false
  return fact.settable === 'always' || (fact.settable === 'once' && verb === 'create')
}

export function fieldOf<Name extends ResourceName>(name: Name, field: FieldOf<Name>): FieldFact<FieldOf<Name>> {
  const fact = fields(name).get(field)
  if (fact === undefined) throw new Error(`${name} has no field ${field}`)
  return fact as FieldFact<FieldOf<Name>>
}

/** All fields that the role sees or may send. */
export const fieldsOf = <Name extends ResourceName>(name: Name, role: Role): readonly FieldFact<FieldOf<Name>>[] =>
  [...fields(name).values()].filter(({ hideFrom }) => !hideFrom.includes(role)) as FieldFact<FieldOf<Name>>[]

/** The most characters of a text; undefined where the server sets no limit of its own. */
export const maxOf = <Name extends ResourceName>(name: Name, field: FieldOf<Name>): number | undefined =>
  fieldOf(name, field).max

/** The only values that a field has, none where it is no closed list. */
export const optionsOf = <Name extends ResourceName>(name: Name, field: FieldOf<Name>): readonly string[] =>
  fieldOf(name, field).options ?? []

/** What the role may send with an action, by the action's name. */
export const bodyOf = <Name extends ResourceName>(name: Name, action: VerbOf<Name>): readonly FieldFact[] =>
  split(facts[name].bodies?.[action]).map(parseField)

export const filtersOf = <Name extends ResourceName>(name: Name, role: Role): readonly FilterFact<FilterOf<Name>>[] =>
  [...filters(name).values()].filter(({ hideFrom }) => !hideFrom.includes(role)) as FilterFact<FilterOf<Name>>[]

export const sortsOf = <Name extends ResourceName>(name: Name, role: Role): readonly SortOf<Name>[] =>
  sorts(name)
    .filter(({ more }) => !more.hideFrom.includes(role))
    .map((sort) => sort.name as SortOf<Name>)
