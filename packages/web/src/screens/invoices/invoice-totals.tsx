// The totals of an invoice: of a draft as they will be, with fields for the taxes, otherwise as the server stored them.

import type { InvoiceRecord } from '@stint/sdk'
import { Fragment } from 'react'
import { useFormats } from '../../api/formats.ts'
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
  const of = headField(props)
  const { subtotal, taxamount, secondtaxamount, total } = draftTotals(draft)
  const taxes = [['tax', taxamount] as const, ['secondtax', secondtaxamount] as const]
  const number = { labelHidden: true, numeric: true, inputMode: 'decimal' as const, placeholder: messages.percent }
  return (
    <Section card title={messages.totals}>
      <dl className={styles.totals} aria-live="polite">
        <dt>{messages.subtotal}</dt>
        <dd>{formats.money(subtotal)}</dd>
        {taxes.map(([name, amount]) => (
          <Fragment key={name}>
            <dt>
              {messages[name]}
              <span className={styles.percent}>
                <TextField {...of(name)} {...number} label={`${messages[name]} ${messages.percent}`} />
              </span>
            </dt>
            <dd>{formats.money(amount)}</dd>
          </Fragment>
        ))}
        <dt data-strong>{messages.total}</dt>
        <dd data-strong>{formats.money(total)}</dd>
        {!draft.base.payments.equals('0') && (
          <>
            <dt>{messages.paid}</dt>
            <dd>{formats.money(draft.base.payments)}</dd>
            <dt data-strong>{messages.balanceDue}</dt>
            <dd data-strong>{formats.money(total.minus(draft.base.payments))}</dd>
          </>
        )}
      </dl>
      {props.head.secondtax.trim() !== '' && <CheckField {...of('secondtaxcompound')} label={messages.compound} />}
    </Section>
  )
}

export function SavedTotals({ invoice }: { readonly invoice: InvoiceRecord }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const { subtotal, tax, taxamount, second_tax, secondtaxamount, total, payments, balance } = invoice
  return (
    <dl className={styles.totals}>
      <dt>{messages.subtotal}</dt>
      <dd>{formats.money(subtotal)}</dd>
      {tax !== null && (
        <>
          <dt>{messages.taxAt(formats.rate(tax))}</dt>
          <dd>{formats.money(taxamount)}</dd>
        </>
      )}
      {second_tax !== null && (
        <>
          <dt>{messages.secondTaxAt(formats.rate(second_tax))}</dt>
          <dd>{formats.money(secondtaxamount)}</dd>
        </>
      )}
      <dt data-strong>{messages.total}</dt>
      <dd data-strong>{formats.money(total)}</dd>
      <dt>{messages.paid}</dt>
      <dd>{formats.money(payments)}</dd>
      <dt data-strong>{messages.balanceDue}</dt>
      <dd data-strong>{formats.money(balance)}</dd>
    </dl>
  )
}
