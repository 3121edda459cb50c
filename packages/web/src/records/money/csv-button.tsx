// The button that saves a report as a CSV file, with the same filters as on screen. Amounts have two decimals as on
// screen; hours are also written exactly, so that sums of a spreadsheet agree with the server.
import { Decimal } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type ReportName, type ReportQueryOf, type RowOf, reportQuery } from '../../api/reports.ts'
import type { CsvValue } from '../../kit/csv.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { SaveCsvButton } from '../../parts/save-csv-button.tsx'

/** A search is no file that anybody keeps. */
type SavedReport = Exclude<ReportName, 'search'>

interface CsvButtonProps<K extends SavedReport> {
  readonly report: K
  readonly asked: ReportQueryOf<K>
  /** Names of columns that depend on the filters. */
  readonly names?: Readonly<Partial<Record<keyof RowOf<K>, string>>>
}

type CsvColumn = readonly [name: string, value: (row: Readonly<Record<string, unknown>>) => CsvValue]

const exactColumns = ['hours', 'billable']

const rounded = (value: unknown): CsvValue => (value instanceof Decimal ? value.round(2) : (value as CsvValue))

function csvColumns(names: Readonly<Record<string, string>>, exactName: (name: string) => string): CsvColumn[] {
  const entries = Object.entries(names)
  return [
    ...entries.map(([field, name]): CsvColumn => [name, (row) => rounded(row[field])]),
    ...entries
      .filter(([field]) => exactColumns.includes(field))
      .map(([field, name]): CsvColumn => [exactName(name), (row) => row[field] as CsvValue]),
  ]
}

export function CsvButton<K extends SavedReport>({ report, asked, names }: CsvButtonProps<K>) {
  const messages = useMoneyMessages()
  const queries = useQueryClient()
  const rows = async (): Promise<CsvValue[][]> => {
    const found = (await queries.fetchQuery(reportQuery(report, asked))) as readonly object[]
    const columns = csvColumns({ ...messages.csvColumns[report], ...names }, messages.csvExact)
    const cells = found.map((row) => columns.map(([, value]) => value(row as Readonly<Record<string, unknown>>)))
    return [columns.map(([name]) => name), ...cells]
  }
  return <SaveCsvButton name={report} label={messages.csv} rows={rows} />
}
