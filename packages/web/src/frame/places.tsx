// The places one can go to, as links: one by one in the bar of a phone, all of them in groups at the side and in the sheet.
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useWords } from '../words/words.ts'
import type { Place } from './navigation.ts'
import styles from './shell.module.css'

interface PlaceLinkProps {
  readonly place: Place
  /** Told when somebody goes there. */
  readonly onChoose?: (() => void) | undefined
}

export function PlaceLink({ place: { to, name, icon: Picture }, onChoose }: PlaceLinkProps) {
  const words = useWords().frame
  return (
    <Link
      to={to}
      className={styles.place ?? ''}
      activeProps={{ 'data-open': true }}
      activeOptions={{ exact: to === '/' }}
      {...(onChoose === undefined ? {} : { onClick: onChoose })}
    >
      <Picture size={17} aria-hidden />
      <span>{words.places[name]}</span>
    </Link>
  )
}

const groups = ['work', 'people', 'money', 'rest'] as const

interface PlaceListProps {
  readonly places: readonly Place[]
  readonly onChoose?: (() => void) | undefined
}

export function PlaceList({ places, onChoose }: PlaceListProps) {
  const words = useWords().frame
  return (
    <nav aria-label={words.navigation} className={styles.nav}>
      {groups.map((group) => {
        const mine = places.filter((place) => place.group === group)
        if (mine.length === 0) return null
        return (
          <Fragment key={group}>
            <h2 className={styles.group}>{words.groups[group]}</h2>
            <ul>
              {mine.map((place) => (
                <li key={place.to}>
                  <PlaceLink place={place} onChoose={onChoose} />
                </li>
              ))}
            </ul>
          </Fragment>
        )
      })}
    </nav>
  )
}
