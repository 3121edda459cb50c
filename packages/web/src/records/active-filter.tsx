// The filter that the lists of projects, clients and people share: active, inactive or all records.
import { useFilterMessages } from '../messages/filters.ts'
import { SegmentedFilter } from '../parts/choice-filters.tsx'

interface ActiveFilterProps {
  readonly value: 'inactive' | 'all' | undefined
  readonly onChange: (value: 'inactive' | 'all' | undefined) => void
}

export function ActiveFilter({ value, onChange }: ActiveFilterProps) {
  const { state, states } = useFilterMessages()
  return <SegmentedFilter label={state} names={states} value={value} onChange={onChange} />
}

/** The filter of the request; active records unless the URL says otherwise. */
export const activeQuery = (show: 'inactive' | 'all' | undefined): { active?: boolean } =>
  show === 'all' ? {} : { active: show === undefined }
