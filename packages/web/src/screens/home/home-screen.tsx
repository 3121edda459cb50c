// The home screen: tasks, timer, hours and pending work for the team. Clients get the portal, which is loaded for
// clients only.
import { lazy, Suspense } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { loadLazily } from '../../api/lazy.ts'
import { useIsClient, useMay, useSession } from '../../api/session.tsx'
import { useTimeMessages } from '../../messages/time.ts'
import { Loading, Page } from '../../parts/page.tsx'
import styles from './home.module.css'
import { MyTasks } from './my-tasks.tsx'
import { BudgetsNearLimit, PendingApprovals, PendingRequests } from './pending-work.tsx'
import { TimerCard } from './timer-card.tsx'
import { WeekHours } from './week-hours.tsx'

const Portal = lazy(async () => ({ default: (await loadLazily(() => import('./portal.tsx'))).Portal }))

export function HomeScreen() {
  if (!useIsClient()) return <StaffHome />
  return (
    <Suspense fallback={<Loading />}>
      <Portal />
    </Suspense>
  )
}

function StaffHome() {
  const messages = useTimeMessages()
  const { firstname } = useSession()
  const formats = useFormats()
  const today = useToday()
  const may = useMay()
  return (
    <Page title={messages.hello(firstname)} above={formats.fullDay(today)}>
      <div className={styles.day}>
        <div className={styles.column}>
          <MyTasks />
          {may('budget', 'report') && <BudgetsNearLimit />}
        </div>
        <div className={styles.column}>
          <TimerCard />
          <WeekHours />
          {may('timesheet', 'approve') && <PendingApprovals />}
          {may('request', 'accept') && <PendingRequests />}
        </div>
      </div>
    </Page>
  )
}
