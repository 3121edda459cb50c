// Shared by both baselines for every kind of record: the select statements and the response envelope. A baseline does
// only what is needed for the same bytes: no roles, no validation, no quota, no notes. Our server is measured against
// it; it is never a part of the server.

export type Row = readonly unknown[]

/** One kind of record, written by hand for these columns and one role. */
export interface RecordKind {
  readonly name: string
  readonly columns: string
  readonly joins: string
  readonly record: (row: Row) => string
}

/** `p(1)` is the first placeholder: "?1" or "$1". */
export type Placeholder = (at: number) => string

export const oneSql = ({ name, columns, joins }: RecordKind, p: Placeholder, id = p(2)): string =>
  `select ${columns} from ${name} ${joins} where ${name}.accountid = ${p(1)} and ${name}.id = ${id}`

export interface ListSql {
  /** Values: account, offset, filter. The limit is a literal, so that PostgreSQL can cache the plan. */
  readonly page: string
  /** The first page, without the offset: PostgreSQL plans a page with an unknown offset again at every run. */
  readonly first: string
  /** Values: account, an unused value, filter. */
  readonly count: string
}

export function listSql({ name, columns, joins }: RecordKind, p: Placeholder, where: string, order: string): ListSql {
  const chosen = `from ${name} where ${name}.accountid = ${p(1)}${where}`
  const page = (from: string): string =>
    `select ${columns} from (select ${name}.id as id ${chosen} order by ${order} limit 10${from}) page
      cross join ${name} ${joins} where ${name}.accountid = ${p(1)} and ${name}.id = page.id order by ${order}`
  return {
    page: page(` offset ${p(2)}`),
    first: page(''),
    count: `select count(*) ${chosen}`,
  }
}

export const nullable = (value: unknown): string => (value === null ? 'null' : `"${value}"`)
export const label = (value: unknown): string => (value === null ? 'null' : JSON.stringify(value))
export const padded = (value: unknown): string => (value === null ? 'null' : `"${String(value).padStart(5, '0')}"`)

/** Millionths of an hour in their shortest form. */
export function hours(units: number): string {
  if (units % 1_000_000 === 0) return String(units / 1_000_000)
  const digits = String(units).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6).replace(/0+$/, '')}`
}

/** Ten-thousandths of money in their shortest form. */
export function money(units: unknown): string {
  if (units === null) return 'null'
  const digits = String(units).padStart(5, '0')
  const rest = digits.slice(-4).replace(/0+$/, '')
  return rest === '' ? `"${digits.slice(0, -4)}"` : `"${digits.slice(0, -4)}.${rest}"`
}

export const oneBody = ({ name, record }: RecordKind, personid: number, row: Row): string =>
  `{"personid":${personid},"status":"OK","code":200,"${name}":${record(row)}}`

export const createdBody = ({ name, record }: RecordKind, personid: number, row: Row): string =>
  `{"personid":${personid},"status":"Created","code":201,"${name}":${record(row)}}`

export function listBody({ name, record }: RecordKind, personid: number, count: number, rows: readonly Row[]): string {
  let text = ''
  for (const row of rows) text += text === '' ? record(row) : `,${record(row)}`
  return `{"personid":${personid},"status":"OK","code":200,"listcount":${count},"${name}":[${text}]}`
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Today and now as texts. */
export function currentTexts(): { readonly today: string; readonly now: string } {
  const date = new Date()
  const today = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  return { today, now: `${today} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}` }
}
