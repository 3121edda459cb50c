// The methods of a resource: the types that the generated contract combines for each resource, and the functions behind
// them, created from the contract. The server checks permissions; this file does not.
import type { ApiResponse, Connection } from './connection.ts'
import { Download } from './download.ts'
import { rememberEtag, requireEtag } from './etag.ts'
import { List } from './list.ts'
import type {
  ChangeOptions,
  DownloadOptions,
  ListOptions,
  ReadOptions,
  RecordOptions,
  RequestOptions,
  WriteOptions,
} from './options.ts'
import { StintError } from './stint-error.ts'
import { bodyOf, type Decoder, decoderOf, type Kinds, queryText } from './wire.ts'

/** The facts of one resource. Names of fields and verbs are separated by spaces. */
export interface ResourceFacts {
  readonly kinds: Kinds
  /** Which of list, read, create, update and remove exist; without it all of them. */
  readonly verbs?: string
  /** True if there is only one record, which needs no id. */
  readonly single?: true
  /** The actions that return the record itself. */
  readonly actions?: string
  /** The actions that return a record of another resource, each with that resource. */
  readonly creates?: Readonly<Record<string, string>>
  /** The actions that take fields. */
  readonly bodies?: string
  /** The sub-lists, each by the resource of its records. */
  readonly subLists?: string
  /** The parts that are returned as a file. */
  readonly files?: string
}

export interface Contract {
  readonly resources: Readonly<Record<string, ResourceFacts>>
  /** The kinds of the columns of each report. */
  readonly reports: Readonly<Record<string, Kinds>>
}

interface WithId {
  readonly id: number
}

interface PageRange {
  /** The maximum number of records; all if omitted or 0. */
  limit?: number
  /** The number of records to skip at the beginning. */
  offset?: number
}

interface SortOptions<Sort> extends PageRange {
  sortfield?: Sort
  sortdir?: 'ASC' | 'DESC'
}

/** Filters, and the sort order if the list can be sorted. */
export type Query<Filter, Sort> = Filter & ([Sort] extends [never] ? PageRange : SortOptions<Sort>)

export interface Lists<R extends WithId, Filter, Sort = never> {
  list(query?: Query<Filter, Sort>, options?: ListOptions): List<R>
}

/** A list with a required filter. */
export interface ListsOf<R extends WithId, Filter, Sort = never> {
  list(query: Query<Filter, Sort>, options?: ListOptions): List<R>
}

export interface Reads<R> {
  read(id: number, options?: ReadOptions<R>): Promise<R>
}

export interface Creates<R, New> {
  create(fields: New, options?: WriteOptions): Promise<R>
}

/** Omitted fields do not change. */
export interface Updates<R, Change> {
  update(id: number, fields: Change, options?: ChangeOptions): Promise<R>
}

export interface Removes {
  remove(id: number, options?: ChangeOptions): Promise<void>
}

export interface ReadsOne<R> {
  read(options?: RecordOptions): Promise<R>
}

export interface UpdatesOne<R, Change> {
  update(fields: Change, options?: ChangeOptions): Promise<R>
}

export interface Reports<Row, Parameters> {
  read(parameters?: Parameters, options?: RequestOptions): Promise<Row[]>
  /** The same as a CSV file. */
  csv(parameters?: Parameters, options?: RequestOptions): Promise<Download>
}

type WireRow = Readonly<Record<string, unknown>>

// The functions are untyped here; stint.ts gives them the types of each resource.
type Method = (...args: never[]) => unknown

const PAGE_SIZE = 100

/** The parameter that requests the field `may`. It is not sent by default, because older servers reject it. */
const mayQuery = (may = false): object => (may ? { may } : {})

/** The value of the envelope under a name. Throws if there is none. */
export function envelopeMember(name: string, { json, status }: ApiResponse): unknown {
  const value = json[name]
  if (typeof value === 'object' && value !== null) return value
  throw new StintError('server', `The answer has no ${name}; is the address that of a Stint server?`, { status })
}

const recordsOf = (name: string, response: ApiResponse): WireRow[] => {
  const value = envelopeMember(name, response)
  return Array.isArray(value) ? value : [value as WireRow]
}

export const memberPath = (name: string, id: number, part?: string): string => {
  if (!Number.isSafeInteger(id) || id < 1) throw new TypeError(`${name}: ${id} is not an id`)
  return part === undefined ? `${name}/${id}/` : `${name}/${id}/${part}/`
}

export class Resources {
  readonly #connection: Connection
  readonly #contract: Contract
  readonly #decoders: ReadonlyMap<string, Decoder<WithId>>

  constructor(connection: Connection, contract: Contract) {
    this.#connection = connection
    this.#contract = contract
    this.#decoders = new Map(
      Object.entries(contract.resources).map(([name, { kinds }]) => [name, decoderOf<WithId>(kinds)]),
    )
  }

  /** The methods of every resource and report, by name. */
  all(): Record<string, Record<string, Method>> {
    const { resources, reports } = this.#contract
    return Object.fromEntries([
      ...Object.entries(resources).map(([name, facts]) => [name, this.#methodsOf(name, facts)]),
      ...Object.entries(reports).map(([name, kinds]) => [name, this.#reportMethods(name, kinds)]),
    ])
  }

  #methodsOf(name: string, facts: ResourceFacts): Record<string, Method> {
    const verbs: Record<string, Method> = facts.single ? this.#singletonMethods(name) : this.#collectionMethods(name)
    const available = facts.verbs?.split(' ')
    return {
      ...Object.fromEntries(Object.entries(verbs).filter(([verb]) => available?.includes(verb) !== false)),
      ...this.#actionMethods(name, facts),
      ...Object.fromEntries(
        (facts.subLists?.split(' ') ?? []).map((part) => [
          part,
          (id: number, query?: object, options?: ListOptions) =>
            this.#list(memberPath(name, id, part), part, query, options),
        ]),
      ),
      ...Object.fromEntries((facts.files?.split(' ') ?? []).map((part) => [part, this.#fileMethod(name, part, facts)])),
    }
  }

  #collectionMethods(name: string): Record<string, Method> {
    return {
      list: (query?: object, options?: ListOptions) => this.#list(`${name}/`, name, query, options),
      read: (id: number, options?: ReadOptions<WithId>) => this.#read(name, id, options),
      create: (fields: object, options?: WriteOptions) => this.#write('POST', `${name}/`, name, fields, options),
      update: (id: number, fields: object, options?: ChangeOptions) =>
        this.#write('PUT', memberPath(name, id), name, fields, options),
      remove: async (id: number, options: ChangeOptions = {}) => {
        await this.#connection.json({ method: 'DELETE', path: memberPath(name, id), options })
      },
    }
  }

  #singletonMethods(name: string): Record<string, Method> {
    return {
      read: (options?: RecordOptions) => this.#readOne(name, options),
      update: (fields: object, options?: ChangeOptions) => this.#write('PUT', `${name}/`, name, fields, options),
    }
  }

  #actionMethods(name: string, { actions, creates = {}, bodies = '' }: ResourceFacts): Record<string, Method> {
    const withBody = new Set(bodies.split(' '))
    const run = (action: string, of: string, id: number, fields?: object, options?: ChangeOptions) =>
      this.#write('POST', memberPath(name, id, action), of, fields, options)
    return Object.fromEntries(
      [...(actions?.split(' ') ?? []).map((action) => [action, name] as const), ...Object.entries(creates)].map(
        ([action, of]): [string, Method] => [
          action,
          withBody.has(action)
            ? (id: number, fields: object = {}, options?: ChangeOptions) => run(action, of, id, fields, options)
            : (id: number, options?: ChangeOptions) => run(action, of, id, undefined, options),
        ],
      ),
    )
  }

  #reportMethods(name: string, kinds: Kinds): Record<string, Method> {
    const decode = decoderOf<object>(kinds)
    const path = (parameters: object) => `${name}/${queryText(parameters)}`
    return {
      read: async (parameters: object = {}, options: RequestOptions = {}) => {
        const response = await this.#connection.json({ method: 'GET', path: path(parameters), options })
        return recordsOf(name, response).map(decode)
      },
      csv: async (parameters: object = {}, options: RequestOptions = {}) =>
        new Download(
          await this.#connection.file({ method: 'GET', path: path(parameters), accept: 'text/csv', options }),
        ),
    }
  }

  #fileMethod(name: string, part: string, { single }: ResourceFacts): Method {
    const get = async (id: number, { version, ...options }: DownloadOptions = {}) => {
      const path = memberPath(name, id, part) + queryText({ version })
      return new Download(await this.#connection.file({ method: 'GET', path, accept: '*/*', options }))
    }
    if (!single) return get
    return async (options: DownloadOptions = {}) => get((await this.#readOne(name, options)).id, options)
  }

  #decode(name: string, row: WireRow): WithId {
    const decode = this.#decoders.get(name)
    if (decode === undefined) throw new Error(`the contract has no ${name}`)
    return decode(row)
  }

  #list(path: string, name: string, query: Query<object, string> = {}, options: ListOptions = {}): List<WithId> {
    const { limit = 0, offset: start = 0, ...filters } = query
    const { pageSize = PAGE_SIZE, may, ...rest } = options
    for (const [name, value] of Object.entries({ limit, offset: start, pageSize })) {
      if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`${name}: ${value} is not a whole number`)
    }
    const page = async (offset: number, pageLimit: number) => {
      const response = await this.#connection.json({
        method: 'GET',
        path: path + queryText({ ...filters, limit: pageLimit, offset, ...mayQuery(may) }),
        options: rest,
      })
      const records = recordsOf(name, response).map((row) => this.#decode(name, row))
      return { records, count: Number(response.json.listcount), offset }
    }
    return new List(page, { offset: start, limit: limit || Number.POSITIVE_INFINITY, pageSize: pageSize || PAGE_SIZE })
  }

  async #read(name: string, id: number, { known, may, ...options }: ReadOptions<WithId> = {}): Promise<WithId> {
    const path = memberPath(name, id) + queryText(mayQuery(may))
    const tag = known === undefined ? undefined : requireEtag(known)
    const response = await this.#connection.json({ method: 'GET', path, ifNoneMatch: tag, options })
    if (response.status === 304 && known !== undefined) return known
    return this.#recordFrom(name, response)
  }

  async #readOne(name: string, { may, ...options }: RecordOptions = {}): Promise<WithId> {
    const path = `${name}/${queryText(mayQuery(may))}`
    return this.#recordFrom(name, await this.#connection.json({ method: 'GET', path, options }))
  }

  async #write(
    method: 'POST' | 'PUT',
    path: string,
    name: string,
    fields: object | undefined,
    options: ChangeOptions = {},
  ): Promise<WithId> {
    const body = fields === undefined ? undefined : bodyOf(fields)
    return this.#recordFrom(name, await this.#connection.json({ method, path, body, options }))
  }

  #recordFrom(name: string, response: ApiResponse): WithId {
    const [row = {}] = recordsOf(name, response)
    return rememberEtag(this.#decode(name, row), response.etag)
  }
}
