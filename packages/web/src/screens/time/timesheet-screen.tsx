// The timesheet: a week of hours, typed and saved cell by cell, handed in when it is done. Which week, and for those who may look
// at others' also whose, stands in the address.
import type { IsoDate } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarPlus, ChevronLeft, ChevronRight, Copy, Plus } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { Session } from '../../api/door.ts'
import { useFormats, useToday } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { LeaveGuard } from '../../frame/leave-guard.tsx'
import { useKeys } from '../../frame/shortcuts.ts'
import { addDays, mondayOf } from '../../kit/day.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { FindField } from '../../parts/choices.tsx'
import { Menu } from '../../parts/menu.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { NotYours } from '../../parts/not-yours.tsx'
import { Empty, Failed, Loading, Page } from '../../parts/page.tsx'
import { useTimeWords } from '../../words/time.ts'
import { AddRow } from './add-row.tsx'
import { CellDialog } from './cell-dialog.tsx'
import { DayList } from './day-list.tsx'
import { useRowTitle } from './row-title.ts'
import { SheetActions, SheetBadge, SheetNotice } from './sheet.tsx'
import styles from './week.module.css'
import { useWeek, type Week, type WeekState } from './week.ts'
import { useAddedRows } from './week-added.ts'
import { type Copying, useCopying } from './week-copy.ts'
import { WeekGrid } from './week-grid.tsx'
import { rowsOf, type WeekRow } from './week-rows.ts'
import { type Saving, useSaving } from './week-saving.ts'

const route = getRouteApi('/timesheet')

const looksAtOthers = ({ role, restricted }: Session): boolean =>
  role === 'Administrator' || (role === 'Manager' && !restricted)

export function TimesheetScreen() {
  const words = useTimeWords()
  const may = useMay()
  return may('time', 'create') ? <WeekPage /> : <NotYours title={words.timesheet} />
}

function WeekPage() {
  const words = useTimeWords()
  const today = useToday()
  const session = useSession()
  const { week: asked, person } = route.useSearch()
  const whose = looksAtOthers(session) ? person : undefined
  const week: Week = { personid: whose ?? session.personid, monday: mondayOf(asked ?? today) }
  const state = useWeek(week)
  const [unsaved, setUnsaved] = useState(0)
  return (
    <Page
      title={words.timesheet}
      beside={<SheetBadge state={state} />}
      actions={<SheetActions state={state} unsaved={unsaved} />}
      wide
    >
      <LeaveGuard dirty={unsaved > 0} text={words.leaveCells} everywhere />
      <WeekBar week={week} />
      <SheetNotice state={state} />
      {state.error !== null && state.entries === undefined && <Failed error={state.error} />}
      {state.entries === undefined ? (
        <Loading />
      ) : (
        <WeekPlace key={`${week.personid} ${week.monday}`} state={state} onUnsaved={setUnsaved} />
      )}
    </Page>
  )
}

/** Which week it is and the ways to others. */
function WeekBar({ week }: { readonly week: Week }) {
  const words = useTimeWords()
  const formats = useFormats()
  const today = useToday()
  const navigate = route.useNavigate()
  const go = (monday: IsoDate): void => void navigate({ search: (before) => ({ ...before, week: monday }) })
  const now = mondayOf(today)
  useKeys([
    { keys: '[', name: words.lastWeek, run: () => go(addDays(week.monday, -7)) },
    { keys: ']', name: words.nextWeek, run: () => go(addDays(week.monday, 7)) },
    { keys: 't', name: words.thisWeek, run: () => go(now) },
  ])
  return (
    <div className={styles.weekBar}>
      <IconButton icon={ChevronLeft} label={words.lastWeek} look="plain" onPress={() => go(addDays(week.monday, -7))} />
      <IconButton icon={ChevronRight} label={words.nextWeek} look="plain" onPress={() => go(addDays(week.monday, 7))} />
      <h2 className={styles.span}>{words.span(formats.dayMonth(week.monday), formats.day(addDays(week.monday, 6)))}</h2>
      {week.monday !== now && (
        <Button small onPress={() => go(now)}>
          {words.thisWeek}
        </Button>
      )}
      <PersonChoice week={week} />
    </div>
  )
}

/** Administrators and Managers may look at the weeks of others. */
function PersonChoice({ week }: { readonly week: Week }) {
  const words = useTimeWords()
  const session = useSession()
  const navigate = route.useNavigate()
  const allowed = looksAtOthers(session)
  const people = useAll('person', { active: true }, allowed)
  if (!allowed) return null
  const options = (people.data ?? [])
    .filter(({ group }) => group !== 'Executive')
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
      <FindField label={words.person} labelHidden options={options} value={week.personid} onChange={choose} />
    </div>
  )
}

interface WeekPlaceProps {
  readonly state: WeekState
  /** Told how many cells the server does not have as they were typed. */
  readonly onUnsaved: (count: number) => void
}

/** Everything that belongs to one week and is gone with it. */
function WeekPlace({ state, onUnsaved }: WeekPlaceProps) {
  const words = useTimeWords()
  const narrow = useNarrow()
  const added = useAddedRows(state.week.personid, state.week.monday)
  const saving = useSaving(state.week)
  const copying = useCopying(state, added)
  const unsaved = [...saving.states.values()].filter((cell) => cell.said !== undefined).length
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(0)
  }, [unsaved, onUnsaved])
  const [open, setOpen] = useState<{ row: WeekRow; day: IsoDate } | null>(null)
  const [adding, setAdding] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const toRow = useRowFocus(place)
  const rows = rowsOf(state.entries ?? [], added.rows)
  const Grid = narrow ? DayList : WeekGrid
  useKeys(state.locked ? [] : [{ keys: 'a', name: words.addRow, run: () => setAdding(true) }])
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
      <Refused saving={saving} />
      {!state.locked && <RowActions copying={rows.length === 0 ? null : copying} onAdd={() => setAdding(true)} />}
      {open !== null && <CellDialog state={state} {...open} onClose={() => setOpen(null)} />}
      {adding && <AddRow personid={state.week.personid} onAdd={add} onClose={() => setAdding(false)} />}
    </>
  )
}

/** Whoever adds a row wants to type into it next: today, or where the week begins. */
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

/** The grid hears its keys itself; here they are told of. */
function useGridKeys(narrow: boolean): void {
  const { gridKeyNames: names } = useTimeWords()
  const told = [
    { keys: '↑ ↓ ← →', name: names.move },
    { keys: 'Enter', name: names.enter },
    { keys: 'Esc', name: names.escape },
    { keys: 'F2', name: names.notes },
  ]
  useKeys(narrow ? [] : told)
}

/** What could not be saved and why, in reach whatever row it is in. */
function Refused({ saving }: { readonly saving: Saving }) {
  const words = useTimeWords()
  const formats = useFormats()
  const titleOf = useRowTitle()
  const wrong = [...saving.states].filter(([, { said }]) => said !== undefined)
  return (
    <ul className={styles.refused} role="status">
      {wrong.map(([key, { row, day, said }]) => (
        <li key={key}>
          <strong>{words.cellName(titleOf(row).title, formats.shortDay(day))}</strong> {said}
        </li>
      ))}
    </ul>
  )
}

function NoRows({ state, copying }: { readonly state: WeekState; readonly copying: Copying }) {
  const words = useTimeWords()
  if (state.locked) return <Empty icon={CalendarPlus} title={words.nothingLogged} />
  return (
    <Empty
      icon={CalendarPlus}
      title={words.nothingLogged}
      action={
        <div className={styles.rowActions}>
          <Button busy={copying.busy} icon={Copy} onPress={() => void copying.rows()}>
            {words.copyRows}
          </Button>
          <Button busy={copying.busy} onPress={() => void copying.hours()}>
            {words.copyHours}
          </Button>
        </div>
      }
    >
      {words.nothingLoggedHint}
    </Empty>
  )
}

function RowActions({ copying, onAdd }: { readonly copying: Copying | null; readonly onAdd: () => void }) {
  const words = useTimeWords()
  return (
    <div className={styles.rowActions}>
      <Button icon={Plus} onPress={onAdd}>
        {words.addRow}
      </Button>
      {copying !== null && <CopyMenu copying={copying} />}
      <p className={styles.keys}>{words.gridKeys}</p>
    </div>
  )
}

function CopyMenu({ copying }: { readonly copying: Copying }) {
  const words = useTimeWords()
  return (
    <Menu
      label={words.copyLastWeek}
      opener={
        <AriaButton className={styles.copy ?? ''} isPending={copying.busy}>
          <Copy size={15} aria-hidden />
          {words.copyLastWeek}
        </AriaButton>
      }
      entries={[
        { id: 'rows', name: words.copyRows, onPress: () => void copying.rows() },
        { id: 'hours', name: words.copyHours, onPress: () => void copying.hours() },
      ]}
    />
  )
}
