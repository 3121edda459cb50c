// A row of a long table, and the bar that stands for one that is not there yet. Each knows its own place and is laid out and
// painted apart from the others, so that scrolling costs what the rows cost that come.
import { memo, useRef } from 'react'
import { useWords } from '../words/words.ts'
import long from './long-table.module.css'
import styles from './record-table.module.css'
import type { TableColumn } from './record-table.tsx'
import { roles } from './table-roles.ts'

export const usualHeight = 41

export type Choose = (index: number, on: boolean, range: boolean) => void

interface RowProps {
  readonly index: number
  readonly record: { readonly id: number }
  readonly columns: readonly TableColumn<{ readonly id: number }>[]
  readonly name: string
  /** Where it begins, in pixels; undefined on paper, where rows follow each other. */
  readonly top: number | undefined
  readonly chosen: boolean
  readonly onChoose: Choose | undefined
}

/** Scrolling draws only the rows that come. */
export const Row = memo(function Row({ index, record, columns, name, top, chosen, onChoose }: RowProps) {
  const words = useWords().parts
  const shift = useRef(false)
  return (
    <tr
      {...roles.row}
      data-index={index}
      data-row-link
      data-selected={chosen}
      aria-rowindex={index + 2}
      style={{ top }}
    >
      {onChoose !== undefined && (
        <td {...roles.cell} className={styles.choose}>
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
        <td key={id} {...roles.cell} data-numeric={numeric}>
          {cell(record)}
        </td>
      ))}
    </tr>
  )
})

interface WaitingProps {
  readonly index: number
  readonly top: number
}

export const Waiting = memo(function Waiting({ index, top }: WaitingProps) {
  return (
    <tr data-index={index} data-waiting aria-hidden style={{ top }}>
      <td>
        <span className={long.waiting} data-shorter={index % 3 === 0} />
      </td>
    </tr>
  )
})
