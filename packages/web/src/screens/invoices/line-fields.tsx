// What several kinds of lines of a draft have: the fields of their texts, and the end with the buttons.
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { maxOf } from '../../api/permissions.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { IconButton } from '../../parts/button.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import type { Line } from './invoice-draft.ts'
import type { FieldErrors } from './invoice-edit-state.ts'
import styles from './lines.module.css'

export interface LineTextProps {
  readonly line: Line
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<Line>) => void
}

export interface LineProps extends LineTextProps {
  readonly currency: string
  /** The buttons that move the line. */
  readonly moves: ReactNode
}

interface NameFieldProps extends LineTextProps {
  readonly placeholder?: string
  readonly autoFocus?: boolean
}

export function NameField({ line, errors, onChange, ...field }: NameFieldProps) {
  const messages = useMoneyMessages()
  return (
    <TextField
      {...field}
      label={messages.item}
      labelHidden
      value={line.name}
      onChange={(name) => onChange({ name })}
      error={errors.name}
      maxLength={maxOf('invoiceitem', 'name')}
    />
  )
}

export function DescriptionField({ line, errors, onChange }: LineTextProps) {
  const messages = useMoneyMessages()
  return (
    <TextArea
      label={messages.lineDescription}
      labelHidden
      rows={2}
      value={line.description}
      onChange={(description) => onChange({ description })}
      error={errors.description}
    />
  )
}

interface LineEndProps extends Pick<LineProps, 'line' | 'moves'> {
  readonly onRemove: () => void
}

export function LineEnd({ line, moves, onRemove }: LineEndProps) {
  const messages = useMoneyMessages()
  return (
    <div className={styles.end}>
      {moves}
      <IconButton icon={Trash2} label={messages.removeLine(line.name)} onPress={onRemove} />
    </div>
  )
}
