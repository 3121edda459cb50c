// A section with settings of the whole server. They are shown where Administrators may change them or the environment
// sets them; elsewhere a sentence says who sets them. The server decides which.
import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryView, Section } from '../../parts/page.tsx'
import styles from './settings.module.css'

interface ServerSectionProps<Settings> {
  readonly title: string
  readonly about?: string
  readonly query: UseQueryResult<Settings>
  /** The sentence where they are not shown. */
  readonly notHere: string
  readonly children: (settings: Settings) => ReactNode
}

interface Sourced {
  readonly editable: boolean
  readonly source: string | null
}

export function ServerSection<Settings extends Sourced>(props: ServerSectionProps<Settings>) {
  const { title, about, query, notHere, children } = props
  return (
    <Section title={title} card>
      {about !== undefined && <p className={styles.muted}>{about}</p>}
      <QueryView query={query}>
        {(settings) => (settings.editable || settings.source === 'environment' ? children(settings) : <p>{notHere}</p>)}
      </QueryView>
    </Section>
  )
}

/** Fetches what depends on the settings again, one after the other. */
export function useRefetch(keys: readonly QueryKey[]): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    for (const queryKey of keys) await queries.invalidateQueries({ queryKey })
  }
}
