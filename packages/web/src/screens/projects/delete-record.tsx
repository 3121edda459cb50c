// The question before a client, a project or a person is deleted, and the deleting. What may be deleted is the server's to say.
import { useNavigate } from '@tanstack/react-router'
import { stint } from '../../api/client.ts'
import { useWrite } from '../../api/records.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { say } from '../../parts/toast.tsx'

export interface DeleteWords {
  readonly delete: string
  readonly deleteText: string
  deleteTitle(name: string): string
  deleted(name: string): string
}

interface DeleteRecordProps {
  readonly resource: 'client' | 'project' | 'person'
  readonly id: number
  readonly name: string
  /** Where one is afterwards. */
  readonly to: '/clients' | '/projects' | '/people'
  readonly words: DeleteWords
  readonly onClose: () => void
}

export function DeleteRecord({ resource, id, name, to, words, onClose }: DeleteRecordProps) {
  const navigate = useNavigate()
  // The page is left before anything of it is asked for again: it is not there any more.
  const remove = useWrite(resource, async (_: null) => {
    await stint[resource].remove(id)
    say(words.deleted(name))
    await navigate({ to })
  })
  return (
    <Confirm
      open
      title={words.deleteTitle(name)}
      action={words.delete}
      onClose={onClose}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(null)}
    >
      {words.deleteText}
    </Confirm>
  )
}
