// Documents that are sent from the list of all: first which project they belong to, then the files.
import { useState } from 'react'
import { useAll } from '../../api/records.ts'
import { FindField } from '../../parts/choices.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useRequestsWords } from '../../words/requests.ts'
import { Uploading } from './documents-of.tsx'

interface SendingProps {
  readonly project: number | null
  readonly onClose: () => void
}

export function DocumentSending({ project, onClose }: SendingProps) {
  const words = useRequestsWords().documents
  const projects = useAll('project', { active: true }).data ?? []
  const [projectid, setProject] = useState(project)
  return (
    <Dialog title={words.uploadTitle} open onClose={onClose} keep>
      <FindField
        label={words.uploadTo}
        hint={words.uploadFirst}
        options={projects.map(({ id, name, client }) => ({ id, name, more: client ?? '' }))}
        value={projectid}
        onChange={setProject}
        required
      />
      {projectid !== null && <Uploading key={projectid} place={{ projectid }} />}
    </Dialog>
  )
}
