// The checklist of a new company: what every company needs, with links to where it is done. A step is done as soon as
// its first record exists. Administrators see it until all steps are done, or until they hide it in this browser. Who
// works alone can leave out the team. While sample data is loaded, the way to remove it is here instead.
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { mailSettingsQuery } from '../../api/mail-settings.ts'
import { usePage } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useFirstStepsMessages } from '../../messages/first-steps.ts'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import styles from './home.module.css'
import { LoadSampleData, SampleData } from './sample-company.tsx'

type Step = keyof ReturnType<typeof useFirstStepsMessages>['steps']

const placeOf: Readonly<Record<Step, Pick<LinkProps, 'to' | 'search'>>> = {
  company: { to: '/settings' },
  client: { to: '/clients' },
  project: { to: '/projects' },
  person: { to: '/people' },
  time: { to: '/timesheet' },
  mail: { to: '/settings', search: { tab: 'server' } },
  invoice: { to: '/invoices' },
}

const allSteps = Object.keys(placeOf) as Step[]

/** Which steps are done; null until all of it is known, so that no step seems open that is not. */
function useDone(): Readonly<Record<Step, boolean>> | null {
  const { mail } = useSession()
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
    mail,
    invoice: invoice.count > 0,
  }
}

/** Email is a step only while there is no mail server and this person may set one. */
function useSteps(): readonly Step[] {
  const { mail } = useSession()
  const { data } = useQuery({ ...mailSettingsQuery, enabled: !mail })
  return mail || data?.editable !== true ? allSteps.filter((step) => step !== 'mail') : allSteps
}

/** A choice that this browser remembers for the account. */
function useRemembered(name: string): readonly [boolean, () => void] {
  const { accountid } = useSession()
  const key = `stint-${name}-${accountid}`
  const [isSet, setSet] = useState(() => localStorage.getItem(key) !== null)
  const set = (): void => {
    localStorage.setItem(key, 't')
    setSet(true)
  }
  return [isSet, set]
}

export function FirstSteps() {
  const messages = useFirstStepsMessages()
  const [isHidden, hide] = useRemembered('checklist-hidden')
  const [isAlone, workAlone] = useRemembered('works-alone')
  const known = useDone()
  const steps = useSteps()
  const company = useCompany().data
  if (company?.sampledata) return <SampleData id={company.id} />
  if (isHidden || known === null || company === undefined) return null
  const done = { ...known, person: known.person || isAlone }
  if (steps.every((step) => done[step])) return null
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
          <StepLine key={step} step={step} isDone={done[step]} {...(step === 'person' ? { onSkip: workAlone } : {})} />
        ))}
      </ol>
      <LoadSampleData id={company.id} />
    </Section>
  )
}

interface StepLineProps {
  readonly step: Step
  readonly isDone: boolean
  /** The step can be left out. */
  readonly onSkip?: () => void
}

function StepLine({ step, isDone, onSkip }: StepLineProps) {
  const messages = useFirstStepsMessages()
  const [title, text] = messages.steps[step]
  const Mark = isDone ? CircleCheck : CircleDashed
  return (
    <li className={styles.step} data-done={isDone}>
      <Mark size={20} aria-label={isDone ? messages.isDone : messages.isOpen} />
      <span className={styles.about}>
        {isDone ? <span>{title}</span> : <Link {...placeOf[step]}>{title}</Link>}
        {!isDone && <span className={styles.hint}>{text}</span>}
        {!isDone && onSkip !== undefined && (
          <span>
            <Button small onPress={onSkip}>
              {messages.workAlone}
            </Button>
          </span>
        )}
      </span>
    </li>
  )
}
