// The list of tasks, as a table, a board or a calendar. The filters are in the URL.
import { Columns3, Plus } from 'lucide-react'
import { useRef } from 'react'
import { DialogTrigger } from 'react-aria-components'
import { usePage } from '../../api/records.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { openOverlay } from '../../frame/overlays.ts'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { useAfterPaint } from '../../parts/after-paint.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { Page } from '../../parts/page.tsx'
import { PickList } from '../../parts/pick-list.tsx'
import { PopoverDialog } from '../../parts/popover.tsx'
import { SegmentedControl } from '../../parts/segmented-control.tsx'
import { type TaskSearch, taskQueryOf } from '../../records/tasks/task-filters.ts'
import { BoardView } from './board.tsx'
import { CalendarView } from './calendar.tsx'
import { hideColumns, resetColumns, useColumnChoices, useHiddenColumns } from './columns.tsx'
import { SavedFilters, useOpenFilter } from './saved-filters.tsx'
import { TableView } from './table-view.tsx'
import { TaskFilterBar } from './task-filter-bar.tsx'
import styles from './tasks.module.css'
import { useTaskListSearch } from './use-task-search.ts'

const views = ['table', 'board', 'calendar'] as const
type View = (typeof views)[number]

const withView = (search: TaskSearch, view: View): TaskSearch => {
  const { view: _before, ...rest } = search
  return view === 'table' ? rest : { ...rest, view }
}

export function TasksScreen() {
  const messages = useTasksMessages()
  const state = useTaskListSearch()
  const { search, set } = state
  const searchRef = useRef<HTMLDivElement>(null)
  const view = search.view ?? 'table'
  const show = (next: View) => set(withView(search, next))
  const nextView = views[(views.indexOf(view) + 1) % views.length] ?? 'table'
  useShortcutKeys([
    { keys: '/', name: messages.keys.search, run: () => searchRef.current?.querySelector('input')?.focus() },
    { keys: 'v', name: messages.keys.view, run: () => show(nextView) },
  ])
  return (
    <Page
      title={messages.title}
      wide
      beside={<TaskCount search={search} />}
      actions={<Actions view={view} show={show} {...state} />}
    >
      <div className={styles.body}>
        <TaskFilterBar {...state} searchRef={searchRef} />
        {view === 'table' && <TableView {...state} />}
        {view === 'board' && <BoardView {...state} />}
        {view === 'calendar' && <CalendarView {...state} />}
      </div>
    </Page>
  )
}

/** The number of tasks, and the name of the saved filter if one is applied. */
function TaskCount({ search }: { readonly search: TaskSearch }) {
  const messages = useTasksMessages()
  const { role } = useSession()
  const { data } = usePage('task', taskQueryOf(search, role), 100, 0)
  return (
    <>
      {useAfterPaint() && <OpenFilter search={search} />}
      <span className={styles.count} aria-live="polite">
        {data !== undefined && search.view === undefined && messages.count(data.count)}
      </span>
    </>
  )
}

function OpenFilter({ search }: { readonly search: TaskSearch }) {
  const open = useOpenFilter(search)
  return open === undefined ? null : <Badge tone="accent">{open.title}</Badge>
}

interface ActionsProps extends ReturnType<typeof useTaskListSearch> {
  readonly view: View
  readonly show: (view: View) => void
}

function Actions({ view, show, ...state }: ActionsProps) {
  const messages = useTasksMessages()
  const may = useMay()
  const narrow = useNarrow()
  const options = views.map((id) => ({ id, name: messages.views[id] }))
  // The tasks come first. On a phone these controls have their own line, which would move the list.
  const isShown = useAfterPaint() || narrow
  return (
    <>
      {isShown && <SegmentedControl label={messages.view} options={options} value={view} onChange={show} />}
      {isShown && <SavedFilters {...state} />}
      {isShown && view === 'table' && <ColumnsButton />}
      {may('task', 'create') && (
        <span className={styles.wideOnly}>
          <Button look="strong" icon={Plus} onPress={() => openOverlay({ kind: 'newTask' })}>
            {messages.newTask}
          </Button>
        </span>
      )}
    </>
  )
}

function ColumnsButton() {
  const messages = useTasksMessages()
  const choices = useColumnChoices()
  const hidden = useHiddenColumns()
  const shown = choices.filter(({ id }) => !hidden.includes(id)).map(({ id }) => id)
  const choose = (ids: readonly string[]) =>
    hideColumns(choices.filter(({ id }) => !ids.includes(id)).map(({ id }) => id))
  return (
    <span className={styles.wideOnly}>
      <DialogTrigger>
        <Button icon={Columns3}>{messages.chooseColumns}</Button>
        <PopoverDialog label={messages.chooseColumns} placement="bottom end">
          <PickList label={messages.chooseColumns} options={choices} value={shown} onChange={choose} />
          <div className={styles.editorEnd}>
            <Button small look="quiet" onPress={resetColumns}>
              {messages.usualColumns}
            </Button>
          </div>
        </PopoverDialog>
      </DialogTrigger>
    </span>
  )
}
