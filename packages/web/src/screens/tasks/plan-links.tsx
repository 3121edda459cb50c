// The tasks and milestones of one day of the calendar as a list.
import type { PlanItem } from '../../records/planning/plan-item.ts'
import { PlanLink } from '../../records/planning/plan-link.tsx'
import styles from './calendar.module.css'

export function PlanLinks({ items }: { readonly items: readonly PlanItem[] }) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.key}>
          <PlanLink item={item} tall />
        </li>
      ))}
    </ul>
  )
}
