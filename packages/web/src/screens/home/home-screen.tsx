// The home screen: tasks, timer, hours and pending work for the team. Clients get the portal, which is loaded for
// clients only.
import { Suspense } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { lazyPart } from '../../api/lazy.ts'
import { useMay, usePortal, useSession } from '../../api/session.tsx'
import { useTimeMessages } from '../../messages/time.ts'
import { useAfterPaint } from '../../parts/after-paint.ts'
import { Loading, Page } from '../../parts/page.tsx'
import { Greeting } from './greeting.tsx'
import styles from './home.module.css'
import { MyTasks } from './my-tasks.tsx'
import { TimerCard } from './timer-card.tsx'
import { WeekHours } from './week-hours.tsx'

/** Loaded for those who decide about something. */
const pendingWork = () => import('./pending-work.tsx')
const BudgetsNearLimit = lazyPart(pendingWork, 'BudgetsNearLimit')
const PendingApprovals = lazyPart(pendingWork, 'PendingApprovals')
const PendingRequests = lazyPart(pendingWork, 'PendingRequests')
const FirstSteps = lazyPart(() => import('./first-steps.tsx'), 'FirstSteps')
const Portal = lazyPart(() => import('./portal.tsx'), 'Portal')

export function HomeScreen() {
  if (!usePortal()) return <StaffHome />
  return (
    <Suspense fallback={<Loading />}>
      <Portal />
    </Suspense>
  )
}

function StaffHome() {
  const messages = useTimeMessages()
  const { firstname, approvesweeks, firststeps } = useSession()
  const formats = useFormats()
  const today = useToday()
  const may = useMay()
  // What is below the other cards is created after them.
  const painted = useAfterPaint()
  return (
    <Page title={messages.hello(firstname)} heading={<Greeting />} above={formats.fullDay(today)}>
      {firststeps && (
        <Suspense fallback={null}>
          <FirstSteps />
        </Suspense>
      )}
      <div className={styles.day}>
        <div className={styles.column}>
          <MyTasks />
          <Suspense fallback={null}>{painted && may('budget', 'report') && <BudgetsNearLimit />}</Suspense>
        </div>
        <div className={styles.column}>
          <TimerCard />
          <WeekHours />
          <Suspense fallback={null}>
            {painted && approvesweeks && <PendingApprovals />}
            {painted && may('request', 'accept') && <PendingRequests />}
          </Suspense>
        </div>
      </div>
    </Page>
  )
}
