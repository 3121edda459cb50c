// The URL parameters of the list of requests: filters, sort order, and whether the form of a new request is open.
// Invalid values are left out.
import { idValue, type Params, textValue, withoutUndefined } from '../../kit/url-params.ts'

export interface RequestsSearch {
  readonly state?: 'accepted' | 'all'
  readonly project?: number
  readonly priority?: number
  readonly sort?: string
  /** The form of a new request is open. */
  readonly new?: true
}

export const parseRequestsSearch = (given: Params): RequestsSearch =>
  withoutUndefined({
    state: given.state === 'accepted' || given.state === 'all' ? given.state : undefined,
    project: idValue(given.project),
    priority: idValue(given.priority),
    sort: textValue(given.sort),
    new: given.new === true ? true : undefined,
  })
