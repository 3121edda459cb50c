// The client portal, the home page of Executives: their projects with progress, next milestones, requests, estimates,
// unpaid invoices and shared documents. It shows nothing internal of the company.
import { useNavigate } from '@tanstack/react-router'
import { MessageSquarePlus } from 'lucide-react'
import { useSession } from '../../api/session.tsx'
import { usePortalMessages } from '../../messages/portal.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Button } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { Greeting } from './greeting.tsx'
import styles from './portal.module.css'
import { PortalEstimates } from './portal-estimates.tsx'
import { PortalDocuments, PortalInvoices } from './portal-invoices-and-documents.tsx'
import { PortalMilestones, PortalProjects } from './portal-projects.tsx'
import { PortalRequests } from './portal-requests.tsx'

export function Portal() {
  const { company, firstname } = useSession()
  const messages = usePortalMessages()
  const navigate = useNavigate()
  return (
    <Page
      title={useTimeMessages().hello(firstname)}
      heading={<Greeting />}
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
        <PortalEstimates />
        <PortalMilestones />
        <PortalInvoices />
        <PortalRequests />
        <PortalDocuments />
      </div>
    </Page>
  )
}
