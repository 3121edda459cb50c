// The URL parameters that the lists of invoices, payments and expenses share: client, project, and a span of days.
// Filters of a single list are in the file of its route.
import { dayParam, idParam, type Params } from '../../kit/url-params.ts'

export const spanParams = (given: Params) => ({
  datebegin: dayParam(given, 'datebegin'),
  dateend: dayParam(given, 'dateend'),
})

export const clientProjectParams = (given: Params) => ({
  clientid: idParam(given, 'clientid'),
  projectid: idParam(given, 'projectid'),
})
