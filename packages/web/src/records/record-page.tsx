// The page of one record: loads it by the id in its path, with a heading also while it loads or is missing.
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Readable, type RecordOf, useOne } from '../api/records.ts'
import { QueryPage } from '../parts/page.tsx'

/** The screen of one record. The title is the heading until the record is loaded. */
export const recordScreen = <K extends Readable>(
  resource: K,
  useTitle: () => string,
  page: (record: RecordOf<K>) => ReactNode,
) =>
  function RecordScreen() {
    const { id } = useParams({ strict: false })
    const query = useOne(resource, Number(id))
    return (
      <QueryPage title={useTitle()} query={query}>
        {page}
      </QueryPage>
    )
  }
