// The URL parameters of the list of documents: filters, sort order, and which document is open.
// Invalid values are left out.
import { idValue, type Params, textValue, withoutUndefined } from '../../kit/url-params.ts'

export interface DocumentsSearch {
  readonly search?: string
  readonly project?: number
  readonly person?: number
  readonly task?: number
  readonly milestone?: number
  readonly tag?: string
  readonly public?: true
  readonly sort?: string
  /** The document that is open in the panel. */
  readonly open?: number
}

export const parseDocumentsSearch = (given: Params): DocumentsSearch =>
  withoutUndefined({
    search: textValue(given.search),
    project: idValue(given.project),
    person: idValue(given.person),
    task: idValue(given.task),
    milestone: idValue(given.milestone),
    tag: textValue(given.tag),
    public: given.public === true ? true : undefined,
    sort: textValue(given.sort),
    open: idValue(given.open),
  })
