// The parts of a report for each currency, because amounts of different currencies are never added up.
import { Fragment, type ReactNode } from 'react'
import { byCurrency } from '../../kit/money.ts'

export interface CurrencyRows<R> {
  readonly rows: readonly R[]
  /** The rows of the span before, if they are compared. */
  readonly before: readonly R[] | undefined
  /** Named if there are several. */
  readonly currency: string | undefined
}

interface ByCurrencyProps<R> extends Omit<CurrencyRows<R>, 'currency'> {
  readonly children: (own: CurrencyRows<R>) => ReactNode
}

export function ByCurrency<R extends { readonly currency: string }>({ rows, before, children }: ByCurrencyProps<R>) {
  return byCurrency(rows).map(([currency, own]) => (
    <Fragment key={currency}>
      {children({
        rows: own,
        before: before?.filter((row) => row.currency === currency),
        currency: own.length === rows.length ? undefined : currency,
      })}
    </Fragment>
  ))
}
