// What the lists of projects, clients and people share: which are shown, and how the address says it.
import { FilterItem } from '../parts/filter-bar.tsx'
import { SegmentedControl } from '../parts/segmented-control.tsx'

export type ActiveChoice = 'active' | 'inactive' | 'all'

interface ActiveFilterProps {
  readonly messages: { readonly show: string; readonly shows: Readonly<Record<ActiveChoice, string>> }
  readonly value: 'inactive' | 'all' | undefined
  readonly onChange: (value: 'inactive' | 'all' | undefined) => void
}

/** Those in use, those that are not, or all. */
export function ActiveFilter({ messages, value, onChange }: ActiveFilterProps) {
  return (
    <FilterItem>
      <SegmentedControl<ActiveChoice>
        label={messages.show}
        options={(['active', 'inactive', 'all'] as const).map((id) => ({ id, name: messages.shows[id] }))}
        value={value ?? 'active'}
        onChange={(id) => onChange(id === 'active' ? undefined : id)}
      />
    </FilterItem>
  )
}

/** What the server is asked for it. */
export const activeQuery = (show: 'inactive' | 'all' | undefined): { active?: boolean } =>
  show === 'all' ? {} : { active: show === undefined }
