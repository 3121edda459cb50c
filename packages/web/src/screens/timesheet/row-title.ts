// The title of a row of the timesheet (task, or module if there is no task) and the second line (project and so on).
import { useTimeMessages } from '../../messages/time.ts'
import type { WeekRow } from '../../records/timesheets/week-rows.ts'

export function useRowTitle(): (row: WeekRow) => { title: string; below: string } {
  const messages = useTimeMessages()
  return ({ task, taskid, project, module, worktype }) => {
    if (project === null) return { title: messages.hiddenProject, below: '' }
    const title = taskid === null ? module : (task ?? messages.hiddenTask)
    return { title: title ?? '', below: [project, worktype].filter(Boolean).join(' · ') }
  }
}
