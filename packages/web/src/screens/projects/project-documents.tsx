// The documents of a project, as they are shown everywhere; to whom nothing was shared yet, that is said.
import type { ProjectRecord } from '@stint/sdk'
import { Files } from 'lucide-react'
import { usePage } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { Empty } from '../../parts/page.tsx'
import { useProjectWords } from '../../words/projects.ts'
import { DocumentsOf } from '../requests/documents-of.tsx'

export function ProjectDocuments({ project }: { readonly project: ProjectRecord }) {
  const words = useProjectWords()
  const may = useMay()
  const any = usePage('document', { projectid: project.id }, 1)
  if (any.data?.count === 0 && !may('document', 'create')) return <Empty icon={Files} title={words.noDocuments} />
  return <DocumentsOf place={{ projectid: project.id }} title={words.tabs.documents} />
}
