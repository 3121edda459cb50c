// Badges, avatars with initials, and gauges. A tone names a meaning, not a colour; the text always says the same as the
// colour.
import type { ReactNode } from 'react'
import { Meter } from 'react-aria-components'
import styles from './badge.module.css'

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad' | 'live'

export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => [...part][0] ?? '')
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('')
    .toUpperCase()

/** The colour depends on the name only, so that a person always has the same one. */
const colorIndexOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6

export function Avatar({ name, small = false }: { readonly name: string; readonly small?: boolean }) {
  return (
    <span
      className={styles.avatar}
      data-shade={colorIndexOf(name)}
      data-small={small}
      title={name}
      data-initials={initialsOf(name)}
      aria-hidden
    />
  )
}

/** An avatar with the name beside it. */
export function Person({ name }: { readonly name: string }) {
  return (
    <span className={styles.person}>
      <Avatar name={name} small />
      {name}
    </span>
  )
}

interface GaugeProps {
  readonly label: string
  /** 0 to 1, or more if the limit is exceeded. */
  readonly share: number
  readonly text: string
  /** No warning colours, for a value that is meant to reach 100 %, such as progress. */
  readonly calm?: boolean
}

export function Gauge({ label, share, text, calm = false }: GaugeProps) {
  const tone: Tone = calm ? 'accent' : share > 1 ? 'bad' : share >= 0.8 ? 'warn' : 'accent'
  const percent = Math.max(0, Math.min(100, share * 100))
  return (
    <Meter aria-label={label} value={percent} valueLabel={text} className={styles.gauge ?? ''} data-tone={tone}>
      <svg className={styles.track} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
        <rect width={percent} height="6" />
      </svg>
      <span className={styles.gaugeText}>{text}</span>
    </Meter>
  )
}
