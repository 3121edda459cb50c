// The page of a project. Its tabs depend on what the role may see: a client gets no internal tabs, a Resource none
// about money. The open tab is in the URL.
import type { ProjectRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMay, useMaySee, usePortal } from '../../api/session.tsx'
import { openOverlay } from '../../frame/overlays.ts'
import { useHistoryMessages } from '../../messages/history.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dot } from '../../parts/dot.tsx'
import { Page } from '../../parts/page.tsx'
import { type TabSpec, Tabs } from '../../parts/tabs.tsx'
import { ClientName } from '../../records/clients/client-name.tsx'
import { RecordHistory } from '../../records/history/record-history.tsx'
import styles from '../../records/record.module.css'
import { recordScreen } from '../../records/record-page.tsx'
import { ProjectDocuments } from './project-documents.tsx'
import { ProjectMenu } from './project-menu.tsx'
import { ProjectModules } from './project-modules.tsx'
import { ProjectMoney } from './project-money.tsx'
import { ProjectNotes } from './project-notes.tsx'
import { ProjectOverview } from './project-overview.tsx'
import { ProjectTasks } from './project-tasks.tsx'
import { ProjectTeam } from './project-team.tsx'
import { ProjectTimeline } from './project-timeline.tsx'
import { ProjectWorktypes } from './project-worktypes.tsx'

const route = getRouteApi('/projects/$id')

export const ProjectScreen = recordScreen(
  'project',
  () => useProjectMessages().title,
  (project) => <ProjectPage project={project} />,
)

/** The tabs that the role may see. */
function useTabs(project: ProjectRecord): TabSpec[] {
  const messages = useProjectMessages().tabs
  const history = useHistoryMessages()
  const may = useMay()
  const sees = useMaySee()
  const portal = usePortal()
  const seesRates = sees('projectworktype', 'hourlyrate')
  const tabs: (TabSpec | false)[] = [
    { id: 'overview', name: messages.overview, content: () => <ProjectOverview project={project} /> },
    { id: 'tasks', name: messages.tasks, content: () => <ProjectTasks project={project} /> },
    { id: 'timeline', name: messages.timeline, content: () => <ProjectTimeline project={project} /> },
    may('person', 'list') && { id: 'team', name: messages.team, content: () => <ProjectTeam project={project} /> },
    !portal && { id: 'modules', name: messages.modules, content: () => <ProjectModules project={project} /> },
    !portal && {
      id: 'worktypes',
      name: seesRates ? messages.worktypesRates : messages.worktypes,
      content: () => <ProjectWorktypes project={project} />,
    },
    may('projectnote', 'list') && {
      id: 'notes',
      name: messages.notes,
      content: () => <ProjectNotes project={project} />,
    },
    { id: 'documents', name: messages.documents, content: () => <ProjectDocuments project={project} /> },
    may('invoice', 'list') && { id: 'money', name: messages.money, content: () => <ProjectMoney project={project} /> },
    {
      id: 'history',
      name: history.title,
      content: () => <RecordHistory resource="project" id={project.id} card currency={project.currency} />,
    },
  ]
  return tabs.filter((tab) => tab !== false)
}

function ProjectPage({ project }: { readonly project: ProjectRecord }) {
  const messages = useProjectMessages()
  const may = useMay()
  const portal = usePortal()
  const navigate = route.useNavigate()
  const { tab = 'overview' } = route.useSearch()
  const tabs = useTabs(project)
  const open = tabs.some(({ id }) => id === tab) ? tab : 'overview'
  const { id, name, clientid, client, active, billable, label, labelcolor } = project
  return (
    <Page
      wide={false}
      title={name}
      above={clientid === null ? messages.ownWork : <ClientName clientid={clientid} client={client} />}
      beside={
        <>
          {label !== null && (
            <Badge>
              <span className={styles.label}>
                <Dot color={labelcolor ?? undefined} />
                {label}
              </span>
            </Badge>
          )}
          {!active && <Badge tone="warn">{messages.inactive}</Badge>}
          {active && !billable && !portal && <Badge>{messages.unbillable}</Badge>}
        </>
      }
      actions={
        <>
          {active && may('task', 'create') && (
            <Button look="strong" icon={Plus} onPress={() => openOverlay({ kind: 'newTask', projectid: id })}>
              {messages.newTask}
            </Button>
          )}
          {may('project', 'update') && <ProjectMenu project={project} />}
        </>
      }
    >
      <Tabs
        label={messages.parts}
        tabs={tabs}
        open={open}
        onOpen={(next) => void navigate({ search: next === 'overview' ? {} : { tab: next }, replace: true })}
      />
    </Page>
  )
}
