// The documents of a project, with a message for clients if nothing is shared with them.
import type { ProjectRecord } from '@stint/sdk'
import { Files } from 'lucide-react'
import { usePage } from '../../api/records.ts'
import { useIsClient } from '../../api/session.tsx'
import { useProjectMessages } from '../../messages/projects.ts'
import { EmptyState } from '../../parts/page.tsx'
import { DocumentList } from '../../records/documents/document-list.tsx'

export function ProjectDocuments({ project }: { readonly project: ProjectRecord }) {
  const messages = useProjectMessages()
  const isClient = useIsClient()
  const any = usePage('document', { projectid: project.id }, 1)
  if (any.data?.count === 0 && isClient) return <EmptyState icon={Files} title={messages.noDocuments} />
  return <DocumentList parent={{ projectid: project.id }} title={messages.tabs.documents} />
}
