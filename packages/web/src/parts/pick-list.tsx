// A list of options inside a popover, with a search box above it, for one choice or several. Each change is reported at
// once. The caller decides when the popover closes.
import { Check, Search } from 'lucide-react'
import { useMemo } from 'react'
import {
  Autocomplete,
  Input,
  type Key,
  ListBox,
  ListBoxItem,
  SearchField,
  type Selection,
  useFilter,
} from 'react-aria-components'
import { useMessages } from '../messages/messages.ts'
import type { Option } from './choices.tsx'
import { Dot } from './dot.tsx'
import fields from './fields.module.css'
import styles from './pick-list.module.css'

interface PickListProps<Id extends Key> {
  readonly label: string
  readonly options: readonly Option<Id>[]
  readonly value: readonly Id[]
  readonly onChange: (value: Id[]) => void
  /** One choice instead of several. */
  readonly single?: boolean
}

/** Lists up to this length have no search box. */
const searchThreshold = 7

export function PickList<Id extends Key>({ label, options, value, onChange, single = false }: PickListProps<Id>) {
  const messages = useMessages().parts
  const { contains } = useFilter({ sensitivity: 'base' })
  const chosen = useMemo(() => new Set<Key>(value), [value])
  const choose = (selection: Selection): void => {
    onChange(selection === 'all' ? options.map(({ id }) => id) : ([...selection] as Id[]))
  }
  const list = (
    <ListBox
      aria-label={label}
      items={options}
      selectionMode={single ? 'single' : 'multiple'}
      selectedKeys={chosen}
      onSelectionChange={choose}
      disallowEmptySelection={single}
      // Escape closes the popover; it must not clear the selection.
      escapeKeyBehavior="none"
      renderEmptyState={() => <div className={fields.none}>{messages.nothingFound}</div>}
      className={styles.list ?? ''}
      {...(options.length <= searchThreshold ? { autoFocus: 'first' as const } : {})}
    >
      {PickItem}
    </ListBox>
  )
  if (options.length <= searchThreshold) return list
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={label} autoFocus className={`${fields.group} ${styles.find}`}>
        <Search size={15} aria-hidden className={fields.lens} />
        {/* A combo box whose list is always open, below it. The arrow keys move in the list. */}
        <Input
          role="combobox"
          aria-expanded
          aria-haspopup="listbox"
          className={fields.bare ?? ''}
          placeholder={messages.typeToFind}
        />
      </SearchField>
      {list}
    </Autocomplete>
  )
}

function PickItem({ id, name, more, color }: Option) {
  return (
    <ListBoxItem id={id} textValue={name} className={fields.item ?? ''}>
      {({ isSelected }) => (
        <>
          <span className={styles.mark} data-on={isSelected} aria-hidden>
            {isSelected && <Check size={12} strokeWidth={3} />}
          </span>
          <Dot color={color} />
          <span className={fields.itemText}>
            {name}
            {more !== undefined && more !== '' && <span className={fields.itemMore}> {more}</span>}
          </span>
        </>
      )}
    </ListBoxItem>
  )
}
