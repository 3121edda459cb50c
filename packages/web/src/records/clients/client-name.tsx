// The name of the client of a record, with a link to the page of the client. The portal has no such page.
import type { InvoiceRecord } from '@stint/sdk'
import { usePortal } from '../../api/session.tsx'
import { RecordLink } from '../../parts/record-link.tsx'

export function ClientName({ clientid, client }: Pick<InvoiceRecord, 'clientid' | 'client'>) {
  const portal = usePortal()
  if (clientid === null || portal) return client
  return <RecordLink to="/clients/$id" id={clientid} text={client} />
}
