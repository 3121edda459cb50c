// Tables of records: TanStack Table for columns, sorting and selection, TanStack Virtual so that long tables scroll
// fast. The server sorts; a column header only reports the new order to the caller.
import {
  type Column,
  columnVisibilityFeature,
  type Row,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useMessages } from '../messages/messages.ts'
import { useRenderedRows } from './after-paint.ts'
import { maxPrintedRows, PrintLimitNote } from './print-limit.tsx'
import { usePrinting } from './printing.ts'
import styles from './record-table.module.css'
import { tableRoles } from './table-roles.ts'

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })

export interface TableColumn<R> {
  readonly id: string
  readonly name: string
  readonly cell: (record: R) => ReactNode
  /** The sort field of the API, if the column can be sorted. */
  readonly sort?: string | undefined
  readonly numeric?: boolean
  /** The column has only buttons, so it is not printed. */
  readonly pressed?: boolean
  /** In pixels; columns without a width share the rest. */
  readonly width?: number
  /** The column is at least as wide as its width and gets this share of the rest; virtual tables only. */
  readonly grow?: number
  /** Per cent of the table: its texts are cut when the table is narrow. Not in virtual tables. */
  readonly percent?: number
}

export interface Sorting {
  readonly field: string
  readonly down: boolean
}

export interface RecordTableProps<R extends { readonly id: number }> {
  readonly label: string
  readonly columns: readonly TableColumn<R>[]
  readonly records: readonly R[]
  /** Ids of columns that are not shown. */
  readonly hidden?: readonly string[]
  readonly sorting?: Sorting | undefined
  readonly onSort?: (sorting: Sorting) => void
  readonly selected?: ReadonlySet<number>
  readonly onSelect?: (selected: ReadonlySet<number>) => void
  /** The name of a row in the label of its checkbox. */
  readonly nameOf?: (record: R) => string
  /** Called when the end is scrolled into view. */
  readonly onEnd?: () => void
  /** The number of all records, if more are loaded while scrolling. */
  readonly total?: number | undefined
  readonly empty?: ReactNode
  /** A row below the others, such as sums by column id. */
  readonly foot?: Readonly<Record<string, ReactNode>>
  /** As high as its rows, without a scroll area of its own: for short tables within pages. */
  readonly short?: boolean
}

type Features = typeof features

const rowHeight = 40

export function RecordTable<R extends { readonly id: number }>(props: RecordTableProps<R>) {
  const { label, columns, records, hidden = [], selected, empty, onEnd } = props
  const printing = usePrinting()
  const short = (props.short ?? false) || printing
  const scroller = useRef<HTMLDivElement>(null)
  const table = useTable({
    features,
    columns: useMemo(
      () =>
        columns.map(({ id, name, cell }) => ({
          id,
          header: name,
          cell: ({ row }: { row: Row<Features, R> }) => cell(row.original),
        })),
      [columns],
    ),
    data: records as R[],
    getRowId: ({ id }: R) => String(id),
    state: {
      columnVisibility: Object.fromEntries(
        columns.map(({ id, pressed = false }) => [id, !(hidden.includes(id) || (printing && pressed))]),
      ),
      rowSelection: Object.fromEntries([...(selected ?? [])].map((id) => [String(id), true])),
    },
    onRowSelectionChange: (change) => {
      const before: RowSelectionState = Object.fromEntries([...(selected ?? [])].map((id) => [String(id), true]))
      const after = typeof change === 'function' ? change(before) : change
      props.onSelect?.(
        new Set(
          Object.keys(after)
            .filter((id) => after[id] === true)
            .map(Number),
        ),
      )
    },
  })
  const rows = table.getRowModel().rows
  const rendered = useRenderedRows(rows.length)
  const virtual = useVirtualizer({
    count: rendered,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    enabled: !short,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 20) onEnd?.()
  }, [last, rows.length, onEnd])
  const shown = table.getVisibleLeafColumns()
  const before = short ? 0 : (items[0]?.start ?? 0)
  // The table has its height from the start, so that nothing moves when the other rows are rendered.
  const later = (rows.length - rendered) * rowHeight
  const after = short ? 0 : virtual.getTotalSize() - (items.at(-1)?.end ?? 0) + later
  const visible = printing
    ? rows.slice(0, maxPrintedRows)
    : short
      ? rows
      : items.flatMap(({ index }) => rows[index] ?? [])
  return (
    <div ref={scroller} className={styles.scroller} data-short={props.short ?? false}>
      <table className={styles.table} aria-label={label} aria-rowcount={rows.length}>
        <TableHead
          {...props}
          shown={shown}
          allChosen={table.getIsAllRowsSelected()}
          onAll={(on) => table.toggleAllRowsSelected(on)}
        />
        <tbody>
          {before > 0 && <SpacerRow height={before} />}
          {visible.map((row) => (
            <TableRow
              key={row.id}
              row={row}
              columns={columns}
              choosing={props.onSelect !== undefined}
              name={props.nameOf?.(row.original)}
            />
          ))}
          {after > 0 && <SpacerRow height={after} />}
        </tbody>
        {props.foot !== undefined && (
          <Foot shown={shown} columns={columns} foot={props.foot} choosing={props.onSelect !== undefined} />
        )}
      </table>
      {rows.length === 0 && empty}
      {printing && <PrintLimitNote shown={visible.length} all={props.total ?? rows.length} />}
    </div>
  )
}

/** Fills the space of the rows that are not rendered. */
function SpacerRow({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden>
      <td style={{ height }} className={styles.gap} />
    </tr>
  )
}

type HeadTable<R extends { readonly id: number }> = Pick<
  RecordTableProps<R>,
  'columns' | 'sorting' | 'onSort' | 'onSelect'
>

interface HeadProps<R extends { readonly id: number }> extends HeadTable<R> {
  readonly shown: readonly { readonly id: string }[]
  readonly allChosen: boolean
  readonly onAll: (on: boolean) => void
}

/** A column that grows is as wide as its place in the grid of the virtual table. */
const headWidth = ({ width, grow, percent }: Pick<TableColumn<never>, 'width' | 'grow' | 'percent'>) => {
  if (grow !== undefined) return undefined
  return percent === undefined ? width : `${percent}%`
}

/** The header of a table; virtual tables use it too. */
export function TableHead<R extends { readonly id: number }>({
  columns,
  shown,
  sorting,
  onSort,
  onSelect,
  allChosen,
  onAll,
}: HeadProps<R>) {
  const messages = useMessages().parts
  const printing = usePrinting()
  return (
    <thead {...tableRoles.rowgroup}>
      <tr {...tableRoles.row}>
        {onSelect !== undefined && (
          <th {...tableRoles.columnheader} scope="col" className={styles.choose}>
            <input
              type="checkbox"
              aria-label={messages.selectAll}
              checked={allChosen}
              onChange={({ target }) => onAll(target.checked)}
            />
          </th>
        )}
        {shown.map(({ id }) => {
          const column = columns.find((one) => one.id === id)
          if (column === undefined) return null
          const { name, sort, numeric = false } = column
          const on = sort !== undefined && sorting?.field === sort
          const Arrow = sorting?.down === true ? ArrowDown : ArrowUp
          return (
            <th
              key={id}
              {...tableRoles.columnheader}
              style={{ width: printing ? undefined : headWidth(column) }}
              scope="col"
              data-numeric={numeric}
              aria-sort={on ? (sorting.down ? 'descending' : 'ascending') : undefined}
            >
              {sort === undefined || onSort === undefined || printing ? (
                name
              ) : (
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => onSort({ field: sort, down: on ? !sorting.down : false })}
                >
                  {name}
                  {on && <Arrow size={13} aria-hidden />}
                </button>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface TableRowProps<R> {
  readonly row: Row<Features, R & { readonly id: number }>
  readonly columns: readonly TableColumn<R & { readonly id: number }>[]
  readonly choosing: boolean
  readonly name: string | undefined
}

function TableRow<R>({ row, columns, choosing, name }: TableRowProps<R>) {
  const messages = useMessages().parts
  return (
    <tr data-selected={row.getIsSelected()} data-row-link>
      {choosing && (
        <td className={styles.choose}>
          <input
            type="checkbox"
            aria-label={name === undefined ? messages.select : messages.selectOne(name)}
            checked={row.getIsSelected()}
            onChange={({ target }) => row.toggleSelected(target.checked)}
          />
        </td>
      )}
      {row.getVisibleCells().map(({ id, column }) => {
        const spec = columns.find((one) => one.id === column.id)
        return (
          <td key={id} data-numeric={spec?.numeric ?? false} data-cut={spec?.percent !== undefined}>
            {spec?.cell(row.original)}
          </td>
        )
      })}
    </tr>
  )
}

interface FootProps<R extends { readonly id: number }> {
  readonly shown: readonly Column<Features, R>[]
  readonly columns: readonly TableColumn<R>[]
  readonly foot: Readonly<Record<string, ReactNode>>
  readonly choosing: boolean
}

function Foot<R extends { readonly id: number }>({ shown, columns, foot, choosing }: FootProps<R>) {
  return (
    <tfoot>
      <tr>
        {choosing && <td />}
        {shown.map(({ id }) => (
          <td key={id} data-numeric={columns.find((one) => one.id === id)?.numeric ?? false}>
            {foot[id]}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
