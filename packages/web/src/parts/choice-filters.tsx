// Filters whose values are visible at once, with their natural width in the bar: a few values side by side, and one
// that is on or off. Each reports its value as the URL has it.
import { ChipToggle } from './chip.tsx'
import { FilterItem } from './filter-bar.tsx'
import { namedOptions } from './named-options.ts'
import { SegmentedControl } from './segmented-control.tsx'

interface SegmentedFilterProps<Value extends string> {
  readonly label: string
  /** In their order. The first is of the usual value, which is not in the URL. */
  readonly names: Readonly<Record<string, string>> & Readonly<Record<NoInfer<Value>, string>>
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
}

export function SegmentedFilter<Value extends string>({ label, names, value, onChange }: SegmentedFilterProps<Value>) {
  const options = namedOptions<string>(names)
  const usual = options[0]?.id ?? null
  return (
    <FilterItem>
      <SegmentedControl
        label={label}
        options={options}
        value={value ?? usual}
        onChange={(id) => onChange(id === usual ? undefined : (id as Value))}
      />
    </FilterItem>
  )
}

interface ToggleFilterProps {
  readonly name: string
  readonly value: boolean | undefined
  readonly onChange: (value: true | undefined) => void
}

export function ToggleFilter({ name, value, onChange }: ToggleFilterProps) {
  return (
    <FilterItem>
      <ChipToggle name={name} on={value === true} onChange={(on) => onChange(on || undefined)} />
    </FilterItem>
  )
}
