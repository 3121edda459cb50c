// The public page of the address: of an invoice or of an estimate. Both are loaded together, because the browser of a
// client loads them once.
import { PublicEstimate } from './public-estimate.tsx'
import { PublicInvoice } from './public-invoice.tsx'

interface PublicPageProps {
  readonly resource: string
  /** True if somebody is signed in: then it does not count as a view. */
  readonly isOwn: boolean
}

export function PublicPage({ resource, isOwn }: PublicPageProps) {
  return resource === 'estimate' ? <PublicEstimate isOwn={isOwn} /> : <PublicInvoice isOwn={isOwn} />
}
