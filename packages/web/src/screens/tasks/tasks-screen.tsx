// The tasks: a table or a board of the same filters, which stand in the address.
import { Columns3, Plus } from 'lucide-react'
import { useRef } from 'react'
import { DialogTrigger } from 'react-aria-components'
import { usePage } from '../../api/records.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { openOverlay } from '../../frame/overlays.ts'
import { useKeys } from '../../frame/shortcuts.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { PickList } from '../../parts/pick-list.tsx'
import { Pop } from '../../parts/pop.tsx'
import { Segments } from '../../parts/segments.tsx'
import { useTasksWords } from '../../words/tasks.ts'
import { BoardView } from './board.tsx'
import { hideColumns, useColumnChoices, useHiddenColumns, usualColumns } from './columns.tsx'
import { FilterBar } from './filter-bar.tsx'
import { SavedFilters, useOpenFilter } from './saved-filters.tsx'
import { queryOf, type TaskSearch } from './search.ts'
import { TableView } from './table-view.tsx'
import styles from './tasks.module.css'
import { useTaskSearch } from './use-search.ts'

const viewed = (search: TaskSearch, view: 'table' | 'board'): TaskSearch => {
  const { view: _before, ...rest } = search
  return view === 'board' ? { ...rest, view } : rest
}

export function TasksScreen() {
  const words = useTasksWords()
  const state = useTaskSearch()
  const { search, set } = state
  const searchRef = useRef<HTMLDivElement>(null)
  const view = search.view ?? 'table'
  const show = (next: 'table' | 'board') => set(viewed(search, next))
  useKeys([
    { keys: '/', name: words.keys.search, run: () => searchRef.current?.querySelector('input')?.focus() },
    { keys: 'v', name: words.keys.view, run: () => show(view === 'board' ? 'table' : 'board') },
  ])
  return (
    <Page
      title={words.title}
      wide
      beside={<Beside search={search} />}
      actions={<Actions view={view} show={show} {...state} />}
    >
      <div className={styles.body}>
        <FilterBar {...state} searchRef={searchRef} />
        {view === 'board' ? <BoardView {...state} /> : <TableView {...state} />}
      </div>
    </Page>
  )
}

/** How many there are, and the name of the saved filter if it is one. */
function Beside({ search }: { readonly search: TaskSearch }) {
  const words = useTasksWords()
  const { role } = useSession()
  const open = useOpenFilter(search)
  const { data } = usePage('task', queryOf(search, role), 100, 0)
  return (
    <>
      {open !== undefined && <Badge tone="accent">{open.title}</Badge>}
      <span className={styles.count} aria-live="polite">
        {data !== undefined && search.view !== 'board' && words.count(data.count)}
      </span>
    </>
  )
}

interface ActionsProps extends ReturnType<typeof useTaskSearch> {
  readonly view: 'table' | 'board'
  readonly show: (view: 'table' | 'board') => void
}

function Actions({ view, show, ...state }: ActionsProps) {
  const words = useTasksWords()
  const may = useMay()
  const views = [
    { id: 'table' as const, name: words.views.table },
    { id: 'board' as const, name: words.views.board },
  ]
  return (
    <>
      <Segments label={words.view} options={views} value={view} onChange={show} />
      <SavedFilters {...state} />
      {view === 'table' && <ColumnsButton />}
      {may('task', 'create') && (
        <span className={styles.wideOnly}>
          <Button look="strong" icon={Plus} onPress={() => openOverlay({ kind: 'newTask' })}>
            {words.newTask}
          </Button>
        </span>
      )}
    </>
  )
}

function ColumnsButton() {
  const words = useTasksWords()
  const choices = useColumnChoices()
  const hidden = useHiddenColumns()
  const shown = choices.filter(({ id }) => !hidden.includes(id)).map(({ id }) => id)
  const choose = (ids: readonly string[]) =>
    hideColumns(choices.filter(({ id }) => !ids.includes(id)).map(({ id }) => id))
  return (
    <span className={styles.wideOnly}>
      <DialogTrigger>
        <Button icon={Columns3}>{words.chooseColumns}</Button>
        <Pop label={words.chooseColumns} placement="bottom end">
          <PickList label={words.chooseColumns} options={choices} value={shown} onChange={choose} />
          <div className={styles.editorEnd}>
            <Button small look="quiet" onPress={usualColumns}>
              {words.usualColumns}
            </Button>
          </div>
        </Pop>
      </DialogTrigger>
    </span>
  )
}
