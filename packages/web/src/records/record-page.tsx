// The page of one record: loads it by its id, with a heading also while it loads or is missing.
import type { ReactNode } from 'react'
import { type Readable, type RecordOf, useOne } from '../api/records.ts'
import { QueryPage } from '../parts/page.tsx'

interface RecordPageProps<K extends Readable> {
  readonly resource: K
  /** The id in the path of the URL. */
  readonly id: string
  /** The heading until the record is loaded. */
  readonly title: string
  readonly children: (record: RecordOf<K>) => ReactNode
}

export function RecordPage<K extends Readable>({ resource, id, title, children }: RecordPageProps<K>) {
  const query = useOne(resource, Number(id))
  return (
    <QueryPage title={title} query={query}>
      {children}
    </QueryPage>
  )
}
