// What one sees first. Whoever works here sees their day: tasks, timer, hours, and what waits for them; a client sees the portal,
// which is loaded for clients only.
import { lazy, Suspense } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { loadPart } from '../../api/late.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { Loading, Page } from '../../parts/page.tsx'
import { useTimeWords } from '../../words/time.ts'
import styles from './home.module.css'
import { MyTasks } from './my-tasks.tsx'
import { TimerCard } from './timer-card.tsx'
import { NearBudgets, WaitingApprovals, WaitingRequests } from './waiting.tsx'
import { WeekHours } from './week-hours.tsx'

const Portal = lazy(async () => ({ default: (await loadPart(() => import('../portal/portal.tsx'))).Portal }))

export function HomeScreen() {
  const { role } = useSession()
  if (role !== 'Executive') return <Day />
  return (
    <Suspense fallback={<Loading />}>
      <Portal />
    </Suspense>
  )
}

function Day() {
  const words = useTimeWords()
  const { firstname } = useSession()
  const formats = useFormats()
  const today = useToday()
  const may = useMay()
  return (
    <Page title={words.hello(firstname)} above={formats.fullDay(today)}>
      <div className={styles.day}>
        <div className={styles.column}>
          <MyTasks />
          {may('budget', 'report') && <NearBudgets />}
        </div>
        <div className={styles.column}>
          <TimerCard />
          <WeekHours />
          {may('timesheet', 'approve') && <WaitingApprovals />}
          {may('request', 'accept') && <WaitingRequests />}
        </div>
      </div>
    </Page>
  )
}
