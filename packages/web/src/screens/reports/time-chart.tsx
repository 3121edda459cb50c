// The chart of the time report: horizontal bars for names, with the smallest ones combined; vertical bars for days,
// weeks and months.

import type { Decimal } from '@stint/sdk'
import { clockText, hoursOfMinutes, sumHours } from '../../kit/hours.ts'
import { useReportMessages } from '../../messages/reports.ts'
import { Chart } from '../../parts/chart.tsx'
import { hoursSeries } from './report-charts.tsx'
import type { Grouping } from './search.ts'
import { type Group, isOfDates } from './time-groups.ts'

const maxBars = 12

interface Bar {
  readonly label: string
  readonly hours: Decimal
  readonly billable: Decimal
}

/** Formats a number of the chart as hours and minutes. */
const hoursText = (value: number): string => clockText(hoursOfMinutes(Math.round(value * 60)))

export function TimeChart({ groups, by }: { readonly groups: readonly Group[]; readonly by: Grouping }) {
  const messages = useReportMessages()
  const across = !isOfDates(by)
  const rest = across && groups.length > maxBars ? groups.slice(maxBars - 1) : []
  const shown: Bar[] = groups.slice(0, groups.length - rest.length)
  if (rest.length > 0) {
    const of = (field: 'hours' | 'billable') => sumHours(rest.map((group) => group[field]))
    shown.push({ label: messages.rest(rest.length), hours: of('hours'), billable: of('billable') })
  }
  return (
    <Chart
      label={messages.timeChart(messages.groupings[by])}
      labels={shown.map(({ label }) => label)}
      series={hoursSeries(messages, shown)}
      format={hoursText}
      stacked
      across={across}
      height={shown.length > 6 || !across ? 'tall' : 'usual'}
    />
  )
}
