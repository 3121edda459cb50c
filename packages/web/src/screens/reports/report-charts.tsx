// Charts and parts of charts that several reports draw in the same way.
import type { Decimal } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { Chart } from '../../parts/chart.tsx'

interface UsedRow {
  readonly project: string
  readonly used: Decimal | null
}

interface UsedChartProps {
  readonly label: string
  /** What the bars are. */
  readonly name: string
  readonly rows: readonly UsedRow[]
}

/** How much of a budget each project has used, in percent. */
export function UsedChart({ label, name, rows }: UsedChartProps) {
  const formats = useFormats()
  return (
    <Chart
      label={label}
      labels={rows.map(({ project }) => project)}
      series={[{ name, values: rows.map(({ used }) => used?.toNumber() ?? null), tone: 'accent' }]}
      format={(value) => formats.percent(value / 100)}
      across
    />
  )
}

interface HoursRow {
  readonly hours: Decimal
  readonly billable: Decimal
}

/** Billable hours, and the others above them. */
export const hoursSeries = (names: Readonly<Record<'billable' | 'notBillable', string>>, rows: readonly HoursRow[]) => [
  { name: names.billable, values: rows.map(({ billable }) => billable.toNumber()), tone: 'accent' as const },
  {
    name: names.notBillable,
    values: rows.map(({ hours, billable }) => hours.minus(billable).toNumber()),
    tone: 'soft' as const,
  },
]
