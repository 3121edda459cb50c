// The report of margins: what billable time is worth less what all time cost, by project, client or person. The server
// computes the numbers. A margin that is not known is never shown as an amount.
import type { Decimal, MarginRow } from '@stint/sdk'
import { Decimal as Amount } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { sumMoney } from '../../kit/money.ts'
import { type SpanName, spanNames } from '../../kit/spans.ts'
import { useMarginMessages } from '../../messages/margin.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { Chart } from '../../parts/chart.tsx'
import { PersonFilter } from '../../parts/filter-bar.tsx'
import { EmptyState } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import { type Stat, Stats } from '../../parts/stats.tsx'
import { CsvButton } from '../../records/money/csv-button.tsx'
import styles from '../../records/money/money.module.css'
import { ByCurrency, type CurrencyRows } from './by-currency.tsx'
import { type MarginGrouping, MarginTable, marginGroupings } from './margin-table.tsx'
import {
  ClientSpanFilters,
  CompareToggle,
  changeText,
  GroupingFilter,
  ReportFrame,
  useReportQuery,
  useReportSearch,
  useRowsBefore,
} from './report-frame.tsx'

/** The server reports ten years at most. */
const spans: readonly SpanName[] = spanNames.filter((name) => name !== 'allTime')

const maxBars = 12

function useMarginQuery() {
  const { search } = useReportSearch()
  const groupby = marginGroupings.find((name) => name === search.groupby) ?? 'project'
  return { ...useReportQuery('thisMonth'), personid: search.personid, groupby }
}

export function MarginReport() {
  const messages = useMarginMessages()
  const query = useMarginQuery()
  const report = useReport('margin', query)
  const before = useRowsBefore('margin', query)
  return (
    <ReportFrame
      text={messages.intro}
      filters={<Filters query={query} />}
      csv={<CsvButton report="margin" asked={query} names={{ name: messages.groupings[query.groupby] }} />}
    >
      <QueryRows query={report} empty={<EmptyState title={messages.none}>{messages.noneText}</EmptyState>}>
        {(rows) => (
          <>
            <WithoutCost rows={rows} groupby={query.groupby} />
            <ByCurrency rows={rows} before={before}>
              {(own) => <Figures {...own} />}
            </ByCurrency>
            <MarginTable rows={rows} by={query.groupby} />
          </>
        )}
      </QueryRows>
    </ReportFrame>
  )
}

function Filters({ query }: { readonly query: ReturnType<typeof useMarginQuery> }) {
  const messages = useMarginMessages()
  const { filter } = useReportSearch()
  return (
    <>
      <GroupingFilter label={messages.groupBy} names={messages.groupings} value={query.groupby} />
      <ClientSpanFilters spans={spans} span={query} />
      <PersonFilter {...filter('personid')} />
      <CompareToggle span={query} />
    </>
  )
}

interface WithoutCostProps {
  readonly rows: readonly MarginRow[]
  readonly groupby: MarginGrouping
}

/** How many people have no cost rate. Somebody can be in several rows. */
function WithoutCost({ rows, groupby }: WithoutCostProps) {
  const messages = useMarginMessages()
  const { set } = useReportSearch()
  const people = new Set(rows.flatMap(({ nocostpersonids }) => nocostpersonids))
  if (people.size === 0) return null
  return (
    <p>
      {messages.peopleWithout(people.size)} {messages.peopleWithoutText}{' '}
      {groupby !== 'person' && (
        <button type="button" className={styles.linkButton} onClick={() => set({ groupby: 'person' })}>
          {messages.showPeople}
        </button>
      )}
    </p>
  )
}

/** The sum of the margins; null if one of them is not known. */
const sumOfMargins = (rows: readonly MarginRow[]): Decimal | null =>
  rows.every(({ margin }) => margin !== null) ? sumMoney(rows.map(({ margin }) => margin)) : null

function Figures({ rows, before, currency }: CurrencyRows<MarginRow>) {
  const messages = useMarginMessages()
  const reports = useReportMessages()
  const formats = useFormats()
  const stat = (
    name: string,
    of: { sum: (all: readonly MarginRow[]) => Decimal | null; currency: string | undefined },
  ): Stat => {
    const [now, was] = [of.sum(rows), before === undefined ? null : of.sum(before)]
    const text = (sum: Decimal): string => formats.money(sum, of.currency)
    return {
      name,
      value: now === null ? messages.unknown : text(now),
      ...(now && was && { more: reports.compared(changeText(now, was, formats), text(was)) }),
    }
  }
  const [one] = rows
  return (
    <>
      <Stats
        stats={[
          stat(messages.revenue, {
            sum: (all) => sumMoney(all.map(({ revenue }) => revenue)),
            currency: one?.currency,
          }),
          stat(messages.cost, { sum: (all) => sumMoney(all.map(({ cost }) => cost)), currency: one?.costcurrency }),
          stat(messages.margin, { sum: sumOfMargins, currency: one?.currency }),
        ]}
      />
      {one?.currency === one?.costcurrency && <MarginChart rows={rows} currency={currency} />}
    </>
  )
}

/** The groups with the highest revenue; the others are one bar. */
function MarginChart({ rows, currency }: Pick<CurrencyRows<MarginRow>, 'rows' | 'currency'>) {
  const messages = useMarginMessages()
  const formats = useFormats()
  const ordered = rows.toSorted((a, b) => b.revenue.compare(a.revenue))
  const rest = ordered.length > maxBars ? ordered.slice(maxBars - 1) : []
  const shown = ordered.slice(0, ordered.length - rest.length)
  const bars = (amount: (row: MarginRow) => Decimal): number[] => [
    ...shown.map((row) => amount(row).toNumber()),
    ...(rest.length === 0 ? [] : [sumMoney(rest.map(amount)).toNumber()]),
  ]
  return (
    <Chart
      label={[messages.chart, currency].filter(Boolean).join(', ')}
      labels={[
        ...shown.map(({ name }) => name ?? messages.noClient),
        ...(rest.length === 0 ? [] : [messages.rest(rest.length)]),
      ]}
      series={[
        { name: messages.revenue, values: bars(({ revenue }) => revenue), tone: 'accent' },
        { name: messages.cost, values: bars(({ cost }) => cost), tone: 'soft' },
      ]}
      format={(value) => formats.money(Amount.from(Math.round(value)), rows[0]?.currency)}
      across
      height={shown.length > 6 ? 'tall' : 'usual'}
    />
  )
}
