// A card of the portal with a short list of records, and the link to the whole list.
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { EmptyState, Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import styles from './portal.module.css'

interface PortalListProps<T> {
  readonly texts: PortalListTexts
  readonly query: ComponentProps<typeof QueryList<T>>['query']
  /** The path of the whole list, if it has one. */
  readonly to?: '/requests' | '/invoices' | '/estimates' | '/documents'
  /** One entry of the list, with its key. */
  readonly children: (record: T) => ReactNode
}

interface PortalListTexts {
  readonly title: string
  readonly none: string
  /** The link to the whole list. */
  readonly all?: string
}

export function PortalList<T>({ texts, query, to, children }: PortalListProps<T>) {
  const link = to !== undefined && (
    <Link to={to} className={styles.more ?? ''}>
      {texts.all}
    </Link>
  )
  return (
    <Section title={texts.title} card actions={link}>
      <QueryList query={query} className={styles.lines} empty={<EmptyState title={texts.none} />}>
        {children}
      </QueryList>
    </Section>
  )
}
