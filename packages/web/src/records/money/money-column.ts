// A column of amounts in the currency of each record. It cannot be sorted; the lists that can be add their sort name.
import type { Decimal } from '@stint/sdk'
import type { Formats } from '../../kit/format.ts'
import type { TableColumn } from '../../parts/record-table.tsx'

export const moneyColumn = <R extends { readonly currency: string }>(
  id: string,
  name: string,
  formats: Formats,
  amount: (record: R) => Decimal | null | undefined,
): TableColumn<R> => ({
  id,
  name,
  numeric: true,
  width: 130,
  cell: (record) => formats.money(amount(record), record.currency),
})
