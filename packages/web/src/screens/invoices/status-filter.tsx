// The filter of invoices and estimates by their status. Clients do not see drafts, so they cannot choose them.
import type { ComponentProps } from 'react'
import { useIsClient } from '../../api/session.tsx'
import { SegmentedFilter } from '../../parts/choice-filters.tsx'

export function StatusFilter<Status extends string>(props: ComponentProps<typeof SegmentedFilter<Status>>) {
  const isClient = useIsClient()
  const { draft: _draft, ...others } = props.names as Readonly<Record<string, string>>
  return <SegmentedFilter {...props} names={isClient ? (others as typeof props.names) : props.names} />
}
