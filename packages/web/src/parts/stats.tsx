// A row of key figures, shown above the details.
import type { ReactNode } from 'react'
import styles from './stats.module.css'

export interface Stat {
  readonly name: string
  readonly value: ReactNode
  /** A short text below the number. */
  readonly more?: ReactNode
  readonly tone?: 'bad' | 'good' | undefined
}

export function Stats({ stats }: { readonly stats: readonly Stat[] }) {
  return (
    <dl className={styles.stats}>
      {stats.map(({ name, value, more, tone }) => (
        <div key={name} className={styles.stat}>
          <dt>{name}</dt>
          <dd>
            <span className={styles.value} data-tone={tone}>
              {value}
            </span>
            {more !== undefined && <span className={styles.more}>{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
