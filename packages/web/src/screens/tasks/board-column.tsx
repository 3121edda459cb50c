// One column of the board: a status, the number of its tasks, and their cards, loaded page by page. A card that is
// being moved is shown in its new column before the server has answered.
import type { TaskRecord, TaskstatusRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { GripVertical } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, GridList, GridListItem, isTextDropItem, useDragAndDrop } from 'react-aria-components'
import { useFormats, useToday } from '../../api/formats.ts'
import { usePages } from '../../api/records.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Button as PlainButton } from '../../parts/button.tsx'
import { LoadError } from '../../parts/page.tsx'
import type { TaskQuery } from '../../records/tasks/task-filters.ts'
import styles from './board.module.css'
import type { PendingMoves } from './board.tsx'
import { AvatarGroup, Due, ItemsDone, Priority, splitNames } from './cells.tsx'
import type { EditCell } from './inline-editor.tsx'
import cells from './tasks.module.css'
import { columnAttribute, useTouchDrag } from './touch-drag.ts'

const dragType = 'application/x-stint-task'
const pageSize = 30

interface ColumnProps {
  readonly status: TaskstatusRecord
  readonly query: TaskQuery
  readonly moving: PendingMoves
  /** Undefined if the person may not move cards. */
  readonly onMove: ((taskid: number) => void) | undefined
  /** Moves a card that was dragged with a finger to the given status. */
  readonly onDrop: (taskid: number, statusid: number) => void
  /** All cards of the board by id, because a drop event only has the id. */
  readonly known: Map<number, TaskRecord>
  readonly edit: EditCell | undefined
}

function useCards({ status, query, moving }: ColumnProps) {
  const pages = usePages('task', query, pageSize)
  const held = pages.data?.pages.flatMap(({ records }) => records) ?? []
  const count = pages.data?.pages.at(-1)?.count
  const here = held.filter(
    ({ id, statusid }) => statusid === status.id && (moving.get(id)?.statusid ?? status.id) === status.id,
  )
  const coming = [...moving.values()].filter(
    ({ task, statusid }) => statusid === status.id && !here.some(({ id }) => id === task.id),
  )
  const cards = [...coming.map(({ task }) => task), ...here]
  const left = held.length - here.length
  return { pages, cards, count: count === undefined ? undefined : count - left + coming.length }
}

export function BoardColumn(props: ColumnProps) {
  const { status, onMove, onDrop, edit, known } = props
  const messages = useTasksMessages().board
  const navigate = useNavigate()
  const formats = useFormats()
  const { pages, cards, count } = useCards(props)
  useEffect(() => {
    for (const card of cards) known.set(card.id, card)
  })
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => {
        const title = cards.find(({ id }) => id === key)?.title ?? ''
        return { [dragType]: String(key), 'text/plain': title }
      }),
    acceptedDragTypes: [dragType],
    getDropOperation: () => 'move',
    onRootDrop: async ({ items }) => {
      for (const item of items) if (isTextDropItem(item)) onMove?.(Number(await item.getText(dragType)))
    },
  })
  const label = messages.label(status.name, count ?? 0)
  return (
    <section className={styles.column} aria-label={label} {...{ [columnAttribute]: status.id }}>
      <header className={styles.columnHead}>
        <h2>{status.name}</h2>
        <span className={styles.columnCount}>{count === undefined ? '' : formats.number(count)}</span>
      </header>
      {pages.isError && cards.length === 0 && <LoadError error={pages.error} onRetry={() => void pages.refetch()} />}
      <GridList
        aria-label={label}
        items={cards}
        dependencies={[edit]}
        className={styles.cards ?? ''}
        onAction={(id) => void navigate({ to: '/tasks/$id', params: { id: String(id) } })}
        renderEmptyState={() => (
          <p className={styles.columnEmpty}>{pages.isPending ? '' : onMove ? messages.dropHere : messages.empty}</p>
        )}
        {...(onMove === undefined ? {} : { dragAndDropHooks })}
      >
        {(task) => (
          <GridListItem id={task.id} textValue={task.title} className={styles.card ?? ''}>
            <Card task={task} edit={edit} onDrop={onMove === undefined ? undefined : onDrop} />
          </GridListItem>
        )}
      </GridList>
      <LoadMore show={pages.hasNextPage} busy={pages.isFetchingNextPage} onMore={() => void pages.fetchNextPage()} />
    </section>
  )
}

interface CardProps {
  readonly task: TaskRecord
  readonly edit: EditCell | undefined
  /** Undefined if the person may not move cards. */
  readonly onDrop: ColumnProps['onDrop'] | undefined
}

function Card({ task, edit, onDrop }: CardProps) {
  const messages = useTasksMessages()
  const formats = useFormats()
  const today = useToday()
  return (
    <>
      <div className={styles.cardTop}>
        <span className={cells.number}>{messages.number(task.localid)}</span>
        <span className={styles.cardProject}>{task.project}</span>
        {onDrop !== undefined && <DragHandle task={task} onDrop={onDrop} />}
      </div>
      <p className={styles.cardTitle}>{task.title}</p>
      <div className={styles.cardEnd}>
        <Priority task={task} />
        {task.datedue !== null && <Due task={task} today={today} formats={formats} />}
        <ItemsDone task={task} />
        <span className={styles.cardFaces}>
          <AvatarGroup names={splitNames(task.assignees)} none="" bare />
        </span>
        {edit !== undefined && (
          <Button
            className={styles.cardMove ?? ''}
            aria-label={messages.filterText(messages.board.moveTo(task.title), task.status)}
            onPress={({ target }) => edit('statusid', task, target as HTMLElement)}
          >
            {task.status}
          </Button>
        )}
      </div>
    </>
  )
}

function DragHandle({ task, onDrop }: { readonly task: TaskRecord; readonly onDrop: ColumnProps['onDrop'] }) {
  const messages = useTasksMessages()
  const touch = useTouchDrag((statusid) => onDrop(task.id, statusid))
  return (
    <span className={styles.gripPlace} {...touch}>
      <Button slot="drag" className={styles.grip ?? ''} aria-label={messages.board.drag(task.title)}>
        <GripVertical size={15} aria-hidden />
      </Button>
    </span>
  )
}

interface MoreProps {
  readonly show: boolean
  readonly busy: boolean
  readonly onMore: () => void
}

/** Loads the next page when the end of the column becomes visible. */
function LoadMore({ show, busy, onMore }: MoreProps) {
  const messages = useTasksMessages().board
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  latest.current = onMore
  useEffect(() => {
    const element = end.current
    if (element === null || !show || busy) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && latest.current(), {
      rootMargin: '200px',
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [show, busy])
  if (!show) return null
  return (
    <div ref={end} className={styles.more}>
      <PlainButton small look="quiet" busy={busy} onPress={onMore}>
        {messages.moreToLoad}
      </PlainButton>
    </div>
  )
}
