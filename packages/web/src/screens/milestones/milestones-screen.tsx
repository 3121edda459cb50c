// Milestones: a list with their progress, or a timeline by project. The filters are in the URL.

import type { MilestoneRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Flag } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { type QueryOf, useAll } from '../../api/records.ts'
import { useMay, useMaySee, useSession } from '../../api/session.tsx'
import { useAddButton } from '../../frame/add-button.tsx'
import { useLabels } from '../../messages/labels.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Gauge } from '../../parts/badge.tsx'
import { SegmentedFilter, ToggleFilter } from '../../parts/choice-filters.tsx'
import { CompactProjectFilter, FilterBar, SearchFilter } from '../../parts/filter-bar.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, Page, QueryView } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { MilestoneDialog } from '../../records/milestones/milestone-form.tsx'
import { MilestoneStatusBadge } from '../../records/milestones/milestone-status.tsx'
import { MilestoneTimeline } from './milestone-timeline.tsx'
import styles from './milestones.module.css'
import type { MilestonesSearch } from './search.ts'

const route = getRouteApi('/milestones')

function queryOf({ state, project, mine, search }: MilestonesSearch, me: number): QueryOf<'milestone'> {
  return {
    sortfield: 'datedue',
    sortdir: state === 'complete' ? 'DESC' : 'ASC',
    ...(state === 'all' ? {} : { complete: state === 'complete' }),
    ...(project === undefined ? {} : { projectid: project }),
    ...(mine === true ? { hasmilestonerelation: me } : {}),
    ...(search === undefined ? {} : { search }),
  }
}

export function MilestonesScreen() {
  const messages = useTaskMessages().milestones
  const may = useMay()
  const session = useSession()
  const search = route.useSearch()
  const [making, setMaking] = useState(false)
  const typed = useDeferredValue(search.search)
  const { search: _, ...rest } = search
  const query = useAll(
    'milestone',
    queryOf({ ...rest, ...(typed === undefined ? {} : { search: typed }) }, session.personid),
  )
  const addButton = useAddButton({
    allowed: may('milestone', 'create') && !session.restricted,
    name: messages.new,
    onAdd: () => setMaking(true),
  })
  return (
    <Page wide title={messages.title} actions={addButton}>
      <MilestoneFilters />
      <QueryView query={query}>
        {(milestones) => {
          if (search.view === 'timeline') return <MilestoneTimeline milestones={milestones} search={search} />
          return milestones.length === 0 ? (
            <NoMilestones narrowed={typed !== undefined || search.project !== undefined || search.mine === true} />
          ) : (
            <MilestoneTable milestones={milestones} />
          )
        }}
      </QueryView>
      {making && (
        <MilestoneDialog
          {...(search.project === undefined ? {} : { projectid: search.project })}
          onClose={() => setMaking(false)}
        />
      )}
    </Page>
  )
}

function NoMilestones({ narrowed }: { readonly narrowed: boolean }) {
  const messages = useTaskMessages().milestones
  return (
    <EmptyState icon={Flag} title={messages.empty}>
      {narrowed ? messages.emptyFilter : messages.emptyText}
    </EmptyState>
  )
}

function MilestoneFilters() {
  const messages = useTaskMessages().milestones
  const labels = useLabels().milestone
  const seesOwners = useMaySee()('milestone', 'ownerid')
  const { filter } = useSearchParams(route)
  return (
    <FilterBar compact>
      <SegmentedFilter label={messages.view} names={messages.views} {...filter('view')} />
      <SegmentedFilter label={messages.state} names={messages.states} {...filter('state')} />
      <CompactProjectFilter label={labels.projectid} {...filter('project')} />
      {seesOwners && <ToggleFilter name={messages.mine} {...filter('mine')} />}
      <SearchFilter label={messages.search} {...filter('search')} />
    </FilterBar>
  )
}

function MilestoneTable({ milestones }: { readonly milestones: readonly MilestoneRecord[] }) {
  const messages = useTaskMessages().milestones
  const labels = useLabels().milestone
  const formats = useFormats()
  const withOwners = useMaySee()('milestone', 'owners')
  const today = useToday()
  const narrow = useNarrow()
  const columns = useMemo(
    (): TableColumn<MilestoneRecord>[] => [
      {
        id: 'title',
        name: messages.milestone,
        cell: (milestone) => <TitleCell milestone={milestone} narrow={narrow} />,
      },
      ...(narrow
        ? []
        : [
            { id: 'state', name: messages.state, width: 110, cell: stateCell },
            { id: 'progress', name: labels.progress, width: 180, cell: progressCell },
          ]),
      ...(withOwners && !narrow
        ? [{ id: 'owners', name: labels.owners, width: 190, cell: ({ owners }: MilestoneRecord) => owners ?? '' }]
        : []),
      {
        id: 'due',
        name: labels.datedue,
        width: 112,
        cell: (milestone) => (
          <span className={styles.when}>
            <time className={styles.due} data-late={!milestone.complete && milestone.datedue < today}>
              {formats.day(milestone.datedue)}
            </time>
            {narrow && stateCell(milestone)}
          </span>
        ),
      },
    ],
    [messages, labels, formats, withOwners, today, narrow],
  )
  return <RecordTable label={messages.title} columns={columns} records={milestones} short />
}

const stateCell = (milestone: MilestoneRecord) => <MilestoneStatusBadge milestone={milestone} />

const progressCell = ({ title, progress }: MilestoneRecord) => <Progress title={title} percent={progress ?? 0} />

interface TitleProps {
  readonly milestone: MilestoneRecord
  /** On a phone, the progress is below the title. */
  readonly narrow: boolean
}

function TitleCell({ milestone, narrow }: TitleProps) {
  const { id, title, project, client } = milestone
  return (
    <span className={styles.titleCell}>
      <RecordLink to="/milestones/$id" id={id} text={title} />
      <span className={styles.faint}>{client === null ? project : `${project} · ${client}`}</span>
      {narrow && progressCell(milestone)}
    </span>
  )
}

export function Progress({ title, percent }: { readonly title: string; readonly percent: number }) {
  const messages = useTaskMessages().milestones
  const formats = useFormats()
  return <Gauge label={messages.progressOf(title)} share={percent / 100} text={formats.percent(percent / 100)} calm />
}
