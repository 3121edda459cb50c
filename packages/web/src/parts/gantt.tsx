// A Gantt chart: rows of bars over months, with a line for today. It uses the available width and scrolls if that is
// too little. The same data is in a table for screen readers. It knows nothing of the records behind the bars.
import { type ReactNode, useId } from 'react'
import { addMonths, daysBetween } from '../kit/day.ts'
import type { Formats } from '../kit/format.ts'
import styles from './gantt.module.css'

export interface GanttBar {
  readonly id: number
  readonly name: string
  readonly from: string
  readonly to: string
  /** The progress, 0 to 1. */
  readonly share: number
  readonly done: boolean
}

export interface GanttRow {
  readonly id: number
  readonly name: string
  readonly bars: readonly GanttBar[]
}

interface GanttProps {
  readonly label: string
  /** The column headings of the table for screen readers. */
  readonly columns: { readonly row: string; readonly bar: string; readonly to: string; readonly share: string }
  readonly rows: readonly GanttRow[]
  readonly begin: string
  /** The day after the last day shown. */
  readonly end: string
  readonly today: string
  readonly formats: Formats
  /** Wraps a bar in a link. The link must not take the focus, because the chart is hidden from screen readers. */
  readonly link: (id: number, content: ReactNode) => ReactNode
}

const HEAD = 34
const NAME = 22
const LANE = 40
const WIDTH = 1120
/** The distance of texts from the sides. */
const EDGE = 8

type X = (day: string) => number

export function Gantt(props: GanttProps) {
  const { label, rows, begin, end, today, formats } = props
  const days = daysBetween(begin, end)
  const x: X = (day) => (daysBetween(begin, day) / days) * WIDTH
  const heights = rows.map(({ bars }) => NAME + bars.length * LANE)
  const height = HEAD + heights.reduce((sum, one) => sum + one, 0)
  const tops = heights.map((_, at) => HEAD + heights.slice(0, at).reduce((sum, one) => sum + one, 0))
  return (
    <figure className={styles.gantt} aria-label={label}>
      <div className={styles.scroller}>
        <svg viewBox={`0 0 ${WIDTH} ${height}`} width={WIDTH} height={height} className={styles.picture} aria-hidden>
          <Months begin={begin} end={end} height={height} x={x} formats={formats} />
          {today >= begin && today < end && (
            <line className={styles.today} x1={x(today)} x2={x(today)} y1={HEAD - 8} y2={height} />
          )}
          {rows.map((row, at) => (
            <Row key={row.id} row={row} top={tops[at] ?? 0} x={x} {...props} />
          ))}
        </svg>
      </div>
      <ScreenReaderTable {...props} />
    </figure>
  )
}

interface MonthsProps extends Pick<GanttProps, 'begin' | 'end' | 'formats'> {
  readonly height: number
  readonly x: X
}

function Months({ begin, end, height, x, formats }: MonthsProps) {
  const months: string[] = []
  for (let month = begin; month < end; month = addMonths(month, 1)) months.push(month)
  return months.map((month) => (
    <g key={month}>
      <line className={styles.month} x1={x(month)} x2={x(month)} y1={0} y2={height} />
      <text className={styles.monthName} x={x(month) + 8} y={20}>
        {formats.month(month)}
      </text>
    </g>
  ))
}

interface RowProps extends GanttProps {
  readonly row: GanttRow
  readonly top: number
  readonly x: X
}

function Row({ row, top, x, link, today, formats }: RowProps) {
  return (
    <g>
      <line className={styles.rule} x1={0} x2={WIDTH} y1={top} y2={top} />
      <text className={styles.rowName} x={EDGE} y={top + 16}>
        {row.name}
      </text>
      {row.bars.map((bar, at) => (
        <g key={bar.id}>
          {link(bar.id, <Bar bar={bar} y={top + NAME + at * LANE} x={x} today={today} formats={formats} />)}
        </g>
      ))}
    </g>
  )
}

interface BarProps {
  readonly bar: GanttBar
  readonly y: number
  readonly x: X
  readonly today: string
  readonly formats: Formats
}

const maxNameShare = 0.62

function Bar({ bar, y, x, today, formats }: BarProps) {
  const id = useId()
  const [left, right] = [x(bar.from), x(bar.to)]
  const width = Math.max(6, right - left)
  const state = bar.done ? 'done' : bar.to < today ? 'late' : 'open'
  const beside = right < WIDTH * maxNameShare
  const text = `${bar.name} · ${formats.day(bar.to)}`
  return (
    <g className={styles.bar} data-state={state}>
      <title>{text}</title>
      <clipPath id={id}>
        <rect x={left} y={y + 18} width={width} height={10} rx={5} />
      </clipPath>
      <rect className={styles.hit} x={left} y={y} width={width} height={LANE - 4} />
      <rect className={styles.track} x={left} y={y + 18} width={width} height={10} rx={5} />
      <rect
        className={styles.fill}
        x={left}
        y={y + 18}
        width={width * bar.share}
        height={10}
        clipPath={`url(#${id})`}
      />
      <path className={styles.mark} d={`M${right} ${y + 15} l8 8 l-8 8 l-8 -8 z`} />
      <text
        className={styles.barName}
        x={beside ? Math.max(EDGE, left + 2) : Math.min(WIDTH - EDGE, right - 2)}
        y={y + 12}
        textAnchor={beside ? 'start' : 'end'}
      >
        {text}
      </text>
    </g>
  )
}

function ScreenReaderTable({ label, columns, rows, formats }: GanttProps) {
  return (
    <div className="hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.row}</th>
            <th scope="col">{columns.bar}</th>
            <th scope="col">{columns.to}</th>
            <th scope="col">{columns.share}</th>
          </tr>
        </thead>
        <tbody>
          {rows.flatMap((row) =>
            row.bars.map((bar) => (
              <tr key={bar.id}>
                <td>{row.name}</td>
                <td>{bar.name}</td>
                <td>{formats.day(bar.to)}</td>
                <td>{formats.percent(bar.share)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  )
}
