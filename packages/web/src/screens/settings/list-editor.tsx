// The editor of one of the account's lists, made from the facts about its fields: what there is, what can be changed,
// in which order. The same for statuses, priorities, modules, work types, labels, terms and kinds of payment.

import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { type FieldFact, fieldsOf } from '../../api/permissions.ts'
import type { settingsLists } from '../../api/records.ts'
import { useAll, useWrite } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useLabels } from '../../messages/labels.ts'
import { useMessages } from '../../messages/messages.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { Dot } from '../../parts/dot.tsx'
import { QueryView } from '../../parts/page.tsx'
import { showError } from '../../parts/toast.tsx'
import { DeleteDialog } from '../../records/delete-record.tsx'
import { ListEntryDialog } from './list-entry-dialog.tsx'
import styles from './settings.module.css'

export type ListName = (typeof settingsLists)[number]

export type ListEntry = Readonly<Record<string, unknown>> & { readonly id: number; readonly name: string }

type OpenDialog = { readonly kind: 'edit' | 'delete'; readonly entry: ListEntry } | { readonly kind: 'new' }

export function ListEditor({ name }: { readonly name: ListName }) {
  const messages = useSettingsMessages()
  const parts = useMessages().parts
  const { role } = useSession()
  const query = useAll(name)
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const entries = (query.data ?? []) as unknown as readonly ListEntry[]
  const facts = (fieldsOf(name, role) as readonly FieldFact[]).filter(({ settable }) => settable !== undefined)
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
      {opened?.kind === 'new' && (
        <ListEntryDialog name={name} facts={facts} entry={null} others={entries} onClose={close} />
      )}
      {opened?.kind === 'edit' && (
        <ListEntryDialog name={name} facts={facts} entry={opened.entry} others={entries} onClose={close} />
      )}
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
  // Statuses have no order of their own to type in; they are moved.
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
            {name === 'taskstatus' && entry.frozen !== true && (
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
            {entry.frozen !== true && (
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
