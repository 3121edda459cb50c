// The timesheet: a week of hours, typed and saved cell by cell, and submitted when it is complete. The week and the
// person are in the URL.

import type { IsoDate } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarPlus, ChevronLeft, ChevronRight, Copy, Plus } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useFormats, useToday } from '../../api/formats.ts'
import { isClient, ownTimeOnly } from '../../api/permissions.ts'
import { useAll } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { LeaveGuard } from '../../frame/leave-guard.tsx'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { addDays, mondayOf } from '../../kit/day.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { ComboBoxField } from '../../parts/choices.tsx'
import { Menu } from '../../parts/menu.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { guarded } from '../../parts/no-access.tsx'
import { EmptyState, LoadError, Loading, Page } from '../../parts/page.tsx'
import { TimesheetActions, TimesheetBadge, TimesheetNotice } from '../../records/timesheets/timesheet-status.tsx'
import { useWeek, type Week, type WeekState } from '../../records/timesheets/week.ts'
import { toWeekRows, type WeekRow } from '../../records/timesheets/week-rows.ts'
import { AddRow } from './add-row.tsx'
import { useAddedRows } from './added-rows.ts'
import { CellDialog } from './cell-dialog.tsx'
import { type CellSaver, useCellSaver } from './cell-saver.ts'
import { DayList } from './day-list.tsx'
import { useRowTitle } from './row-title.ts'
import styles from './week.module.css'
import { useWeekCopy, type WeekCopy } from './week-copy.ts'
import { WeekGrid } from './week-grid.tsx'

const route = getRouteApi('/timesheet')

export const TimesheetScreen = guarded(WeekPage, ['time', 'create'], () => useTimeMessages().timesheet)

function WeekPage() {
  const messages = useTimeMessages()
  const today = useToday()
  const session = useSession()
  const { week: asked, person } = route.useSearch()
  const whose = !ownTimeOnly(session) ? person : undefined
  const week: Week = { personid: whose ?? session.personid, monday: mondayOf(asked ?? today) }
  const state = useWeek(week)
  const [unsaved, setUnsaved] = useState(0)
  return (
    <Page
      title={messages.timesheet}
      beside={<TimesheetBadge state={state} />}
      actions={<TimesheetActions state={state} unsaved={unsaved} />}
      wide
    >
      <LeaveGuard dirty={unsaved > 0} text={messages.leaveCells} everywhere />
      <WeekBar week={week} />
      <TimesheetNotice state={state} />
      {state.error !== null && state.entries === undefined && <LoadError error={state.error} />}
      {state.entries === undefined ? (
        <Loading />
      ) : (
        <WeekContent key={`${week.personid} ${week.monday}`} state={state} onUnsaved={setUnsaved} />
      )}
    </Page>
  )
}

/** Shows the week and switches to others. */
function WeekBar({ week }: { readonly week: Week }) {
  const messages = useTimeMessages()
  const formats = useFormats()
  const today = useToday()
  const navigate = route.useNavigate()
  const go = (monday: IsoDate): void => void navigate({ search: (before) => ({ ...before, week: monday }) })
  const now = mondayOf(today)
  useShortcutKeys([
    { keys: '[', name: messages.lastWeek, run: () => go(addDays(week.monday, -7)) },
    { keys: ']', name: messages.nextWeek, run: () => go(addDays(week.monday, 7)) },
    { keys: 't', name: messages.thisWeek, run: () => go(now) },
  ])
  return (
    <div className={styles.weekBar}>
      <IconButton
        icon={ChevronLeft}
        label={messages.lastWeek}
        look="plain"
        onPress={() => go(addDays(week.monday, -7))}
      />
      <IconButton
        icon={ChevronRight}
        label={messages.nextWeek}
        look="plain"
        onPress={() => go(addDays(week.monday, 7))}
      />
      <h2 className={styles.span}>{formats.range(week.monday, addDays(week.monday, 6))}</h2>
      {week.monday !== now && (
        <Button small onPress={() => go(now)}>
          {messages.thisWeek}
        </Button>
      )}
      <PersonChoice week={week} />
    </div>
  )
}

/** The choice of the person, for Administrators and Managers. */
function PersonChoice({ week }: { readonly week: Week }) {
  const messages = useTimeMessages()
  const session = useSession()
  const navigate = route.useNavigate()
  const allowed = !ownTimeOnly(session)
  const people = useAll('person', { active: true }, allowed)
  if (!allowed) return null
  const options = (people.data ?? [])
    .filter(({ group }) => !isClient(group))
    .map(({ id, firstname, lastname }) => ({ id, name: `${firstname} ${lastname}`.trim() }))
  const choose = (id: number | null): void =>
    void navigate({
      search: ({ week: shown }) => ({
        ...(shown === undefined ? {} : { week: shown }),
        ...(id === null || id === session.personid ? {} : { person: id }),
      }),
    })
  return (
    <div className={styles.person}>
      <ComboBoxField label={messages.person} labelHidden options={options} value={week.personid} onChange={choose} />
    </div>
  )
}

interface WeekContentProps {
  readonly state: WeekState
  /** Called with the number of cells that are not saved. */
  readonly onUnsaved: (count: number) => void
}

/** Everything that belongs to one week. Its state is reset when another week is opened. */
function WeekContent({ state, onUnsaved }: WeekContentProps) {
  const messages = useTimeMessages()
  const narrow = useNarrow()
  const added = useAddedRows(state.week.personid, state.week.monday)
  const saving = useCellSaver(state.week)
  const copying = useWeekCopy(state, added)
  const unsaved = [...saving.states.values()].filter((cell) => cell.message !== undefined).length
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(0)
  }, [unsaved, onUnsaved])
  const [open, setOpen] = useState<{ row: WeekRow; day: IsoDate } | null>(null)
  const [adding, setAdding] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const toRow = useRowFocus(place)
  const rows = toWeekRows(state.entries ?? [], added.rows)
  const Grid = narrow ? DayList : WeekGrid
  useShortcutKeys(state.locked ? [] : [{ keys: 'a', name: messages.addRow, run: () => setAdding(true) }])
  useGridKeys(narrow)
  const add = (row: WeekRow): void => {
    added.add([row])
    toRow(row.key)
  }
  return (
    <>
      {rows.length === 0 ? (
        <NoRows state={state} copying={copying} />
      ) : (
        <div className={styles.scroller} ref={place}>
          <Grid
            state={state}
            rows={rows}
            saving={saving}
            onOpen={(row, day) => setOpen({ row, day })}
            onRemove={({ key }) => added.remove(key)}
          />
        </div>
      )}
      <SaveErrors saving={saving} />
      {!state.locked && (
        <RowActions copying={rows.length > 0 && copying.possible ? copying : null} onAdd={() => setAdding(true)} />
      )}
      {open !== null && <CellDialog state={state} {...open} onClose={() => setOpen(null)} />}
      {adding && <AddRow personid={state.week.personid} onAdd={add} onClose={() => setAdding(false)} />}
    </>
  )
}

/** Focuses a cell of a newly added row: today, or the first day of the week. */
function useRowFocus(place: RefObject<HTMLElement | null>): (row: string) => void {
  const today = useToday()
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (wanted === null) return
    const row = place.current?.querySelector(`[data-row="${CSS.escape(wanted)}"]`)
    const cell =
      row?.querySelector<HTMLElement>(`[data-day="${today}"]`) ?? row?.querySelector<HTMLElement>('[data-day]')
    cell?.focus()
    setWanted(null)
  }, [wanted, today, place])
  return setWanted
}

/** Lists the keys of the grid in the shortcut help. The grid handles them itself. */
function useGridKeys(narrow: boolean): void {
  const { gridKeyNames: names } = useTimeMessages()
  const shortcuts = [
    { keys: '↑ ↓ ← →', name: names.move },
    { keys: 'Enter', name: names.enter },
    { keys: 'Esc', name: names.escape },
    { keys: 'F2', name: names.notes },
  ]
  useShortcutKeys(narrow ? [] : shortcuts)
}

/** The cells that could not be saved, with the reasons. Always visible, wherever the row is. */
function SaveErrors({ saving }: { readonly saving: CellSaver }) {
  const messages = useTimeMessages()
  const formats = useFormats()
  const titleOf = useRowTitle()
  const unsaved = [...saving.states].filter(([, { message }]) => message !== undefined)
  // What only waits for the server is no error.
  const waiting = unsaved.every(([, { state }]) => state === 'waiting')
  return (
    <ul className={styles.unsaved} data-waiting={waiting} role="status">
      {unsaved.map(([key, { row, day, message }]) => (
        <li key={key}>
          <strong>{messages.cellName(titleOf(row).title, formats.shortDay(day))}</strong> {message}
        </li>
      ))}
    </ul>
  )
}

function NoRows({ state, copying }: { readonly state: WeekState; readonly copying: WeekCopy }) {
  const messages = useTimeMessages()
  if (state.locked) return <EmptyState icon={CalendarPlus} title={messages.nothingLogged} />
  if (!copying.possible) {
    return (
      <EmptyState icon={CalendarPlus} title={messages.nothingLogged}>
        {messages.nothingLoggedFirst}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={CalendarPlus}
      title={messages.nothingLogged}
      action={
        <div className={styles.rowActions}>
          <Button busy={copying.busy} icon={Copy} onPress={() => void copying.rows()}>
            {messages.copyRows}
          </Button>
          <Button busy={copying.busy} onPress={() => void copying.hours()}>
            {messages.copyHours}
          </Button>
        </div>
      }
    >
      {messages.nothingLoggedHint}
    </EmptyState>
  )
}

function RowActions({ copying, onAdd }: { readonly copying: WeekCopy | null; readonly onAdd: () => void }) {
  const messages = useTimeMessages()
  return (
    <div className={styles.rowActions}>
      <Button icon={Plus} onPress={onAdd}>
        {messages.addRow}
      </Button>
      {copying !== null && <CopyMenu copying={copying} />}
      <p className={styles.keys}>{messages.gridKeys}</p>
    </div>
  )
}

function CopyMenu({ copying }: { readonly copying: WeekCopy }) {
  const messages = useTimeMessages()
  return (
    <Menu
      label={messages.copyLastWeek}
      opener={
        <AriaButton className={styles.copy ?? ''} isPending={copying.busy}>
          <Copy size={15} aria-hidden />
          {messages.copyLastWeek}
        </AriaButton>
      }
      entries={[
        { id: 'rows', name: messages.copyRows, onPress: () => void copying.rows() },
        { id: 'hours', name: messages.copyHours, onPress: () => void copying.hours() },
      ]}
    />
  )
}
