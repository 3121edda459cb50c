// What opens at a button or a place that was pressed. The popover itself is the dialog, so that all that belongs to
// it, also the hidden button that closes it for those who hear the page, is in one place with one name.
import { type ReactNode, type RefObject, use } from 'react'
import { OverlayTriggerStateContext, Popover, type PopoverProps } from 'react-aria-components'
import styles from './popover.module.css'

interface PopoverDialogProps {
  readonly label: string
  readonly placement?: PopoverProps['placement']
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  /** Where it is shown, when no trigger around it says so. */
  readonly at?: RefObject<Element | null>
  readonly onClose?: () => void
}

export function PopoverDialog({ label, placement = 'bottom start', children, at, onClose }: PopoverDialogProps) {
  const shown = at === undefined ? {} : { triggerRef: at, isOpen: true }
  return (
    <Popover
      aria-label={label}
      placement={placement}
      className={styles.pop ?? ''}
      onOpenChange={(open) => !open && onClose?.()}
      {...shown}
    >
      <PopoverContent>{children}</PopoverContent>
    </Popover>
  )
}

function PopoverContent({ children }: Pick<PopoverDialogProps, 'children'>) {
  const state = use(OverlayTriggerStateContext)
  return typeof children === 'function' ? children(() => state?.close()) : children
}
