// Turns the URL of a report into what is saved of it, and back. The URL has days; what is saved has the name of a
// relative period if the days are one, so that "last month" stays last month.
import { type IsoDate, isoDate, type SavedreportRecord } from '@stint/sdk'
import { nameOfSpan, type SpanName, spanNamed, spanNames } from '../../kit/spans.ts'
import { withoutUndefined } from '../../kit/url-params.ts'
import { type Grouping, groupings, type ReportTab, reportNames } from './search.ts'

/** The URL parameters of the reports. */
export interface ReportSearch {
  readonly tab?: ReportTab | undefined
  readonly groupby?: Grouping | undefined
  readonly clientid?: number | undefined
  readonly projectid?: number | undefined
  readonly personid?: number | undefined
  readonly billable?: 'yes' | 'no' | undefined
  readonly datebegin?: IsoDate | undefined
  readonly dateend?: IsoDate | undefined
  readonly alltime?: boolean | undefined
  readonly inactive?: boolean | undefined
  readonly compare?: boolean | undefined
}

export interface SavedQuery {
  readonly report: string
  readonly params: string
  readonly span: SpanName | ''
  readonly compare: boolean
}

const days = ['datebegin', 'dateend'] as const
const places = ['clientid', 'projectid'] as const

/** The parameters of each report that its filters can set; a URL may have others, which the server would reject. */
export const parametersOf = {
  time: ['groupby', ...places, 'personid', 'billable', ...days],
  utilization: ['groupby', 'personid', 'active', ...days],
  unbilled: [...places, ...days],
  receivables: places,
  revenue: [...places, ...days],
  margin: ['groupby', ...places, 'personid', ...days],
  statement: [...places, ...days],
  budget: [...places, 'active'],
  retainer: [...places, 'active', ...days],
} as const satisfies Readonly<Record<ReportTab, readonly string[]>>

/** The name of a report in the API. */
export const reportOfTab = (tab: ReportTab): string => (tab === 'time' ? 'timereport' : tab)

/** The tab of a saved report; undefined for one that has none. */
export const tabOfReport = (report: string): ReportTab | undefined =>
  reportNames.find((tab) => reportOfTab(tab) === report)

function spanOf({ datebegin, dateend, alltime }: ReportSearch, today: IsoDate): SpanName | '' {
  if (datebegin === undefined && dateend === undefined) return alltime === true ? 'allTime' : ''
  return nameOfSpan({ datebegin, dateend }, today, spanNames) ?? ''
}

export function toSavedQuery(tab: ReportTab, search: ReportSearch, today: IsoDate): SavedQuery {
  const known: readonly string[] = parametersOf[tab]
  const span = known.includes('datebegin') ? spanOf(search, today) : ''
  const { groupby, clientid, projectid, personid, billable, datebegin, dateend, inactive } = search
  const values = {
    groupby,
    clientid,
    projectid,
    personid,
    billable: billable && (billable === 'yes' ? 't' : 'f'),
    active: inactive === true ? 'f' : undefined,
    ...(span === '' ? { datebegin, dateend } : {}),
  }
  const pairs = Object.entries(values).filter(([name, value]) => value !== undefined && known.includes(name))
  const params = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return { report: reportOfTab(tab), params, span, compare: search.compare === true }
}

const idOf = (text: string | null): number | undefined => (/^[1-9]\d*$/.test(text ?? '') ? Number(text) : undefined)

const dayOf = (text: string | null): IsoDate | undefined => (text === null ? undefined : isoDate(text))

/** The URL parameters that show a saved report today; the tab is undefined if there is none. */
export function searchOfSaved(saved: SavedreportRecord, today: IsoDate): ReportSearch {
  const params = new URLSearchParams(saved.params ?? '')
  const span = spanNames.find((name) => name === saved.span)
  const billable = params.get('billable')
  return withoutUndefined({
    tab: tabOfReport(saved.report),
    groupby: groupings.find((name) => name === params.get('groupby')),
    clientid: idOf(params.get('clientid')),
    projectid: idOf(params.get('projectid')),
    personid: idOf(params.get('personid')),
    billable: billable === null ? undefined : billable === 't' ? ('yes' as const) : ('no' as const),
    inactive: params.get('active') === 'f' ? true : undefined,
    compare: saved.compare ? true : undefined,
    ...(span === undefined
      ? { datebegin: dayOf(params.get('datebegin')), dateend: dayOf(params.get('dateend')) }
      : { ...spanNamed(span, today), alltime: span === 'allTime' ? true : undefined }),
  })
}
