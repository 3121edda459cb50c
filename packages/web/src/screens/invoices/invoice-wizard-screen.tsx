// A new invoice in three steps: project, hours, details. The step is in the URL, so that "back" works. The invoice is
// created after the last step. An invoice without hours skips the second step.
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMay } from '../../api/session.tsx'
import { useMoneyMessages } from '../../messages/money.ts'
import { NoAccess } from '../../parts/no-access.tsx'
import { Page } from '../../parts/page.tsx'
import styles from './wizard.module.css'
import { WizardDetails } from './wizard-details.tsx'
import { WizardHours } from './wizard-hours.tsx'
import { WizardProject } from './wizard-project.tsx'

const route = getRouteApi('/invoices/new')

export function InvoiceWizardScreen() {
  const messages = useMoneyMessages()
  const may = useMay()
  const { projectid, step, blank = false } = route.useSearch()
  if (!may('invoice', 'create')) return <NoAccess title={messages.newInvoice} />
  const at = projectid === undefined ? 'project' : (step ?? 'hours')
  return (
    <Page title={messages.newInvoice} above={<Link to="/invoices">{messages.allInvoices}</Link>}>
      <Steps at={at} blank={blank} />
      {projectid === undefined || at === 'project' ? (
        <WizardProject />
      ) : at === 'hours' && !blank ? (
        <WizardHours projectid={projectid} />
      ) : (
        <WizardDetails key={`${projectid} ${blank}`} projectid={projectid} blank={blank} />
      )}
    </Page>
  )
}

const steps = ['project', 'hours', 'details'] as const

function Steps({ at, blank }: { readonly at: (typeof steps)[number]; readonly blank: boolean }) {
  const messages = useMoneyMessages()
  const search = route.useSearch()
  const shown = steps.filter((step) => !(blank && step === 'hours'))
  const now = shown.indexOf(at)
  return (
    <nav aria-label={messages.steps}>
      <ol className={styles.steps}>
        {shown.map((step, index) => (
          <li key={step} data-done={index < now} aria-current={index === now ? 'step' : undefined}>
            <span className={styles.stepNumber} aria-hidden>
              {index + 1}
            </span>
            {index < now ? (
              <Link to="/invoices/new" search={step === 'project' ? {} : { ...search, step: 'hours' }}>
                {messages.stepNames[step]}
              </Link>
            ) : (
              messages.stepNames[step]
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
