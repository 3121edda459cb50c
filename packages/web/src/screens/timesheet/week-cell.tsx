// The hours of one row on one day. Moving into a cell by keyboard selects its text, so that typing replaces it. Escape
// undoes, leaving the cell saves. Cells with several entries and locked cells open a dialog instead.
import type { IsoDate, TimeRecord } from '@stint/sdk'
import { Ellipsis, Lock, MessageSquareText } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { hoursOf } from '../../records/timesheets/week-rows.ts'
import type { CellState } from './cell-saver.ts'
import styles from './week.module.css'

export interface CellProps {
  /** The full name of the row, for screen readers. */
  readonly title: string
  readonly day: IsoDate
  readonly entries: readonly TimeRecord[]
  readonly locked: boolean
  /** One of its entries is on an invoice. */
  readonly billed: boolean
  readonly state: CellState | undefined
  readonly onSave: (typed: string) => void
  readonly onForget: () => void
  readonly onOpen: () => void
  /** Row and column, for moving by keyboard. */
  readonly place: string
  /** Large enough for touch. */
  readonly tall?: boolean
}

export function WeekCell(props: CellProps) {
  const { title, day, entries, locked, billed, state, onSave, onForget, onOpen, place, tall = false } = props
  const messages = useTimeMessages()
  const formats = useFormats()
  const [draft, setDraftShown] = useState<string | null>(null)
  // Enter saves and also blurs the cell before the next render. The ref makes sure that the text is saved only once.
  const latest = useRef<string | null>(null)
  const setDraft = (next: string | null): void => {
    latest.current = next
    setDraftShown(next)
  }
  const fixed = locked || billed || entries.length > 1
  const shown = entries.length === 0 ? '' : formats.hours(hoursOf(entries))
  const current = state !== undefined && state.state !== 'saved' ? state.typed : shown
  const failed = state?.state === 'refused' || state?.state === 'waiting'
  const leave = (): void => {
    const typed = latest.current
    if (typed === null) return
    setDraft(null)
    if (typed.trim() !== current || failed) onSave(typed)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape' && (draft !== null || failed)) {
      event.preventDefault()
      event.stopPropagation()
      setDraft(null)
      if (failed) onForget()
      // In Chromium `select` also focuses, which must not take the focus back from the cell the user moved on to.
      const cell = event.currentTarget
      requestAnimationFrame(() => {
        if (document.activeElement === cell) cell.select()
      })
    }
    const opens = event.key === 'F2' || (fixed && event.key === 'Enter' && entries.length > 0)
    if (opens) {
      event.preventDefault()
      leave()
      onOpen()
    }
    if (event.key === 'Enter') leave()
  }
  const name = messages.cellName(title, formats.shortDay(day))
  const noted = entries.some(({ description }) => description !== '')
  return (
    <div className={styles.cell} data-state={state?.state} data-fixed={fixed} data-tall={tall}>
      <input
        className={styles.hours}
        aria-label={fixed && entries.length > 1 ? messages.cellOfMany(name, entries.length) : name}
        aria-invalid={state?.state === 'refused'}
        title={state?.message}
        data-place={place}
        data-day={day}
        inputMode="text"
        autoComplete="off"
        readOnly={fixed}
        value={draft ?? current}
        onChange={({ target }) => setDraft(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      <CellMarks noted={noted} many={entries.length > 1} billed={billed} />
      {(entries.length > 0 || !locked) && (
        <button
          type="button"
          className={styles.open}
          tabIndex={-1}
          aria-label={messages.openCell(name)}
          onClick={onOpen}
        >
          <Ellipsis size={13} aria-hidden />
        </button>
      )}
    </div>
  )
}

interface CellMarksProps {
  readonly noted: boolean
  readonly many: boolean
  readonly billed: boolean
}

/** Icons for billed, noted and several entries. The dialog says the same in words. */
function CellMarks({ noted, many, billed }: CellMarksProps) {
  return (
    <span className={styles.marks} aria-hidden>
      {billed && <Lock size={10} />}
      {noted && !many && <MessageSquareText size={10} />}
      {many && <i className={styles.many} />}
    </span>
  )
}
