// The editor of one list of the settings: statuses, priorities, modules, work types, labels, terms or kinds of payment.
// The fields of an entry come from the facts, so that one editor serves all lists.

import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { useAll, useWrite } from '../../api/records.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMessages } from '../../messages/messages.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { Dot } from '../../parts/dot.tsx'
import { QueryView } from '../../parts/page.tsx'
import { showError } from '../../parts/toast.tsx'
import { DeleteDialog } from '../../records/delete-record.tsx'
import { type ListEntry, ListEntryDialog, type ListName } from '../../records/settings/list-entry-dialog.tsx'
import styles from './settings.module.css'

type OpenDialog = { readonly kind: 'edit' | 'delete'; readonly entry: ListEntry } | { readonly kind: 'new' }

export function ListEditor({ name }: { readonly name: ListName }) {
  const messages = useSettingsMessages()
  const parts = useMessages().parts
  const query = useAll(name)
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const entries = (query.data ?? []) as unknown as readonly ListEntry[]
  const close = () => setOpened(null)
  const deletion = (entry: ListEntry) => ({
    title: messages.deleteOne(entry.name),
    action: parts.delete,
    text: messages.deleteSure,
  })
  return (
    <div className={styles.lists}>
      <div className={styles.listHead}>
        <p>{messages.about[name]}</p>
        <Button look="strong" icon={Plus} onPress={() => setOpened({ kind: 'new' })}>
          {messages.addTo[name]}
        </Button>
      </div>
      <QueryView query={query}>
        {(records) => <Entries name={name} entries={records as unknown as ListEntry[]} onOpen={setOpened} />}
      </QueryView>
      {opened?.kind === 'new' && <ListEntryDialog name={name} entry={null} others={entries} onClose={close} />}
      {opened?.kind === 'edit' && <ListEntryDialog name={name} entry={opened.entry} others={entries} onClose={close} />}
      {opened?.kind === 'delete' && (
        <DeleteDialog resource={name} id={opened.entry.id} question={deletion(opened.entry)} onClose={close} />
      )}
    </div>
  )
}

interface EntriesProps {
  readonly name: ListName
  readonly entries: readonly ListEntry[]
  readonly onOpen: (opened: OpenDialog) => void
}

const movedPriority = (entry: ListEntry, by: number): number => Number(entry.priority) + by

function Entries({ name, entries, onOpen }: EntriesProps) {
  const messages = useSettingsMessages()
  const labels = useLabels()
  const formats = useFormats()
  // The order of statuses is not a field of the form: it is changed by moving them.
  const move = useWrite('taskstatus', ({ id, priority }: { id: number; priority: number }) =>
    stint.taskstatus.move(id, { priority }),
  )
  const shift = (entry: ListEntry, by: number) =>
    move.mutate({ id: entry.id, priority: movedPriority(entry, by) }, { onError: showError })
  return (
    <ul className={styles.entries}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <Dot color={typeof entry.color === 'string' ? entry.color : undefined} />
          <span className={styles.entryName}>{entry.name}</span>
          {entry.isdefault === true && <Badge tone="accent">{labels.taskpriority.isdefault}</Badge>}
          {entry.frozen === true && <Badge>{labels.taskstatus.frozen}</Badge>}
          {entry.active === false && <Badge tone="warn">{messages.unused}</Badge>}
          {name === 'worktype' && (
            <span className={styles.muted}>{formats.money(entry.defaulthourlyrate as never)}</span>
          )}
          {name === 'invoiceterm' && typeof entry.duration === 'number' && (
            <span className={styles.muted}>{messages.days(entry.duration)}</span>
          )}
          <span className={styles.entryEnd}>
            {can(entry, 'move') && (
              <>
                <IconButton icon={ArrowUp} label={messages.up(entry.name)} onPress={() => shift(entry, -1)} />
                <IconButton icon={ArrowDown} label={messages.down(entry.name)} onPress={() => shift(entry, 1)} />
              </>
            )}
            <IconButton
              icon={Pencil}
              label={messages.editOne(entry.name)}
              onPress={() => onOpen({ kind: 'edit', entry })}
            />
            {/* In other lists, every entry has the button: if it cannot be deleted, the server says why. */}
            {(name !== 'taskstatus' || can(entry, 'delete')) && (
              <IconButton
                icon={Trash2}
                label={messages.deleteOne(entry.name)}
                onPress={() => onOpen({ kind: 'delete', entry })}
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
