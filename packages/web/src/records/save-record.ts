// Saves the form of a record: changes the record, or creates it and opens its page unless the caller wants the record.
import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type ChangeOf, type NewOf, type RecordOf, useCreate, useUpdate } from '../api/records.ts'
import { useMessages } from '../messages/messages.ts'
import type { Closable } from '../parts/dialog.tsx'
import type { RecordLink } from '../parts/record-link.tsx'
import { showToast } from '../parts/toast.tsx'

type Kind = 'client' | 'project' | 'recurringinvoice'

interface WithId {
  readonly id: number
}

interface Saving<K extends Kind> extends Closable {
  readonly page: ComponentProps<typeof RecordLink>['to']
  /** The text after a record was created. */
  readonly made: (record: RecordOf<K>) => string
  readonly onCreated?: ((record: RecordOf<K>) => void) | undefined
}

export function useSaveRecord<K extends Kind>(
  name: K,
  record: (RecordOf<K> & WithId) | null | undefined,
  { page, made, onCreated, onClose }: Saving<K>,
): (fields: NewOf<K> & ChangeOf<K>) => Promise<void> {
  const { saved } = useMessages().parts
  const navigate = useNavigate()
  const create = useCreate(name)
  const update = useUpdate(name)
  return async (fields) => {
    if (record != null) {
      await update.mutateAsync({ id: record.id, fields, ifMatch: record })
      showToast(saved)
    } else {
      const created = (await create.mutateAsync({ fields })) as RecordOf<K> & WithId
      showToast(made(created))
      if (onCreated) onCreated(created)
      else await navigate({ to: page, params: { id: String(created.id) } })
    }
    onClose()
  }
}
