// The table of invoices, estimates, payments or expenses, with the sums of the loaded rows in its last row. The caller
// provides the columns and the empty state.
import type { ReactNode } from 'react'
import { useFormats } from '../../api/formats.ts'
import type { RecordOf } from '../../api/records.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { ResourceTable, type ResourceTableProps } from '../resource-table.tsx'

type Kind = 'invoice' | 'estimate' | 'payment' | 'expense'

interface LedgerProps<K extends Kind> extends Omit<ResourceTableProps<K>, 'defaultSort' | 'foot'> {
  /** The column that has the label of the sums. */
  readonly sumAt: string
  /** Sums by the id of their column. */
  readonly sums: (records: readonly RecordOf<K>[]) => Readonly<Record<string, ReactNode>>
}

export function Ledger<K extends Kind>({ sumAt, sums, ...table }: LedgerProps<K>) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const sumText = (loaded: number, count: number): string =>
    count > loaded ? messages.sumOf(formats.number(loaded), formats.number(count)) : messages.sum
  return (
    <ResourceTable<K>
      {...table}
      defaultSort="-date"
      foot={(records, count) => ({ [sumAt]: sumText(records.length, count), ...sums(records) })}
    />
  )
}
