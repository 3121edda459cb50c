// A card of the portal with a short list of records, and the link to the whole list.
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { EmptyState, Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import styles from './portal.module.css'

interface PortalListProps<T> {
  readonly title: string
  readonly query: ComponentProps<typeof QueryList<T>>['query']
  readonly empty: string
  /** The whole list: its path and the text of the link. */
  readonly all?: readonly ['/requests' | '/invoices' | '/estimates' | '/documents', string]
  /** One entry of the list, with its key. */
  readonly children: (record: T) => ReactNode
}

export function PortalList<T>({ title, query, empty, all, children }: PortalListProps<T>) {
  const link = all !== undefined && (
    <Link to={all[0]} className={styles.more ?? ''}>
      {all[1]}
    </Link>
  )
  return (
    <Section title={title} card actions={link}>
      <QueryList query={query} className={styles.lines} empty={<EmptyState title={empty} />}>
        {children}
      </QueryList>
    </Section>
  )
}
