// Chips: small buttons of a bar that narrow what is shown below. One kind opens what there is to choose, one is on or
// off; when it is set it says to what, and can be taken away at its end.
import { ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, DialogTrigger, ToggleButton } from 'react-aria-components'
import { useMessages } from '../messages/messages.ts'
import styles from './chip.module.css'
import { PopoverDialog } from './popover.tsx'

interface ChipProps {
  readonly name: string
  /** What is set, in words; undefined when nothing is. */
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

/** A chip that only says what is set. */
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
