// What the address says about the lists of requests and documents: what narrows them, their order, and what is open. What does not
// fit is left out.

export interface RequestsSearch {
  readonly state?: 'accepted' | 'all'
  readonly project?: number
  readonly priority?: number
  readonly sort?: string
  /** The form of a new one is open. */
  readonly new?: true
}

type Given = Readonly<Record<string, unknown>>

const idIn = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined

/** Without what is not there, so that the address stays short. */
const known = <T extends object>(search: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T

export const readRequests = ({ state, project, priority, sort, new: making }: Given): RequestsSearch =>
  known<RequestsSearch>({
    state: state === 'accepted' || state === 'all' ? state : undefined,
    project: idIn(project),
    priority: idIn(priority),
    sort: textIn(sort),
    new: making === true ? true : undefined,
  })

export interface DocumentsSearch {
  readonly search?: string
  readonly project?: number
  readonly person?: number
  readonly task?: number
  readonly milestone?: number
  readonly tag?: string
  readonly public?: true
  readonly sort?: string
  /** The document that is open at the side. */
  readonly open?: number
}

export const readDocuments = (given: Given): DocumentsSearch =>
  known<DocumentsSearch>({
    search: textIn(given.search),
    project: idIn(given.project),
    person: idIn(given.person),
    task: idIn(given.task),
    milestone: idIn(given.milestone),
    tag: textIn(given.tag),
    public: given.public === true ? true : undefined,
    sort: textIn(given.sort),
    open: idIn(given.open),
  })
