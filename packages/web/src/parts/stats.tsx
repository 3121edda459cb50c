// Key figures: in a row of cells above the details, or in one line of text below a list.
import type { ReactNode } from 'react'
import styles from './stats.module.css'

export interface Stat {
  readonly name: string
  readonly value: ReactNode
  /** A short text below the number. */
  readonly more?: ReactNode
  readonly tone?: 'bad' | 'good' | undefined
}

interface StatsProps {
  readonly stats: readonly Stat[]
  readonly line?: boolean
}

export function Stats({ stats, line = false }: StatsProps) {
  return (
    <dl className={line ? styles.line : styles.stats}>
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
