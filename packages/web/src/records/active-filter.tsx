// The filter that the lists of projects, clients and people share: active, inactive or all records.
import { FilterItem } from '../parts/filter-bar.tsx'
import { SegmentedControl } from '../parts/segmented-control.tsx'

export type ActiveChoice = 'active' | 'inactive' | 'all'

interface ActiveFilterProps {
  readonly messages: { readonly show: string; readonly shows: Readonly<Record<ActiveChoice, string>> }
  readonly value: 'inactive' | 'all' | undefined
  readonly onChange: (value: 'inactive' | 'all' | undefined) => void
}

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

/** The filter of the request; active records unless the URL says otherwise. */
export const activeQuery = (show: 'inactive' | 'all' | undefined): { active?: boolean } =>
  show === 'all' ? {} : { active: show === undefined }
