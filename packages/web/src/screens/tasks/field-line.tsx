// A field of a record as a line: its label, and its value as a button that opens an editor. Without an editor, only the
// value is shown. The page can open a line, for shortcuts.
import type { ReactNode } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useTaskMessages } from '../../messages/task.ts'
import fields from '../../parts/fields.module.css'
import styles from './field-line.module.css'

interface FieldLineProps {
  readonly name: string
  /** The value as text. */
  readonly text: string
  /** Replaces the text on screen. */
  readonly children?: ReactNode
  /** The editor; without it, the value cannot be changed. */
  readonly edit?: ((close: () => void) => ReactNode) | undefined
  readonly open?: boolean
  readonly onOpen?: (open: boolean) => void
  /** The field has no value. */
  readonly faint?: boolean
}

export function FieldLine({ name, text, children, edit, open, onOpen, faint = false }: FieldLineProps) {
  const messages = useTaskMessages()
  const shown = children ?? text
  const control = open === undefined || onOpen === undefined ? {} : { isOpen: open, onOpenChange: onOpen }
  return (
    <div className={styles.line}>
      <dt>{name}</dt>
      <dd data-faint={faint}>
        {edit === undefined ? (
          <span className={styles.still}>{shown}</span>
        ) : (
          <DialogTrigger {...control}>
            <Button aria-label={messages.change(name, text)} className={styles.value ?? ''}>
              {shown}
            </Button>
            <Popover className={`${fields.popover} ${styles.popover}`} placement="bottom start">
              <Dialog aria-label={name} className={styles.dialog ?? ''}>
                {({ close }) => edit(close)}
              </Dialog>
            </Popover>
          </DialogTrigger>
        )}
      </dd>
    </div>
  )
}

export function FieldLines({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.lines}>{children}</dl>
}

/** The contents of the popover of a line, one below the other. */
export function PopoverStack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}
