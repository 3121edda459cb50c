// A table with virtualised rows, for lists that are too long to load at once. It knows the number of rows and requests
// the visible ones by index, so the scrollbar is right from the start. Rows that are not loaded are placeholders. The
// arrow keys and the handle (j and k) move the focus between rows; the first link of a row gets it.
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import { useRenderedRows } from './after-paint.ts'
import { maxPrintedRows, PrintLimitNote } from './print-limit.tsx'
import { usePrinting } from './printing.ts'
import styles from './record-table.module.css'
import { type Sorting, type TableColumn, TableHead } from './record-table.tsx'
import { tableRoles } from './table-roles.ts'
import { defaultRowHeight, PlaceholderRow, type SelectRow, VirtualRow } from './virtual-row.tsx'
import long from './virtual-table.module.css'

export interface VirtualTableHandle {
  /** Moves the focus by a number of rows. */
  move(by: number): void
  /** The index of the row that has, or last had, the focus. */
  current(): number
}

interface VirtualTableProps<R extends { readonly id: number }> {
  readonly label: string
  readonly columns: readonly TableColumn<R>[]
  readonly hidden?: readonly string[]
  readonly count: number
  readonly at: (index: number) => R | undefined
  readonly onRange: (first: number, last: number) => void
  readonly sorting?: Sorting | undefined
  readonly onSort?: (sorting: Sorting) => void
  readonly selected?: ReadonlySet<number>
  /** Called when rows are selected or deselected; with Shift, all rows since the last selection. */
  readonly onSelect?: ((records: readonly R[], on: boolean) => void) | undefined
  /** The name of a row in the label of its checkbox. */
  readonly nameOf: (record: R) => string
  readonly rowHeight?: number
  /** Identifies the query. When it changes, the table scrolls to the top. */
  readonly of: string
  /** The rows shown are those of the previous query. */
  readonly stale?: boolean
  readonly handle?: Ref<VirtualTableHandle>
  readonly empty?: ReactNode
}

/** The width of the checkbox column, and the minimum width of columns without a width, in pixels. */
const selectionWidth = 40
const flexibleWidth = 240

function useRows(count: number, rowHeight: number, of: string, onRange: (first: number, last: number) => void) {
  const scroller = useRef<HTMLDivElement>(null)
  const rendered = useRenderedRows(count)
  const virtual = useVirtualizer({
    count: rendered,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 14,
    // The sticky header covers this height.
    scrollPaddingEnd: defaultRowHeight,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onRange(first, last), [first, last, onRange])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another query scrolls to the top.
  useEffect(() => void scroller.current?.scrollTo({ top: 0 }), [of])
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the row height changes.
  useEffect(() => virtual.measure(), [rowHeight])
  return { scroller, virtual, items, height: virtual.getTotalSize() + (count - rendered) * rowHeight }
}

/** Moves the focus to a row, which may have to be scrolled to and rendered first. */
function useRowFocus(
  { scroller, virtual }: ReturnType<typeof useRows>,
  count: number,
  of: string,
  handle?: Ref<VirtualTableHandle>,
) {
  const current = useRef(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts at the top again.
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

export function VirtualTable<R extends { readonly id: number }>(props: VirtualTableProps<R>) {
  const { label, columns, hidden = [], count, at, selected, onSelect, nameOf, rowHeight = defaultRowHeight } = props
  const printing = usePrinting()
  const rows = useRows(count, rowHeight, props.of, props.onRange)
  const { current, onKeyDown } = useRowFocus(rows, count, props.of, props.handle)
  const { scroller } = rows
  const choosing = onSelect !== undefined
  // Prints all loaded rows, from the first to the first one that is not loaded.
  const printed = printing ? indexesUntil(Math.min(count, maxPrintedRows), at) : 0
  const items = printing ? Array.from({ length: printed }, (_, index) => ({ index, start: 0 })) : rows.items
  const shown = useMemo(
    () => columns.filter(({ id, pressed = false }) => !hidden.includes(id) && !(printing && pressed)),
    [columns, hidden, printing],
  )
  const choose = useRowSelection(at, onSelect)
  const visible = items.flatMap(({ index }) => at(index) ?? [])
  const sizes = useMemo(
    () => (printing ? {} : sizesOf(shown, choosing, rowHeight)),
    [printing, shown, choosing, rowHeight],
  )
  const allChosen = visible.length > 0 && visible.every(({ id }) => selected?.has(id) ?? false)
  const onAll = (on: boolean) =>
    onSelect?.(
      Array.from({ length: count }, (_, place) => at(place)).filter((one) => one !== undefined),
      on,
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the links in it.
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
        style={sizes}
        {...tableRoles.table}
      >
        <TableHead
          columns={columns}
          shown={shown}
          sorting={props.sorting}
          {...(props.onSort === undefined ? {} : { onSort: props.onSort })}
          {...(onSelect === undefined ? {} : { onSelect: noop })}
          allChosen={allChosen}
          onAll={onAll}
        />
        <tbody
          {...tableRoles.rowgroup}
          style={printing ? undefined : { height: rows.height }}
          onFocus={({ target }) => {
            const row = target.closest('tr')
            if (row?.dataset.index !== undefined) current.current = Number(row.dataset.index)
            row?.toggleAttribute('data-here', target.matches('a:focus-visible'))
          }}
          onBlur={({ target }) => target.closest('tr')?.removeAttribute('data-here')}
        >
          {items.map(({ index, start }) => {
            const record = at(index)
            return record === undefined ? (
              <PlaceholderRow key={`waiting ${index}`} index={index} top={start} />
            ) : (
              <VirtualRow
                key={record.id}
                index={index}
                record={record}
                columns={shown as unknown as readonly TableColumn<{ readonly id: number }>[]}
                name={nameOf(record)}
                top={printing ? undefined : start}
                chosen={selected?.has(record.id) ?? false}
                onChoose={onSelect === undefined ? undefined : choose}
              />
            )
          })}
        </tbody>
      </table>
      {count === 0 && props.empty}
      {printing && <PrintLimitNote shown={printed} all={count} />}
    </div>
  )
}

function indexesUntil(most: number, at: (index: number) => unknown): number {
  let index = 0
  while (index < most && at(index) !== undefined) index += 1
  return index
}

const noop = (): void => undefined

type Sizes = CSSProperties & { readonly '--columns'?: string; readonly '--row'?: string }

/** The table scrolls sideways if it is narrower than its columns; the page does not. Not used in print. */
function sizesOf(
  columns: readonly Pick<TableColumn<never>, 'width' | 'grow'>[],
  choosing: boolean,
  rowHeight: number,
): Sizes {
  const sum = columns.reduce((all, { width = flexibleWidth }) => all + width, choosing ? selectionWidth : 0)
  const least = columns.length > 1 ? `${flexibleWidth}px` : '0'
  const widths = columns.map(({ width, grow }) => {
    if (width !== undefined && grow === undefined) return `${width}px`
    return `minmax(${width === undefined ? least : `${width}px`}, ${grow ?? 1}fr)`
  })
  return {
    minWidth: columns.length > 1 ? sum : 0,
    '--columns': [...(choosing ? [`${selectionWidth}px`] : []), ...widths].join(' '),
    '--row': `${rowHeight}px`,
  }
}

function useRowSelection<R>(
  at: (index: number) => R | undefined,
  onSelect: VirtualTableProps<R & { id: number }>['onSelect'],
): SelectRow {
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
