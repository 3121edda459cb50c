// The filter that the lists of projects, clients and people share: active, inactive or all records.
import { SegmentedFilter } from '../parts/choice-filters.tsx'

export type ActiveChoice = 'active' | 'inactive' | 'all'

interface ActiveFilterProps {
  readonly messages: { readonly show: string; readonly shows: Readonly<Record<ActiveChoice, string>> }
  readonly value: 'inactive' | 'all' | undefined
  readonly onChange: (value: 'inactive' | 'all' | undefined) => void
}

export function ActiveFilter({ messages, value, onChange }: ActiveFilterProps) {
  return <SegmentedFilter label={messages.show} names={messages.shows} value={value} onChange={onChange} />
}

/** The filter of the request; active records unless the URL says otherwise. */
export const activeQuery = (show: 'inactive' | 'all' | undefined): { active?: boolean } =>
  show === 'all' ? {} : { active: show === undefined }
