// The project list: a table with filters and budgets for the team, cards for a client. The filters are in the URL.
import { getRouteApi } from '@tanstack/react-router'
import { useMay, usePortal } from '../../api/session.tsx'
import { useAddDialog } from '../../frame/add-button.tsx'
import { useProjectMessages } from '../../messages/projects.ts'
import { Page } from '../../parts/page.tsx'
import { ProjectForm } from '../../records/projects/project-form.tsx'
import { ProjectCards } from './project-cards.tsx'
import { ProjectTable } from './project-table.tsx'

const route = getRouteApi('/projects')

export function ProjectsScreen() {
  const messages = useProjectMessages()
  const may = useMay()
  const portal = usePortal()
  const { clientid } = route.useSearch()
  const { add, addButton, dialog } = useAddDialog({
    allowed: may('project', 'create'),
    name: messages.newProject,
    dialog: (close) => <ProjectForm record={null} clientid={clientid} onClose={close} />,
  })
  if (portal) {
    return (
      <Page title={messages.yours}>
        <ProjectCards />
      </Page>
    )
  }
  return (
    <Page wide title={messages.title} actions={addButton}>
      <ProjectTable onAdd={add} />
      {dialog}
    </Page>
  )
}
