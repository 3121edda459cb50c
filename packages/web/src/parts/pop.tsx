// What opens at a button or a place that was pressed. The popover itself is the dialog, so that all that belongs to it, also the
// hidden button that closes it for those who hear the page, is in one place with one name.
import { type ReactNode, type RefObject, use } from 'react'
import { OverlayTriggerStateContext, Popover, type PopoverProps } from 'react-aria-components'
import styles from './pop.module.css'

interface PopProps {
  readonly label: string
  readonly placement?: PopoverProps['placement']
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  /** Where it is shown, when no trigger around it says so. */
  readonly at?: RefObject<Element | null>
  readonly onClose?: () => void
}

export function Pop({ label, placement = 'bottom start', children, at, onClose }: PopProps) {
  const shown = at === undefined ? {} : { triggerRef: at, isOpen: true }
  return (
    <Popover
      aria-label={label}
      placement={placement}
      className={styles.pop ?? ''}
      onOpenChange={(open) => !open && onClose?.()}
      {...shown}
    >
      <Content>{children}</Content>
    </Popover>
  )
}

function Content({ children }: Pick<PopProps, 'children'>) {
  const state = use(OverlayTriggerStateContext)
  return typeof children === 'function' ? children(() => state?.close()) : children
}
