// The upload dialog of the document list: first the project is chosen, then the files.
import { useState } from 'react'
import { useAll } from '../../api/records.ts'
import { useRequestsMessages } from '../../messages/requests.ts'
import { type Closable, Dialog } from '../../parts/dialog.tsx'
import { ProjectField } from '../../parts/project-choice.tsx'
import { DocumentDrop } from '../../records/documents/document-list.tsx'

export function DocumentUpload({ project, onClose }: Closable & { readonly project: number | null }) {
  const messages = useRequestsMessages().documents
  const projects = useAll('project', { active: true }).data
  const [projectid, setProject] = useState(project)
  return (
    <Dialog title={messages.uploadTitle} open onClose={onClose} persistent>
      <ProjectField
        label={messages.uploadTo}
        hint={messages.uploadFirst}
        projects={projects}
        value={projectid}
        onChange={setProject}
        required
      />
      {projectid !== null && <DocumentDrop key={projectid} place={{ projectid }} />}
    </Dialog>
  )
}
