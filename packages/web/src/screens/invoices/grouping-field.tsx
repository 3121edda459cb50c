// The choice of how the hours of an invoice are grouped into lines.
import { useInvoiceLineMessages } from '../../messages/invoice-lines.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import { type Grouping, groupings } from './wizard-lines.ts'

interface GroupingFieldProps {
  readonly value: Grouping
  readonly onChange: (value: Grouping) => void
  readonly hint?: string
  readonly error?: string | undefined
}

export function GroupingField({ value, onChange, ...more }: GroupingFieldProps) {
  const messages = useInvoiceLineMessages()
  return (
    <ChoiceField
      {...more}
      label={messages.groupBy}
      options={groupings.map((id) => ({ id, name: messages.groupings[id] }))}
      value={value}
      onChange={(id) => id !== null && onChange(id)}
    />
  )
}
