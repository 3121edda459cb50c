// A menu that opens from a button, for actions that need no button of their own.
import { EllipsisVertical } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu as AriaMenu, Button, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components'
import type { Icon } from './button.tsx'
import styles from './menu.module.css'

export interface MenuEntry {
  readonly id: string
  readonly name: string
  readonly icon?: Icon
  readonly onPress: () => void
  readonly danger?: boolean
  readonly isDisabled?: boolean
}

interface MenuProps {
  readonly label: string
  readonly entries: readonly (MenuEntry | null)[]
  /** The button that opens the menu, a pressable of React Aria; three dots unless given. */
  readonly opener?: ReactElement
}

/** A null among the entries is a separator. */
export function Menu({ label, entries, opener }: MenuProps) {
  return (
    <MenuTrigger>
      {opener ?? (
        <Button aria-label={label} className={styles.dots ?? ''}>
          <EllipsisVertical size={17} aria-hidden />
        </Button>
      )}
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <AriaMenu aria-label={label}>
          {entries.map((entry, at) =>
            entry === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: separators have no ids, and the entries keep their order.
              <Separator key={`line-${at}`} className={styles.line ?? ''} />
            ) : (
              <MenuItem
                key={entry.id}
                id={entry.id}
                textValue={entry.name}
                onAction={entry.onPress}
                isDisabled={entry.isDisabled ?? false}
                className={styles.item ?? ''}
                data-danger={entry.danger ?? false}
              >
                {entry.icon !== undefined && <entry.icon size={15} aria-hidden />}
                {entry.name}
              </MenuItem>
            ),
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
