// A row of a virtual table, and the placeholder of a row that is not loaded yet. Rows are positioned absolutely and
// laid out independently, so that scrolling costs only the new rows.
import { memo, useRef } from 'react'
import { useMessages } from '../messages/messages.ts'
import styles from './record-table.module.css'
import type { TableColumn } from './record-table.tsx'
import { tableRoles } from './table-roles.ts'
import long from './virtual-table.module.css'

export const defaultRowHeight = 41

export type SelectRow = (index: number, on: boolean, range: boolean) => void

interface VirtualRowProps {
  readonly index: number
  readonly record: { readonly id: number }
  readonly columns: readonly TableColumn<{ readonly id: number }>[]
  readonly name: string
  /** The top position in pixels; undefined in print, where rows follow each other. */
  readonly top: number | undefined
  readonly chosen: boolean
  readonly onChoose: SelectRow | undefined
}

/** Memoized, so that scrolling renders only the new rows. */
export const VirtualRow = memo(function Row({ index, record, columns, name, top, chosen, onChoose }: VirtualRowProps) {
  const messages = useMessages().parts
  const shift = useRef(false)
  return (
    <tr
      {...tableRoles.row}
      data-index={index}
      data-row-link
      data-selected={chosen}
      aria-rowindex={index + 2}
      style={{ top }}
    >
      {onChoose !== undefined && (
        <td {...tableRoles.cell} className={styles.choose}>
          <input
            type="checkbox"
            aria-label={messages.selectOne(name)}
            checked={chosen}
            onClick={({ shiftKey }) => {
              shift.current = shiftKey
            }}
            onChange={({ target }) => onChoose(index, target.checked, shift.current)}
          />
        </td>
      )}
      {columns.map(({ id, cell, numeric = false }) => (
        <td key={id} {...tableRoles.cell} data-numeric={numeric}>
          {cell(record)}
        </td>
      ))}
    </tr>
  )
})

interface PlaceholderRowProps {
  readonly index: number
  readonly top: number
}

export const PlaceholderRow = memo(function Waiting({ index, top }: PlaceholderRowProps) {
  return (
    <tr data-index={index} data-waiting aria-hidden style={{ top }}>
      <td>
        <span className={long.waiting} data-shorter={index % 3 === 0} />
      </td>
    </tr>
  )
})
