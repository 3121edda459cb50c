// The week as a grid of hours: one row per work, one column per day, and sums. Arrows, Enter and Tab move between the
// cells.
import type { IsoDate } from '@stint/sdk'
import { X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { StartTimer } from '../../frame/start-timer.tsx'
import { useTimeMessages } from '../../messages/time.ts'
import { Badge } from '../../parts/badge.tsx'
import { IconButton } from '../../parts/button.tsx'
import type { WeekState } from '../../records/timesheets/week.ts'
import { cellKey, cellsOf, type Totals, totalsOf, type WeekRow } from '../../records/timesheets/week-rows.ts'
import type { CellSaver } from './cell-saver.ts'
import { useRowTitle } from './row-title.ts'
import styles from './week.module.css'
import { WeekCell } from './week-cell.tsx'

export interface GridProps {
  readonly state: WeekState
  readonly rows: readonly WeekRow[]
  readonly saving: CellSaver
  readonly onOpen: (row: WeekRow, day: IsoDate) => void
  /** Removes an empty row. */
  readonly onRemove: (row: WeekRow) => void
}

const moveByKey: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Whether the cursor is at the edge of the text. This is also true while all text is selected. */
const atEdge = ({ selectionStart, selectionEnd, value }: HTMLInputElement, right: number): boolean =>
  right > 0 ? selectionEnd === value.length : selectionStart === 0

/** Moves to the next cell. Left and right first move within the text, so that it can be edited. */
function move(event: KeyboardEvent<HTMLTableElement>, table: HTMLTableElement | null): void {
  const step = moveByKey[event.key]
  const { target } = event
  if (step === undefined || event.defaultPrevented || !(target instanceof HTMLInputElement)) return
  const [row, column] = (target.dataset.place ?? '').split(':').map(Number)
  if (row === undefined || column === undefined || event.ctrlKey || event.altKey || event.metaKey) return
  const [down, right] = event.key === 'Enter' && event.shiftKey ? [-1, 0] : step
  if (right !== 0 && !atEdge(target, right)) return
  const next = table?.querySelector<HTMLInputElement>(`[data-place="${row + down}:${column + right}"]`)
  event.preventDefault()
  next?.focus()
}

export function WeekGrid(props: GridProps) {
  const { state, rows, saving } = props
  const messages = useTimeMessages()
  const table = useRef<HTMLTableElement>(null)
  const entries = state.entries ?? []
  const totals = totalsOf(entries)
  const cells = cellsOf(entries)
  const titleOf = useRowTitle()
  return (
    <table
      ref={table}
      className={styles.grid}
      aria-label={messages.grid}
      onKeyDown={(event) => move(event, table.current)}
    >
      <Head days={state.days} />
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.key} data-row={row.key}>
            <RowHead row={row} />
            {state.days.map((day, column) => {
              const key = cellKey(row.key, day)
              const its = cells.get(key) ?? []
              return (
                <td key={day} data-weekend={column > 4}>
                  <WeekCell
                    title={titleOf(row).name}
                    day={day}
                    entries={its}
                    locked={state.locked}
                    billed={its.some(({ id }) => state.billed.has(id))}
                    state={saving.states.get(key)}
                    onSave={(typed) => saving.save(row, day, typed)}
                    onForget={() => saving.clear(key)}
                    onOpen={() => props.onOpen(row, day)}
                    place={`${at}:${column}`}
                  />
                </td>
              )
            })}
            <RowEnd {...props} row={row} totals={totals} />
          </tr>
        ))}
      </tbody>
      <Foot days={state.days} totals={totals} />
    </table>
  )
}

function Head({ days }: { readonly days: readonly IsoDate[] }) {
  const messages = useTimeMessages()
  const formats = useFormats()
  const today = useToday()
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.about}>
          {messages.work}
        </th>
        {days.map((day) => (
          <th key={day} scope="col" data-today={day === today}>
            {formats.weekday(day)}
            <span className={styles.date}>{formats.dayMonth(day)}</span>
          </th>
        ))}
        <th scope="col">{messages.total}</th>
        <th scope="col" className={styles.end}>
          <span className="hidden">{messages.actions}</span>
        </th>
      </tr>
    </thead>
  )
}

function RowHead({ row }: { readonly row: WeekRow }) {
  const messages = useTimeMessages()
  const { title, below } = useRowTitle()(row)
  return (
    <th scope="row" className={styles.about}>
      <span className={styles.title}>{title}</span>
      <span className={styles.below}>
        {below}
        {!row.billable && <Badge>{messages.unbillable}</Badge>}
      </span>
    </th>
  )
}

interface RowEndProps extends GridProps {
  readonly row: WeekRow
  readonly totals: Totals
}

function RowEnd({ row, totals, state, onRemove }: RowEndProps) {
  const messages = useTimeMessages()
  const formats = useFormats()
  const { name } = useRowTitle()(row)
  const sum = totals.row(row.key)
  const empty = sum.equals('0')
  return (
    <>
      <td className={styles.sum} data-none={empty}>
        {formats.hours(sum)}
      </td>
      <td className={styles.end}>
        {empty && !state.locked ? (
          <IconButton icon={X} label={messages.removeRow(name)} onPress={() => onRemove(row)} />
        ) : (
          row.taskid !== null && row.task !== null && <StartTimer taskid={row.taskid} title={row.task} />
        )}
      </td>
    </>
  )
}

interface FootProps {
  readonly days: readonly IsoDate[]
  readonly totals: Totals
}

function Foot({ days, totals }: FootProps) {
  const messages = useTimeMessages()
  const formats = useFormats()
  return (
    <tfoot>
      <tr>
        <th scope="row" className={styles.about}>
          {messages.total}
          <span className={styles.below}>{messages.billableOf(formats.hours(totals.billable))}</span>
        </th>
        {days.map((day) => (
          <td key={day} className={styles.sum} data-none={totals.day(day).equals('0')}>
            {formats.hours(totals.day(day))}
          </td>
        ))}
        <td className={styles.sum}>
          <strong>{formats.hours(totals.week)}</strong>
        </td>
        <td />
      </tr>
    </tfoot>
  )
}
