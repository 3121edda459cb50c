// The links of the navigation: single links for the bottom bar of a phone, and the grouped list for the sidebar and the
// sheet.
import { Link, useLocation } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useMessages } from '../messages/messages.ts'
import type { NavigationItem } from './navigation.ts'
import styles from './shell.module.css'

interface NavigationLinkProps {
  readonly place: NavigationItem
  /** Called when the link is followed. */
  readonly onChoose?: (() => void) | undefined
}

export function NavigationLink({ place: { to, name, icon: Picture, also }, onChoose }: NavigationLinkProps) {
  const messages = useMessages().frame
  const { pathname } = useLocation()
  return (
    <Link
      to={to}
      className={styles.place ?? ''}
      activeProps={{ 'data-open': true }}
      activeOptions={{ exact: to === '/' }}
      {...(also?.test(pathname) && { 'data-open': true, 'aria-current': true })}
      {...(onChoose === undefined ? {} : { onClick: onChoose })}
    >
      <Picture size={17} aria-hidden />
      <span>{messages.places[name]}</span>
    </Link>
  )
}

const groups = ['work', 'people', 'money', 'rest'] as const

interface NavigationListProps {
  readonly places: readonly NavigationItem[]
  readonly onChoose?: (() => void) | undefined
}

export function NavigationList({ places, onChoose }: NavigationListProps) {
  const messages = useMessages().frame
  return (
    <nav aria-label={messages.navigation} className={styles.nav}>
      {groups.map((group) => {
        const mine = places.filter((place) => place.group === group)
        if (mine.length === 0) return null
        return (
          <Fragment key={group}>
            <h2 className={styles.group}>{messages.groups[group]}</h2>
            <ul>
              {mine.map((place) => (
                <li key={place.to}>
                  <NavigationLink place={place} onChoose={onChoose} />
                </li>
              ))}
            </ul>
          </Fragment>
        )
      })}
    </nav>
  )
}
