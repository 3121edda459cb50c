// The URL parameters that the lists of projects, clients and people share: search text, which records are shown, sort
// order. Filters of a single list are in the file of its route.
import { choiceParam, type Params, textParam } from '../kit/url-params.ts'

/** Active records are shown unless the URL says otherwise. */
const activeChoices = ['inactive', 'all'] as const

export const listParams = (given: Params) => ({
  search: textParam(given, 'search'),
  show: choiceParam(given, 'show', activeChoices),
  sort: textParam(given, 'sort'),
})
