// A chart of the hours of this week by day, compared with last week, their sums, and a reminder of a week that was not
// submitted.
import { Decimal } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { useFormats, useToday } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { addDays, mondayOf, weekOf } from '../../kit/day.ts'
import { clockText, sumHours } from '../../kit/hours.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Chart } from '../../parts/chart.tsx'
import { QueryView, Section } from '../../parts/page.tsx'
import styles from './home.module.css'

/** Formats a number of the chart axis as hours and minutes. */
const axisText = (hours: number): string => clockText(Decimal.from(hours.toFixed(4)))

export function WeekHours() {
  const messages = useTimeMessages()
  const formats = useFormats()
  const { personid } = useSession()
  const monday = mondayOf(useToday())
  const before = addDays(monday, -7)
  const time = useAll('time', { personid, datebegin: before, dateend: addDays(monday, 6) })
  return (
    <Section title={messages.hoursThisWeek} card actions={<Link to="/timesheet">{messages.timesheet}</Link>}>
      <QueryView query={time}>
        {(entries) => {
          const of = (day: string): Decimal =>
            sumHours(entries.filter(({ date }) => date === day).map((one) => one.time))
          const now = weekOf(monday).map(of)
          const last = weekOf(before).map(of)
          return (
            <>
              <p className={styles.sum}>
                <strong>{formats.hours(sumHours(now))}</strong>
                <span className={styles.faint}>{messages.lastWeekHad(formats.hours(sumHours(last)))}</span>
              </p>
              {sumHours([...now, ...last]).equals('0') ? (
                <p className={styles.faint}>{messages.noHours}</p>
              ) : (
                <Chart
                  label={messages.hoursThisWeek}
                  labels={weekOf(monday).map(formats.weekday)}
                  series={[
                    { name: messages.thisWeek, values: now.map((hours) => hours.toNumber()), tone: 'accent' },
                    { name: messages.weekBefore, values: last.map((hours) => hours.toNumber()), tone: 'soft' },
                  ]}
                  format={axisText}
                  height="small"
                />
              )}
              {!sumHours(last).equals('0') && <UnsubmittedWeek monday={before} />}
            </>
          )
        }}
      </QueryView>
    </Section>
  )
}

function UnsubmittedWeek({ monday }: { readonly monday: ReturnType<typeof mondayOf> }) {
  const messages = useTimeMessages()
  const { personid } = useSession()
  const sheets = useAll('timesheet', { personid, weekstart: monday })
  const status = sheets.data?.[0]?.status ?? 'open'
  if (sheets.data === undefined || (status !== 'open' && status !== 'rejected')) return null
  return (
    <p className={styles.reminder}>
      {status === 'rejected' ? messages.lastRejected : messages.lastOpen}{' '}
      <Link to="/timesheet" search={{ week: monday }}>
        {messages.lookAtIt}
      </Link>
    </p>
  )
}
