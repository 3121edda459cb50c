// A field for the currency of a client or an invoice. Currencies without cents are not offered, because amounts have
// two decimals; one that a record has already stays.
import { useMemo } from 'react'
import { locale } from '../api/formats.ts'
import { currencies, currenciesWithCents } from '../kit/zones.ts'
import { ComboBoxField } from './choices.tsx'
import type { FieldProps } from './fields.tsx'

interface CurrencyFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (currency: string) => void
  /** What no currency means. */
  readonly none?: string
  readonly isDisabled?: boolean
}

export function CurrencyField({ value, onChange, ...field }: CurrencyFieldProps) {
  const options = useMemo(() => {
    const usual = currenciesWithCents(locale)
    const isUsual = value === '' || usual.some(({ id }) => id === value)
    return isUsual ? usual : [...currencies(locale).filter(({ id }) => id === value), ...usual]
  }, [value])
  return (
    <ComboBoxField
      {...field}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      options={options}
    />
  )
}
