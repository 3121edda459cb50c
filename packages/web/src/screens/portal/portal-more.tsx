// The way from a card of the portal to the whole list.
import { Link } from '@tanstack/react-router'
import styles from './portal.module.css'

interface MoreProps {
  readonly to: '/requests' | '/invoices' | '/documents'
  readonly children: string
}

export function More({ to, children }: MoreProps) {
  return (
    <Link to={to} className={styles.more ?? ''}>
      {children}
    </Link>
  )
}
