// The timeline of milestones: one row per project and one bar per milestone, filled by its progress. Screen readers get
// a table instead of the drawing.
import type { IsoDate, MilestoneRecord } from '@stint/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useFormats, useToday } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { addMonths, firstOfMonth } from '../../kit/day.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Gantt, type GanttRow } from '../../parts/gantt.tsx'
import { EmptyState } from '../../parts/page.tsx'
import { SegmentedControl } from '../../parts/segmented-control.tsx'
import styles from './milestones.module.css'
import type { MilestonesSearch } from './search.ts'

interface TimelineProps {
  readonly milestones: readonly MilestoneRecord[]
  readonly search: MilestonesSearch
}

const spans = [3, 6, 12] as const

/** A bar begins at the previous milestone of the project; the first bar begins at the start of the project. */
function rowsOf(
  milestones: readonly MilestoneRecord[],
  startOf: (projectid: number) => string | undefined,
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
        id,
        name: title,
        from: sorted[at - 1]?.datedue ?? startOf(projectid) ?? addMonths(datedue, -1),
        to: datedue,
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
  const months = search.months ?? 6
  const begin: IsoDate = addMonths(firstOfMonth(today), search.from ?? -1)
  const end = addMonths(begin, months)
  const rows = rowsOf(milestones, (id) => projects.find((project) => project.id === id)?.datestart)
  const seen = rows
    .map((row) => ({ ...row, bars: row.bars.filter(({ from, to }) => to >= begin && from < end) }))
    .filter(({ bars }) => bars.length > 0)
  const go = (change: MilestonesSearch): void =>
    void navigate({ to: '/milestones', search: { ...search, ...change }, replace: true })
  const move = (by: number): void => go({ from: (search.from ?? -1) + by })
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          label={messages.span}
          options={spans.map((span) => ({ id: String(span), name: messages.months(span) }))}
          value={String(months)}
          onChange={(span) => go({ months: Number(span) as 3 | 12 })}
        />
        <div className={styles.moves}>
          <IconButton icon={ChevronLeft} label={messages.earlier} onPress={() => move(-Math.ceil(months / 3))} />
          <Button small onPress={() => go({ from: -1 })}>
            {messages.thisMonth}
          </Button>
          <IconButton icon={ChevronRight} label={messages.later} onPress={() => move(Math.ceil(months / 3))} />
        </div>
      </div>
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
            <Link to="/milestones/$id" params={{ id: String(id) }} tabIndex={-1}>
              {content}
            </Link>
          )}
        />
      )}
    </>
  )
}
