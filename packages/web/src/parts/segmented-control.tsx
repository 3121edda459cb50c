// Chooses one of a few options that are all visible: views, spans, groupings. For more options use a ChoiceField.
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import styles from './segmented-control.module.css'

interface SegmentedControlProps<Id extends string> {
  readonly label: string
  readonly options: readonly { readonly id: Id; readonly name: string }[]
  /** Null if no option is chosen. */
  readonly value: Id | null
  readonly onChange: (id: Id) => void
}

export function SegmentedControl<Id extends string>({ label, options, value, onChange }: SegmentedControlProps<Id>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection={value !== null}
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={(keys) => {
        const [id] = keys
        const chosen = options.find((option) => option.id === id)
        if (chosen !== undefined) onChange(chosen.id)
      }}
      className={styles.segments ?? ''}
    >
      {options.map(({ id, name }) => (
        <ToggleButton key={id} id={id} className={styles.segment ?? ''}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
