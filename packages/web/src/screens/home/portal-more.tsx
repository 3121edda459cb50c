// The way from a card of the portal to the whole list.
import { Link } from '@tanstack/react-router'
import styles from './portal.module.css'

interface PortalMoreLinkProps {
  readonly to: '/requests' | '/invoices' | '/documents'
  readonly children: string
}

export function PortalMoreLink({ to, children }: PortalMoreLinkProps) {
  return (
    <Link to={to} className={styles.more ?? ''}>
      {children}
    </Link>
  )
}
