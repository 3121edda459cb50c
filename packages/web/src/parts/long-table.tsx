// A table of a list that is too long to have at once: it knows how many rows there are and asks for those in sight, so the
// scrollbar is right from the beginning and one can jump anywhere. What is not there yet stands as a bar. A row is had by its
// place; j, k and the arrows move from row to row, and what is focused is the first link in it.
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import { useWords } from '../words/words.ts'
import long from './long-table.module.css'
import styles from './record-table.module.css'
import { type Sorting, type TableColumn, TableHead } from './record-table.tsx'

export interface LongTableHandle {
  /** Moves the focus by so many rows. */
  move(by: number): void
  /** The row that has, or last had, the focus. */
  current(): number
}

export interface LongTableProps<R extends { readonly id: number }> {
  readonly label: string
  readonly columns: readonly TableColumn<R>[]
  readonly hidden?: readonly string[]
  readonly count: number
  readonly at: (index: number) => R | undefined
  readonly onRange: (first: number, last: number) => void
  readonly sorting?: Sorting | undefined
  readonly onSort?: (sorting: Sorting) => void
  readonly selected?: ReadonlySet<number>
  /** Rows were chosen or let go; with Shift, all from the one before. */
  readonly onSelect?: ((records: readonly R[], on: boolean) => void) | undefined
  /** How a row is called where it is chosen. */
  readonly nameOf: (record: R) => string
  readonly rowHeight?: number
  /** When it changes, the table goes back to its beginning. */
  readonly of: string
  /** What is shown is about to be replaced. */
  readonly stale?: boolean
  readonly handle?: Ref<LongTableHandle>
  readonly empty?: ReactNode
}

const usualHeight = 41

function useRows(count: number, rowHeight: number, of: string, onRange: (first: number, last: number) => void) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 14,
    // The rows begin below the head, which stays in sight.
    scrollPaddingEnd: usualHeight,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onRange(first, last), [first, last, onRange])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another question leads back to the beginning.
  useEffect(() => void scroller.current?.scrollTo({ top: 0 }), [of])
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when rows are of another height.
  useEffect(() => virtual.measure(), [rowHeight])
  return { scroller, virtual, items }
}

/** Focus goes to a row that may first have to be scrolled to and drawn. */
function useMoving(
  { scroller, virtual }: ReturnType<typeof useRows>,
  count: number,
  of: string,
  handle?: Ref<LongTableHandle>,
) {
  const current = useRef(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another list one begins at its top.
  useEffect(() => {
    current.current = -1
  }, [of])
  const focus = (tries = 10): void => {
    const row = scroller.current?.querySelector(`tr[data-index="${current.current}"]`)
    const link = row?.querySelector<HTMLElement>('a')
    if (link != null) link.focus({ preventScroll: true })
    else if (tries > 0) requestAnimationFrame(() => focus(tries - 1))
  }
  const move = (by: number): void => {
    if (count === 0) return
    current.current = Math.max(0, Math.min(count - 1, current.current + by))
    virtual.scrollToIndex(current.current)
    focus()
  }
  useImperativeHandle(handle, () => ({ move, current: () => current.current }))
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -count, End: count }[event.key]
    if (by === undefined || (event.target as HTMLElement).closest('input') !== null) return
    event.preventDefault()
    move(by)
  }
  return { current, onKeyDown }
}

export function LongTable<R extends { readonly id: number }>(props: LongTableProps<R>) {
  const { label, columns, hidden = [], count, at, selected, onSelect, nameOf, rowHeight = usualHeight } = props
  const rows = useRows(count, rowHeight, props.of, props.onRange)
  const { current, onKeyDown } = useMoving(rows, count, props.of, props.handle)
  const { scroller, virtual, items } = rows
  const shown = useMemo(() => columns.filter(({ id }) => !hidden.includes(id)), [columns, hidden])
  const choose = useChoosing(at, onSelect)
  const seen = items.flatMap(({ index }) => at(index) ?? [])
  const span = shown.length + (onSelect === undefined ? 0 : 1)
  const allChosen = seen.length > 0 && seen.every(({ id }) => selected?.has(id) ?? false)
  const onAll = (on: boolean) =>
    onSelect?.(
      Array.from({ length: count }, (_, place) => at(place)).filter((one) => one !== undefined),
      on,
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the links in it.
    <div
      ref={scroller}
      className={`${styles.scroller} ${long.scroller}`}
      onKeyDown={onKeyDown}
      data-stale={props.stale ?? false}
    >
      <table
        className={`${styles.table} ${long.table}`}
        aria-label={label}
        aria-rowcount={count + 1}
        ref={widthOf(shown, onSelect !== undefined)}
      >
        <TableHead
          columns={columns}
          shown={shown}
          sorting={props.sorting}
          {...(props.onSort === undefined ? {} : { onSort: props.onSort })}
          {...(onSelect === undefined ? {} : { onSelect: nothing })}
          allChosen={allChosen}
          onAll={onAll}
        />
        <tbody
          onFocus={({ target }) => {
            const index = target.closest('tr')?.dataset.index
            if (index !== undefined) current.current = Number(index)
          }}
        >
          <Gap height={items[0]?.start ?? 0} span={span} />
          {items.map(({ index }) => {
            const record = at(index)
            return record === undefined ? (
              <Waiting key={index} index={index} span={span} height={rowHeight} />
            ) : (
              <Row
                key={record.id}
                index={index}
                record={record}
                columns={shown as unknown as readonly TableColumn<{ readonly id: number }>[]}
                name={nameOf(record)}
                height={rowHeight}
                chosen={selected?.has(record.id) ?? false}
                onChoose={onSelect === undefined ? undefined : choose}
              />
            )
          })}
          <Gap height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} span={span} />
        </tbody>
      </table>
      {count === 0 && props.empty}
    </div>
  )
}

const nothing = (): void => undefined

/** Narrower than its columns it scrolls inside its frame, never the page. */
const widthOf =
  (columns: readonly { readonly width?: number }[], choosing: boolean) => (table: HTMLTableElement | null) => {
    const flexible = columns.some(({ width }) => width === undefined) ? 240 : 0
    const sum = columns.reduce((all, { width = 0 }) => all + width, choosing ? 40 : 0)
    if (table !== null) table.style.minWidth = columns.length > 1 ? `${sum + flexible}px` : '0'
  }

type Choose = (index: number, on: boolean, range: boolean) => void

function useChoosing<R>(
  at: (index: number) => R | undefined,
  onSelect: LongTableProps<R & { id: number }>['onSelect'],
): Choose {
  const last = useRef<number | null>(null)
  const latest = useRef({ at, onSelect })
  latest.current = { at, onSelect }
  return useMemo(
    () => (index, on, range) => {
      const from = range && last.current !== null ? last.current : index
      const [low, high] = [Math.min(from, index), Math.max(from, index)]
      const records = Array.from({ length: high - low + 1 }, (_, step) => latest.current.at(low + step))
      last.current = index
      latest.current.onSelect?.(records.filter((one) => one !== undefined) as (R & { id: number })[], on)
    },
    [],
  )
}

interface RowProps {
  readonly index: number
  readonly record: { readonly id: number }
  readonly columns: readonly TableColumn<{ readonly id: number }>[]
  readonly name: string
  readonly height: number
  readonly chosen: boolean
  readonly onChoose: Choose | undefined
}

/** Scrolling draws only the rows that come. */
const Row = memo(function Row({ index, record, columns, name, height, chosen, onChoose }: RowProps) {
  const words = useWords().parts
  const shift = useRef(false)
  return (
    <tr data-index={index} data-selected={chosen} aria-rowindex={index + 2} data-tall={height > usualHeight}>
      {onChoose !== undefined && (
        <td className={styles.choose}>
          <input
            type="checkbox"
            aria-label={words.selectOne(name)}
            checked={chosen}
            onClick={({ shiftKey }) => {
              shift.current = shiftKey
            }}
            onChange={({ target }) => onChoose(index, target.checked, shift.current)}
          />
        </td>
      )}
      {columns.map(({ id, cell, numeric = false }) => (
        <td key={id} data-numeric={numeric}>
          {cell(record)}
        </td>
      ))}
    </tr>
  )
})

function Waiting({ index, span, height }: { readonly index: number; readonly span: number; readonly height: number }) {
  return (
    <tr data-index={index} data-tall={height > usualHeight} aria-hidden>
      <td colSpan={span}>
        <span className={long.waiting} />
      </td>
    </tr>
  )
}

/** Stands for the rows that are not in sight. */
function Gap({ height, span }: { readonly height: number; readonly span: number }) {
  if (height <= 0) return null
  const size = (cell: HTMLTableCellElement | null): void => {
    if (cell !== null) cell.style.height = `${height}px`
  }
  return (
    <tr aria-hidden>
      <td ref={size} colSpan={span} className={styles.gap} />
    </tr>
  )
}
