// The documents of a project, with a message for those who add none if there are none.
import type { ProjectRecord } from '@stint/sdk'
import { Files } from 'lucide-react'
import { usePage } from '../../api/records.ts'
import { useMaySet } from '../../api/session.tsx'
import { useProjectMessages } from '../../messages/projects.ts'
import { EmptyState } from '../../parts/page.tsx'
import { DocumentList } from '../../records/documents/document-list.tsx'

export function ProjectDocuments({ project }: { readonly project: ProjectRecord }) {
  const messages = useProjectMessages()
  const mayAdd = useMaySet()('document', 'projectid', 'create')
  const any = usePage('document', { projectid: project.id }, 1)
  if (any.data?.count === 0 && !mayAdd) return <EmptyState icon={Files} title={messages.noDocuments} />
  return <DocumentList parent={{ projectid: project.id }} title={messages.tabs.documents} />
}
