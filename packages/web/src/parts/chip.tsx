// Chips: small buttons for filters. One kind opens a popover with choices, another is on or off. An active chip shows
// its value and has a button that removes it.
import { ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, DialogTrigger, ToggleButton } from 'react-aria-components'
import { useMessages } from '../messages/messages.ts'
import styles from './chip.module.css'
import { PopoverDialog } from './popover.tsx'

interface ChipProps {
  readonly name: string
  /** The current value as text; undefined if none is set. */
  readonly text?: string | undefined
  readonly onClear?: () => void
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

export function Chip({ name, text, onClear, children }: ChipProps) {
  const messages = useMessages().parts
  return (
    <span className={styles.chip} data-on={text !== undefined}>
      <DialogTrigger>
        <Button className={styles.main ?? ''}>
          <span className={styles.text}>{text ?? name}</span>
          {text === undefined && <ChevronDown size={13} aria-hidden />}
        </Button>
        <PopoverDialog label={name}>{children}</PopoverDialog>
      </DialogTrigger>
      {text !== undefined && onClear !== undefined && (
        <Button className={styles.clear ?? ''} aria-label={messages.removeOne(text)} onPress={onClear}>
          <X size={13} aria-hidden />
        </Button>
      )}
    </span>
  )
}

interface ChipToggleProps {
  readonly name: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

export function ChipToggle({ name, on, onChange }: ChipToggleProps) {
  return (
    <ToggleButton isSelected={on} onChange={onChange} className={`${styles.chip} ${styles.toggle}`} data-on={on}>
      {name}
    </ToggleButton>
  )
}

/** A chip that shows a value and can only be removed. */
export function StaticChip({ text, onClear }: { readonly text: string; readonly onClear: () => void }) {
  const messages = useMessages().parts
  return (
    <span className={styles.chip} data-on>
      <span className={`${styles.main} ${styles.text}`}>{text}</span>
      <Button className={styles.clear ?? ''} aria-label={messages.removeOne(text)} onPress={onClear}>
        <X size={13} aria-hidden />
      </Button>
    </span>
  )
}
