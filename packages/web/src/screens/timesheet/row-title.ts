// What a row of the timesheet is called: its task, or the module where there is none, and below it where that belongs.
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
