// The dialog with the time entries of one cell: change hours and note, add or delete an entry. Locked entries are shown
// with the reason.
import type { IsoDate, TimeRecord } from '@stint/sdk'
import { Lock, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useCreate, useRemove, useUpdate } from '../../api/records.ts'
import { fieldError } from '../../kit/error-text.ts'
import { parseHours } from '../../kit/hours.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Button } from '../../parts/button.tsx'
import { type Closable, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { CheckField, TextArea, TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import type { WeekState } from '../../records/timesheets/week.ts'
import { cellKey, cellsOf, type WeekRow } from '../../records/timesheets/week-rows.ts'
import { placementOf } from './cell-saver.ts'
import { useRowTitle } from './row-title.ts'
import styles from './week.module.css'

interface CellDialogProps extends Closable {
  readonly state: WeekState
  readonly row: WeekRow
  readonly day: IsoDate
}

export function CellDialog({ state, row, day, onClose }: CellDialogProps) {
  const messages = useTimeMessages()
  const formats = useFormats()
  const { title, below } = useRowTitle()(row)
  const entries = cellsOf(state.entries ?? []).get(cellKey(row.key, day)) ?? []
  const [adding, setAdding] = useState(false)
  const fresh = !state.locked && (adding || entries.length === 0)
  return (
    <Dialog title={messages.cellTitle(title, formats.shortDay(day))} open onClose={onClose}>
      <p className={styles.below}>{below}</p>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            {state.locked || state.billed.has(entry.id) ? (
              <ReadOnlyEntry entry={entry} billed={state.billed.has(entry.id)} />
            ) : (
              <EntryForm row={row} day={day} personid={state.week.personid} entry={entry} onDone={onClose} />
            )}
          </li>
        ))}
        {fresh && (
          <li>
            <EntryForm row={row} day={day} personid={state.week.personid} onDone={onClose} />
          </li>
        )}
      </ul>
      {!fresh && !state.locked && (
        <div>
          <Button small look="quiet" onPress={() => setAdding(true)}>
            {messages.anotherEntry}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

interface ReadOnlyEntryProps {
  readonly entry: TimeRecord
  readonly billed: boolean
}

function ReadOnlyEntry({ entry, billed }: ReadOnlyEntryProps) {
  const messages = useTimeMessages()
  const formats = useFormats()
  return (
    <div className={styles.fixedEntry}>
      <p>
        <Lock size={13} aria-hidden /> <strong>{formats.hours(entry.time)}</strong> {entry.description}
      </p>
      <p className={styles.below}>{billed ? messages.isBilled : messages.isLocked}</p>
    </div>
  )
}

interface EntryFormProps {
  readonly row: WeekRow
  readonly day: IsoDate
  readonly personid: number
  readonly entry?: TimeRecord
  readonly onDone: () => void
}

function EntryForm({ row, day, personid, entry, onDone }: EntryFormProps) {
  const messages = useTimeMessages()
  const common = useMessages().parts
  const formats = useFormats()
  const create = useCreate('time')
  const update = useUpdate('time')
  const remove = useRemove('time')
  const initial = {
    time: entry === undefined ? '' : formats.hours(entry.time),
    description: entry?.description ?? '',
    billable: row.billable,
  }
  const form = useForm(initial, async ({ time: typed, description, billable }) => {
    // Unchanged hours keep their seconds, which the text does not show.
    const time = entry !== undefined && typed === initial.time ? entry.time : parseHours(typed)
    if (time === null) throw fieldError('time', messages.notHours)
    const fields = { time, description, billable }
    if (entry !== undefined) await update.mutateAsync({ id: entry.id, fields })
    else
      await create.mutateAsync({
        fields: { ...placementOf(row), worktypeid: row.worktypeid, personid, date: day, ...fields },
      })
    showToast(common.saved)
    onDone()
  })
  const end = async (id: number): Promise<void> => {
    await remove.mutateAsync({ id })
    showToast(messages.entryGone)
    onDone()
  }
  return (
    <Form form={form} label={messages.entry}>
      <TextField {...form.field('time')} label={messages.hours} hint={messages.hoursHint} autoFocus required />
      <TextArea {...form.field('description')} label={messages.note} rows={2} />
      <CheckField {...form.field('billable')} label={messages.billable} />
      <DialogActions>
        {entry !== undefined && (
          <Button
            look="quiet"
            icon={Trash2}
            busy={remove.isPending}
            onPress={() => void end(entry.id).catch(showError)}
          >
            {common.delete}
          </Button>
        )}
        <Button type="submit" look="strong" busy={form.busy}>
          {common.save}
        </Button>
      </DialogActions>
    </Form>
  )
}
