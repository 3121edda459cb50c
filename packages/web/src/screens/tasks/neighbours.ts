// The previous and the next task: in the list that the task was opened from, otherwise among the open tasks of its
// project.
import type { TaskRecord } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { pageQuery } from '../../api/records.ts'
import { useSourceList } from '../../frame/source-list.ts'

const most = 100

interface Neighbours {
  readonly previous: number | undefined
  readonly next: number | undefined
}

export function useNeighbours({ id, projectid }: Pick<TaskRecord, 'id' | 'projectid'>): Neighbours {
  const trail = useSourceList('task')
  const onTrail = trail.includes(id)
  const query = { projectid, excludeclosed: true, sortfield: 'localid', sortdir: 'ASC' } as const
  const { data } = useQuery({ ...pageQuery('task', query, most), enabled: !onTrail, placeholderData: undefined })
  const ids = onTrail ? trail : (data?.records.map((task) => task.id) ?? [])
  const at = ids.indexOf(id)
  return at < 0 ? { previous: undefined, next: undefined } : { previous: ids[at - 1], next: ids[at + 1] }
}
