// The portal of a client: what an Executive sees first. Their projects and how far they are, what comes next, what
// they asked for, what is to be paid and what was shared with them; nothing of how the company works inside.
import { useNavigate } from '@tanstack/react-router'
import { MessageSquarePlus } from 'lucide-react'
import { useSession } from '../../api/session.tsx'
import { usePortalMessages } from '../../messages/portal.ts'
import { Button } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import styles from './portal.module.css'
import { PortalDocuments, PortalInvoices } from './portal-invoices-and-documents.tsx'
import { PortalMilestones, PortalProjects } from './portal-projects.tsx'
import { PortalRequests } from './portal-requests.tsx'

export function Portal() {
  const { company, firstname } = useSession()
  const messages = usePortalMessages()
  const navigate = useNavigate()
  return (
    <Page
      title={messages.hello(firstname)}
      actions={
        <Button
          look="strong"
          icon={MessageSquarePlus}
          onPress={() => void navigate({ to: '/requests', search: { new: true } })}
        >
          {messages.newRequest}
        </Button>
      }
    >
      <p className={styles.lead}>{messages.from(company)}</p>
      <PortalProjects />
      <div className={styles.cards}>
        <PortalMilestones />
        <PortalInvoices />
        <PortalRequests />
        <PortalDocuments />
      </div>
    </Page>
  )
}
