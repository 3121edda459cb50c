// The table of projects, filtered and sorted by the server. The used budget comes from the budget report; people who
// may not read it see their own hours.
import type { Decimal, ProjectRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { FolderKanban } from 'lucide-react'
import { useMemo } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { useMay } from '../../api/session.tsx'
import type { Formats } from '../../kit/format.ts'
import { useLabels } from '../../messages/labels.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Avatar, Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dot } from '../../parts/dot.tsx'
import { useNarrow, useWide } from '../../parts/narrow.ts'
import { EmptyState } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { activeQuery } from '../../records/active-filter.tsx'
import { usePersonNames } from '../../records/people/people.ts'
import { BudgetGauge } from '../../records/projects/budget-gauge.tsx'
import { type ProjectBudget, useProjectBudgets } from '../../records/projects/project-budgets.ts'
import styles from '../../records/record.module.css'
import { ResourceTable } from '../../records/resource-table.tsx'
import { ProjectFilters } from './project-filters.tsx'

const route = getRouteApi('/projects')
const hiddenOnPhone = ['client', 'label', 'managers', 'dates', 'hours']
/** The dot before the name has the colour of the label. */
const hiddenOnLaptop = ['label']

type ProjectMessages = ReturnType<typeof useProjectMessages>

interface Sums {
  readonly budgets: ReadonlyMap<number, ProjectBudget>
  readonly hours: ReadonlyMap<number, Decimal>
  /** Whether the person may read budgets; otherwise the hours are their own. */
  readonly all: boolean
}

/** The logged hours of the projects shown. */
function useSums(show: 'inactive' | 'all' | undefined): Sums {
  const may = useMay()
  const all = may('budget', 'report')
  const active = useProjectBudgets({ active: true }, all && show !== 'inactive').data
  const inactive = useProjectBudgets({ active: false }, all && show !== undefined).data
  const own = useReport('timereport', { groupby: 'project' }, !all).data
  return useMemo(() => {
    const rows = [...(active ?? []), ...(inactive ?? [])]
    const logged = all
      ? rows.map(({ projectid, hours }) => [projectid, hours] as const)
      : (own ?? []).map(({ groupid, hours }) => [groupid ?? 0, hours] as const)
    return { budgets: new Map(rows.map((row) => [row.projectid, row])), hours: new Map(logged), all }
  }, [active, inactive, own, all])
}

function NameCell({ project, narrow }: { readonly project: ProjectRecord; readonly narrow: boolean }) {
  const messages = useProjectMessages()
  const link = <RecordLink to="/projects/$id" id={project.id} text={project.name} />
  return (
    <span className={styles.name}>
      <Dot color={project.labelcolor ?? undefined} />
      {narrow ? (
        <span className={styles.twoLines}>
          {link}
          <span className={styles.faint}>{project.client ?? messages.ownWork}</span>
        </span>
      ) : (
        link
      )}
      {!project.active && <Badge tone="warn">{messages.inactive}</Badge>}
      {project.active && !project.billable && !narrow && <Badge>{messages.unbillable}</Badge>}
    </span>
  )
}

function ManagersCell({
  project,
  names,
}: {
  readonly project: ProjectRecord
  readonly names: ReadonlyMap<number, string>
}) {
  const managers = project.managerid.flatMap((id) => names.get(id) ?? [])
  const [first = project.manager ?? ''] = managers
  if (first === '') return null
  return (
    <span className={styles.faces} title={managers.join(', ')}>
      {(managers.length === 0 ? [first] : managers).slice(0, 3).map((name) => (
        <Avatar key={name} name={name} small />
      ))}
      <span className={styles.facesText}>
        {managers.length > 1 ? <span className="hidden">{managers.join(', ')}</span> : first}
      </span>
    </span>
  )
}

function columnsOf(
  messages: ProjectMessages,
  labels: ReturnType<typeof useLabels>['project'],
  formats: Formats,
  sums: Sums,
  names: ReadonlyMap<number, string>,
  narrow: boolean,
): TableColumn<ProjectRecord>[] {
  const datesOf = ({ datestart, dateend }: ProjectRecord): string =>
    dateend === null ? messages.from(formats.day(datestart)) : formats.range(datestart, dateend)
  const columns: TableColumn<ProjectRecord>[] = [
    {
      id: 'name',
      name: labels.name,
      sort: 'name',
      cell: (project) => <NameCell project={project} narrow={narrow} />,
    },
    {
      id: 'client',
      name: labels.clientid,
      cell: ({ clientid, client }) =>
        clientid === null ? (
          <span className={styles.quiet}>{messages.ownWork}</span>
        ) : (
          <RecordLink to="/clients/$id" id={clientid} className={styles.clip} text={client} />
        ),
    },
    { id: 'label', name: labels.labelid, sort: 'label', width: 110, cell: ({ label }) => label },
    {
      id: 'managers',
      name: labels.managerid,
      width: 170,
      cell: (project) => <ManagersCell project={project} names={names} />,
    },
    { id: 'dates', name: messages.columns.dates, sort: 'datestart', width: 190, cell: datesOf },
    {
      id: 'hours',
      name: sums.all ? messages.columns.hours : messages.columns.yourHours,
      numeric: true,
      width: 100,
      cell: ({ id }) => formats.hours(sums.hours.get(id)),
    },
  ]
  if (sums.all) {
    columns.push({
      id: 'budget',
      name: labels.budget,
      numeric: narrow,
      width: narrow ? 70 : 220,
      cell: ({ id }) => <BudgetGauge row={sums.budgets.get(id)} short={narrow} />,
    })
  }
  return columns
}

export function ProjectTable({ onAdd }: { readonly onAdd: () => void }) {
  const messages = useProjectMessages()
  const formats = useFormats()
  const narrow = useNarrow()
  const wide = useWide()
  const names = usePersonNames()
  const { sort, show, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  const sums = useSums(show)
  const labels = useLabels().project
  const columns = useMemo(
    () => columnsOf(messages, labels, formats, sums, names, narrow),
    [messages, labels, formats, sums, names, narrow],
  )
  return (
    <div className={styles.stack}>
      <ProjectFilters />
      <ResourceTable
        name="project"
        label={messages.title}
        columns={columns}
        hidden={narrow ? hiddenOnPhone : wide ? [] : hiddenOnLaptop}
        filters={{ ...filters, ...activeQuery(show) }}
        sort={sort}
        defaultSort="name"
        onSort={(next) => void navigate({ search: (before) => ({ ...before, sort: next }), replace: true })}
        empty={<NoProjects onAdd={onAdd} />}
      />
    </div>
  )
}

function NoProjects({ onAdd }: { readonly onAdd: () => void }) {
  const messages = useProjectMessages()
  const may = useMay()
  const { sort: _sort, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  if (Object.values(filters).some((value) => value !== undefined)) {
    const clear = <Button onPress={() => void navigate({ search: {} })}>{messages.clearFilters}</Button>
    return <EmptyState icon={FolderKanban} title={messages.noneFits} action={clear} />
  }
  if (!may('project', 'create'))
    return (
      <EmptyState icon={FolderKanban} title={messages.none}>
        {messages.noneTeam}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={FolderKanban}
      title={messages.none}
      action={<Button onPress={onAdd}>{messages.newProject}</Button>}
    >
      {messages.noneText}
    </EmptyState>
  )
}
