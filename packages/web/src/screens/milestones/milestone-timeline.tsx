// The timeline of milestones: one row per project and one bar per milestone, filled by its progress. Screen readers get
// a table instead of the drawing.
import type { IsoDate, MilestoneRecord } from '@stint/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import { useFormats, useToday } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { addMonths, firstOfMonth } from '../../kit/day.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Gantt, type GanttRow } from '../../parts/gantt.tsx'
import { EmptyState } from '../../parts/page.tsx'
import { TimelineBar, timelineRange } from '../../records/planning/timeline-bar.tsx'
import type { MilestonesSearch } from './search.ts'

interface TimelineProps {
  readonly milestones: readonly MilestoneRecord[]
  readonly search: MilestonesSearch
}

/** A bar begins at the previous milestone of the project; the first bar begins at the start of the project. */
function rowsOf(
  milestones: readonly MilestoneRecord[],
  startOf: (projectid: number) => IsoDate | undefined,
): GanttRow[] {
  const byProject = new Map<number, MilestoneRecord[]>()
  for (const milestone of milestones) {
    byProject.set(milestone.projectid, [...(byProject.get(milestone.projectid) ?? []), milestone])
  }
  return [...byProject].map(([projectid, list]) => {
    const sorted = list.sort((one, other) => (one.datedue < other.datedue ? -1 : 1))
    return {
      id: projectid,
      name: sorted[0]?.project ?? '',
      bars: sorted.map(({ id, title, datedue, progress, complete }, at) => ({
        id: String(id),
        name: title,
        begin: sorted[at - 1]?.datedue ?? startOf(projectid) ?? addMonths(datedue, -1),
        end: datedue,
        share: complete ? 1 : (progress ?? 0) / 100,
        done: complete,
      })),
    }
  })
}

export function MilestoneTimeline({ milestones, search }: TimelineProps) {
  const messages = useTaskMessages().milestones
  const labels = useLabels().milestone
  const formats = useFormats()
  const today = useToday()
  const projects = useAll('project', { active: true }).data ?? []
  const navigate = useNavigate()
  const range = timelineRange(search, 6)
  const begin = addMonths(firstOfMonth(today), range.from)
  const end = addMonths(begin, range.months)
  const rows = rowsOf(milestones, (id) => projects.find((project) => project.id === id)?.datestart)
  const seen = rows
    .map((row) => ({ ...row, bars: row.bars.filter((bar) => bar.end >= begin && bar.begin < end) }))
    .filter(({ bars }) => bars.length > 0)
  const go = (change: MilestonesSearch): void =>
    void navigate({ to: '/milestones', search: { ...search, ...change }, replace: true })
  return (
    <>
      <TimelineBar range={range} onChange={(next) => go(next)} />
      {seen.length === 0 ? (
        <EmptyState title={messages.none} />
      ) : (
        <Gantt
          label={messages.timeline}
          columns={{ row: labels.projectid, bar: messages.milestone, to: labels.datedue, share: labels.progress }}
          rows={seen}
          begin={begin}
          end={end}
          today={today}
          formats={formats}
          link={(id, content) => (
            <Link to="/milestones/$id" params={{ id }} tabIndex={-1}>
              {content}
            </Link>
          )}
        />
      )}
    </>
  )
}
