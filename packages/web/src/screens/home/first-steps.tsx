// The checklist of a new company: what every company needs, with links to where it is done. A step is done as soon as
// its first record exists. Administrators see it until all steps are done, or until they hide it in this browser.
import { Link, type LinkProps } from '@tanstack/react-router'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { usePage } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useFirstStepsMessages } from '../../messages/first-steps.ts'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import styles from './home.module.css'

type Step = keyof ReturnType<typeof useFirstStepsMessages>['steps']

const placeOf: Readonly<Record<Step, LinkProps['to']>> = {
  company: '/settings',
  client: '/clients',
  project: '/projects',
  person: '/people',
  time: '/timesheet',
  invoice: '/invoices',
}

const steps = Object.keys(placeOf) as Step[]

/** Which steps are done; null until all of it is known, so that no step seems open that is not. */
function useDone(): Readonly<Record<Step, boolean>> | null {
  const company = useCompany().data
  const client = usePage('client', {}, 1).data
  const project = usePage('project', {}, 1).data
  const person = usePage('person', {}, 1).data
  const time = usePage('time', {}, 1).data
  const invoice = usePage('invoice', {}, 1).data
  if (!company || !client || !project || !person || !time || !invoice) return null
  return {
    company: company.address !== '',
    client: client.count > 0,
    project: project.count > 0,
    person: person.count > 1,
    time: time.count > 0,
    invoice: invoice.count > 0,
  }
}

export function FirstSteps() {
  const messages = useFirstStepsMessages()
  const { accountid } = useSession()
  const key = `stint-checklist-hidden-${accountid}`
  const [isHidden, setHidden] = useState(() => localStorage.getItem(key) !== null)
  const done = useDone()
  if (isHidden || done === null || steps.every((step) => done[step])) return null
  const hide = (): void => {
    localStorage.setItem(key, 't')
    setHidden(true)
  }
  const actions = (
    <Button small look="quiet" onPress={hide}>
      {messages.hide}
    </Button>
  )
  return (
    <Section title={messages.title} card actions={actions}>
      <p className={styles.faint}>{messages.done(steps.filter((step) => done[step]).length, steps.length)}</p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <StepLine key={step} step={step} isDone={done[step]} />
        ))}
      </ol>
    </Section>
  )
}

function StepLine({ step, isDone }: { readonly step: Step; readonly isDone: boolean }) {
  const messages = useFirstStepsMessages()
  const [title, text] = messages.steps[step]
  const Mark = isDone ? CircleCheck : CircleDashed
  return (
    <li className={styles.step} data-done={isDone}>
      <Mark size={20} aria-label={isDone ? messages.isDone : messages.isOpen} />
      <span className={styles.about}>
        {isDone ? <span>{title}</span> : <Link to={placeOf[step]}>{title}</Link>}
        {!isDone && <span className={styles.hint}>{text}</span>}
      </span>
    </li>
  )
}
