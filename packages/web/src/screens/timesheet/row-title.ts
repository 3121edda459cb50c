// The title of a row of the timesheet (task, or module if there is no task), the second line (project and so on), and
// the name for screen readers, which distinguishes rows of the same title.
import { useTimeMessages } from '../../messages/time.ts'
import type { WeekRow } from '../../records/timesheets/week-rows.ts'

interface RowTitle {
  readonly title: string
  readonly below: string
  readonly name: string
}

export function useRowTitle(): (row: WeekRow) => RowTitle {
  const messages = useTimeMessages()
  return ({ task, taskid, project, client, module, worktype, billable }) => {
    if (project === null) return { title: messages.hiddenProject, below: '', name: messages.hiddenProject }
    const title = (taskid === null ? module : (task ?? messages.hiddenTask)) ?? ''
    const unbillable = billable ? '' : messages.unbillable
    return {
      title,
      below: [project, worktype].filter(Boolean).join(' · '),
      name: [title, project, client, worktype, unbillable].filter(Boolean).join(', '),
    }
  }
}
