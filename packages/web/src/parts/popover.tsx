// A popover at a button or another element. The popover itself has the role of the dialog, so that everything in it,
// including the hidden close button for screen readers, is inside the dialog.
import { type ReactNode, type RefObject, use } from 'react'
import { OverlayTriggerStateContext, Popover, type PopoverProps } from 'react-aria-components'
import styles from './popover.module.css'

interface PopoverDialogProps {
  readonly label: string
  readonly placement?: PopoverProps['placement']
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  /** The element to show it at, if there is no trigger around it. */
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
