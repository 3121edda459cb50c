// The week on a phone: the days with their hours at the top, and below them the rows of the chosen day.
import type { IsoDate } from '@stint/sdk'
import { X } from 'lucide-react'
import { useState } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { useFormats, useToday } from '../../api/formats.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { IconButton } from '../../parts/button.tsx'
import { cellKey, cellsOf, totalsOf, type WeekRow } from '../../records/timesheets/week-rows.ts'
import { useRowTitle } from './row-title.ts'
import styles from './week.module.css'
import { WeekCell } from './week-cell.tsx'
import type { GridProps } from './week-grid.tsx'

export function DayList(props: GridProps) {
  const { state, rows } = props
  const messages = useTimeMessages()
  const formats = useFormats()
  const today = useToday()
  const [monday] = state.days
  const first = state.days.includes(today) ? today : monday
  const [chosen, setChosen] = useState<IsoDate | undefined>(first)
  const day = chosen !== undefined && state.days.includes(chosen) ? chosen : first
  const totals = totalsOf(state.entries ?? [])
  if (day === undefined) return null
  return (
    <div className={styles.phone}>
      <ToggleButtonGroup
        className={styles.days ?? ''}
        aria-label={messages.days}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[day]}
        onSelectionChange={(keys) => setChosen(state.days.find((one) => keys.has(one)))}
      >
        {state.days.map((one) => (
          <ToggleButton key={one} id={one} className={styles.day ?? ''}>
            <span>{formats.weekday(one)} </span>
            <span className={styles.date}>{formats.dayMonth(one)} </span>
            <span className={styles.dayHours} data-none={totals.day(one).equals('0')}>
              {formats.hours(totals.day(one))}
            </span>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <ul className={styles.dayRows}>
        {rows.map((row, at) => (
          <DayRow key={row.key} {...props} row={row} day={day} at={at} />
        ))}
      </ul>
      <p className={styles.dayTotal}>
        <span>{messages.weekTotal}</span>
        <strong>{formats.hours(totals.week)}</strong>
      </p>
    </div>
  )
}

interface DayRowProps extends GridProps {
  readonly row: WeekRow
  readonly day: IsoDate
  readonly at: number
}

function DayRow({ state, saving, onOpen, onRemove, row, day, at }: DayRowProps) {
  const messages = useTimeMessages()
  const { title, below, name } = useRowTitle()(row)
  const key = cellKey(row.key, day)
  const entries = cellsOf(state.entries ?? []).get(key) ?? []
  const cellState = saving.states.get(key)
  const empty = totalsOf(state.entries ?? [])
    .row(row.key)
    .equals('0')
  return (
    <li className={styles.dayRow} data-row={row.key}>
      <div className={styles.dayAbout}>
        <span className={styles.title}>{title}</span>
        <span className={styles.below}>{below}</span>
        {entries.map(({ id, description }) => description !== '' && <span key={id}>{description}</span>)}
        {cellState?.message !== undefined && (
          <span className={styles.said} data-waiting={cellState.state === 'waiting'}>
            {cellState.message}
          </span>
        )}
      </div>
      <WeekCell
        key={key}
        title={name}
        day={day}
        entries={entries}
        locked={state.locked}
        billed={entries.some(({ id }) => state.billed.has(id))}
        state={cellState}
        onSave={(typed) => saving.save(row, day, typed)}
        onForget={() => saving.clear(key)}
        onOpen={() => onOpen(row, day)}
        place={`${at}:0`}
        tall
      />
      {empty && !state.locked && <IconButton icon={X} label={messages.removeRow(name)} onPress={() => onRemove(row)} />}
    </li>
  )
}
