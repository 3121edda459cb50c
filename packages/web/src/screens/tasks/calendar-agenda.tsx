// The calendar on a phone: a list of the days on which something is due. Days are changed on the page of the record.

import type { Decimal } from '@stint/sdk'
import type { ReactNode } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { groupBy } from '../../kit/group-by.ts'
import type { PlanDates } from '../../kit/planning.ts'
import { usePlanningMessages } from '../../messages/planning.ts'
import type { PlanItem } from '../../records/planning/plan-item.ts'
import styles from './calendar.module.css'
import { PlanLinks } from './plan-links.tsx'

interface CalendarAgendaProps {
  readonly items: readonly PlanItem[]
  readonly hours: ReadonlyMap<string, Decimal>
  readonly days: PlanDates
  /** YYYY-MM; days of other months are left out. */
  readonly month: string | undefined
  readonly empty: ReactNode
}

export function CalendarAgenda({ items, hours, days, month, empty }: CalendarAgendaProps) {
  const messages = usePlanningMessages()
  const formats = useFormats()
  const today = useToday()
  const byDay = groupBy(items, ({ end }) => String(end))
  const shown = [...new Set([...byDay.keys(), ...hours.keys()])]
    .filter((day) => day >= days.begin && day <= days.end && (month === undefined || day.startsWith(month)))
    .sort()
  if (shown.length === 0) return empty
  return (
    <div className={styles.agenda}>
      {shown.map((day) => (
        <section key={day} aria-label={formats.fullDay(day)} data-today={day === today}>
          <h3 className={styles.dayTitle}>
            {formats.fullDay(day)}
            {hours.has(day) && <span className={styles.logged}>{messages.logged(formats.hours(hours.get(day)))}</span>}
          </h3>
          <PlanLinks items={byDay.get(day) ?? []} />
        </section>
      ))}
    </div>
  )
}
