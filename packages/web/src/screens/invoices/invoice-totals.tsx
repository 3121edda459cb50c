// The totals of an invoice: of a draft as they will be, with fields for the taxes, otherwise as the server stored them.

import type { Decimal, InvoiceRecord } from '@stint/sdk'
import { Fragment } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useCreditMessages } from '../../messages/credit.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { Section } from '../../parts/page.tsx'
import styles from '../../records/money/money.module.css'
import { type Draft, draftTotals } from './invoice-draft.ts'
import { type HeadProps, headField } from './invoice-head.tsx'

interface DraftTotalsProps extends HeadProps {
  readonly draft: Draft
}

export function DraftTotals({ draft, ...props }: DraftTotalsProps) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const money = (amount: Decimal) => formats.money(amount, draft.head.currency)
  const of = headField(props)
  const { subtotal, taxamount, secondtaxamount, total } = draftTotals(draft)
  const taxes = [['tax', taxamount] as const, ['secondtax', secondtaxamount] as const]
  // A credit note has the taxes of its invoice.
  const isDisabled = draft.base.creditof !== null
  const number = {
    isDisabled,
    labelHidden: true,
    numeric: true,
    inputMode: 'decimal' as const,
    placeholder: messages.percent,
  }
  return (
    <Section card title={messages.totals}>
      <dl className={styles.totals} aria-live="polite">
        <dt>{messages.subtotal}</dt>
        <dd>{money(subtotal)}</dd>
        {taxes.map(([name, amount]) => (
          <Fragment key={name}>
            <dt>
              {messages[name]}
              <span className={styles.percent}>
                <TextField {...of(name)} {...number} label={`${messages[name]} ${messages.percent}`} />
              </span>
            </dt>
            <dd>{money(amount)}</dd>
          </Fragment>
        ))}
        <dt data-strong>{messages.total}</dt>
        <dd data-strong>{money(total)}</dd>
        {!draft.base.payments.equals('0') && (
          <>
            <dt>{messages.paid}</dt>
            <dd>{money(draft.base.payments)}</dd>
            <dt data-strong>{messages.balanceDue}</dt>
            <dd data-strong>{money(total.minus(draft.base.payments))}</dd>
          </>
        )}
      </dl>
      {props.head.secondtax.trim() !== '' && (
        <CheckField {...of('secondtaxcompound')} isDisabled={isDisabled} label={messages.compound} />
      )}
    </Section>
  )
}

interface TotalRowsProps {
  readonly currency: string
  readonly subtotal: Decimal
  /** Percentages; null for no tax. */
  readonly tax: Decimal | null
  readonly taxamount: Decimal | null
  readonly secondtax: Decimal | null
  readonly secondtaxamount: Decimal | null
  readonly total: Decimal
}

/** Subtotal, taxes and total of an invoice or estimate, as parts of a definition list. */
export function TotalRows({ currency, subtotal, tax, taxamount, secondtax, secondtaxamount, total }: TotalRowsProps) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const money = (amount: Decimal | null) => formats.money(amount, currency)
  return (
    <>
      <dt>{messages.subtotal}</dt>
      <dd>{money(subtotal)}</dd>
      {tax !== null && (
        <>
          <dt>{messages.taxAt(formats.rate(tax))}</dt>
          <dd>{money(taxamount)}</dd>
        </>
      )}
      {secondtax !== null && (
        <>
          <dt>{messages.secondTaxAt(formats.rate(secondtax))}</dt>
          <dd>{money(secondtaxamount)}</dd>
        </>
      )}
      <dt data-strong>{messages.total}</dt>
      <dd data-strong>{money(total)}</dd>
    </>
  )
}

export function SavedTotals({ invoice }: { readonly invoice: InvoiceRecord }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const money = (amount: Decimal) => formats.money(amount, invoice.currency)
  const { total, payments, balance, creditof } = invoice
  const credit = useCreditMessages()
  const credited = total.minus(payments).minus(balance)
  return (
    <dl className={styles.totals}>
      <TotalRows {...invoice} secondtax={invoice.second_tax} />
      {creditof === null && (
        <>
          {!credited.equals('0') && (
            <>
              <dt>{credit.credited}</dt>
              <dd>{money(credited)}</dd>
            </>
          )}
          <dt>{messages.paid}</dt>
          <dd>{money(payments)}</dd>
          <dt data-strong>{messages.balanceDue}</dt>
          <dd data-strong>{money(balance)}</dd>
        </>
      )}
    </dl>
  )
}
