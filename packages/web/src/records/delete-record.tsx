// The confirmation before a record is deleted, and the deletion. The server decides what may be deleted.
import { useNavigate } from '@tanstack/react-router'
import { type Removable, removeRecord, useWrite } from '../api/records.ts'
import { type Closable, ConfirmWrite, type Question } from '../parts/dialog.tsx'
import { showToast } from '../parts/toast.tsx'

export interface DeleteQuestion extends Question {
  /** The text of the toast afterwards. */
  readonly deleted?: string
}

interface DeleteDialogProps extends Closable {
  readonly resource: Removable
  readonly id: number
  readonly question: DeleteQuestion
  /** Leaves the page of the record before its data is fetched again, because the record no longer exists. */
  readonly leave?: () => unknown
}

export function DeleteDialog({ resource, id, question, onClose, leave }: DeleteDialogProps) {
  const confirmDeleted = (): void => {
    if (question.deleted !== undefined) showToast(question.deleted)
  }
  const remove = useWrite(resource, async () => {
    await removeRecord(resource, id)
    if (leave === undefined) return
    confirmDeleted()
    await leave()
  })
  const close = (): void => {
    if (leave !== undefined) return
    confirmDeleted()
    onClose()
  }
  return (
    <ConfirmWrite
      question={question}
      write={remove}
      onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
      onClose={onClose}
    />
  )
}

type ListPath = '/clients' | '/milestones' | '/people' | '/projects' | '/recurring' | '/requests' | '/tasks'

interface DeletePageDialogProps extends Omit<DeleteDialogProps, 'leave'> {
  /** The list that is shown afterwards. */
  readonly to: ListPath
}

/** Deletes the record whose page is shown. */
export function DeletePageDialog({ to, ...dialog }: DeletePageDialogProps) {
  const navigate = useNavigate()
  return <DeleteDialog {...dialog} leave={() => navigate({ to })} />
}

export interface DeleteMessages {
  readonly delete: string
  readonly deleteText: string
  deleteTitle(name: string): string
  deleted(name: string): string
}

interface DeleteRecordDialogProps extends Closable {
  readonly resource: 'client' | 'project' | 'person'
  readonly id: number
  readonly name: string
  readonly to: ListPath
  readonly messages: DeleteMessages
}

/** Deletes a record that has a page of its own. */
export function DeleteRecordDialog({ name, messages, ...rest }: DeleteRecordDialogProps) {
  const { deleteText: text, delete: action } = messages
  const question = { title: messages.deleteTitle(name), action, text, deleted: messages.deleted(name) }
  return <DeletePageDialog {...rest} question={question} />
}
