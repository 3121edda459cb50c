// What the calendar and the timeline show: tasks and milestones with their days, in one form. A task without a due date
// has no place there.
import type { MilestoneRecord, TaskRecord } from '@stint/sdk'
import { can } from '../../api/permissions.ts'
import { useAll } from '../../api/records.ts'
import type { PlanDates } from '../../kit/planning.ts'

export interface PlanItem extends PlanDates {
  /** Unique among tasks and milestones. */
  readonly key: string
  readonly kind: 'task' | 'milestone'
  readonly id: number
  readonly title: string
  readonly project: string
  /** The color of the project's label; undefined if it has none. */
  readonly color: string | undefined
  readonly done: boolean
  readonly movable: boolean
}

type ColorOf = (labelid: number | null) => string | undefined

/** The colors of the labels of projects. */
export function useLabelColor(): ColorOf {
  const labels = useAll('projectlabel').data
  return (labelid) => labels?.find(({ id }) => id === labelid)?.color
}

export function taskItem(task: TaskRecord, colorOf: ColorOf): PlanItem[] {
  const { id, title, project, dateopen, datedue, dateclosed, projectlabelid } = task
  if (datedue === null) return []
  return [
    {
      key: `task-${id}`,
      kind: 'task',
      id,
      title,
      project,
      color: colorOf(projectlabelid),
      begin: dateopen < datedue ? dateopen : datedue,
      end: datedue,
      done: dateclosed !== null,
      movable: can(task, 'update'),
    },
  ]
}

export function milestoneItem(milestone: MilestoneRecord, colorOf: ColorOf): PlanItem {
  const { id, title, project, datedue, complete, projectlabelid } = milestone
  return {
    key: `milestone-${id}`,
    kind: 'milestone',
    id,
    title,
    project,
    color: colorOf(projectlabelid),
    begin: datedue,
    end: datedue,
    done: complete,
    movable: can(milestone, 'update'),
  }
}
