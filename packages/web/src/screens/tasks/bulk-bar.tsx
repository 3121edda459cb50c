// The bar with the actions for the selected tasks, below the table. It is shown while at least one task is selected.
import type { TaskRecord } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { allQuery } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { showError } from '../../parts/toast.tsx'
import type { TaskQuery } from '../../records/tasks/task-filters.ts'
import styles from './bulk.module.css'
import { BulkDelete } from './bulk-delete.tsx'
import type { Selection } from './selection.ts'

interface BulkBarProps {
  readonly selection: Selection
  readonly query: TaskQuery
  readonly count: number
  readonly onEdit: () => void
}

export function BulkBar({ selection, query, count, onEdit }: BulkBarProps) {
  const messages = useTasksMessages().bulk
  const parts = useMessages().parts
  const may = useMay()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { tasks } = selection
  const takeAll = async (): Promise<void> => {
    setBusy(true)
    try {
      selection.choose((await queries.fetchQuery(allQuery('task', query))) as TaskRecord[], true)
    } finally {
      setBusy(false)
    }
  }
  if (tasks.size === 0) return null
  return (
    <div className={styles.bulk} role="toolbar" aria-label={parts.selected(tasks.size)}>
      <span className={styles.bulkCount} aria-live="polite">
        {parts.selected(tasks.size)}
      </span>
      {tasks.size < count && (
        <Button small look="quiet" busy={busy} onPress={() => void takeAll().catch(showError)}>
          {messages.selectAll(count)}
        </Button>
      )}
      <span className={styles.bulkEnd}>
        {may('task', 'update') && (
          <Button small look="strong" icon={Pencil} onPress={onEdit}>
            {messages.edit}
          </Button>
        )}
        {may('task', 'delete') && (
          <Button small icon={Trash2} onPress={() => setAsking(true)}>
            {messages.delete}
          </Button>
        )}
        <IconButton icon={X} label={messages.none} onPress={selection.clear} />
      </span>
      {asking && <BulkDelete selection={selection} onClose={() => setAsking(false)} />}
    </div>
  )
}
