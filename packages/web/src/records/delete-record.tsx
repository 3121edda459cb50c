// The question before a client, a project or a person is deleted, and the deleting. What may be deleted is the server's to say.
import { useNavigate } from '@tanstack/react-router'
import { stint } from '../api/client.ts'
import { useWrite } from '../api/records.ts'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { showToast } from '../parts/toast.tsx'

export interface DeleteMessages {
  readonly delete: string
  readonly deleteText: string
  deleteTitle(name: string): string
  deleted(name: string): string
}

interface DeleteRecordDialogProps {
  readonly resource: 'client' | 'project' | 'person'
  readonly id: number
  readonly name: string
  /** Where one is afterwards. */
  readonly to: '/clients' | '/projects' | '/people'
  readonly messages: DeleteMessages
  readonly onClose: () => void
}

export function DeleteRecordDialog({ resource, id, name, to, messages, onClose }: DeleteRecordDialogProps) {
  const navigate = useNavigate()
  // The page is left before anything of it is asked for again: it is not there any more.
  const remove = useWrite(resource, async (_: null) => {
    await stint[resource].remove(id)
    showToast(messages.deleted(name))
    await navigate({ to })
  })
  return (
    <ConfirmDialog
      open
      title={messages.deleteTitle(name)}
      action={messages.delete}
      onClose={onClose}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(null)}
    >
      {messages.deleteText}
    </ConfirmDialog>
  )
}
