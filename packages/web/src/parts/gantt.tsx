// A Gantt chart: rows of bars over months, with a line for today. It uses the available width and scrolls if that is
// too little. Either its bars are links that can be moved, or it is a picture and the same data is in a table for
// screen readers. It knows nothing of the records behind the bars.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { addDays, addMonths, daysBetween } from '../kit/day.ts'
import type { Formats } from '../kit/format.ts'
import type { PlanDates } from '../kit/planning.ts'
import styles from './gantt.module.css'
import { type Grip, type MoveBar, useGanttEdit } from './gantt-edit.ts'

export interface GanttBar extends PlanDates {
  readonly id: string
  readonly name: string
  /** The progress, 0 to 1. */
  readonly share: number
  readonly done: boolean
  /** A low bar with its name on it, up to the end of its last day. Others end with a mark on their last day. */
  readonly low?: boolean
  /** Whether it can be moved, and its ends alone too. */
  readonly movable?: 'whole' | 'ends' | undefined
}

export interface GanttRow {
  readonly id: number
  readonly name: string
  readonly bars: readonly GanttBar[]
}

/** What a link does besides opening its record. */
interface BarHandlers {
  readonly onPointerDown: (event: PointerEvent<Element>) => void
  readonly onKeyDown: (event: KeyboardEvent<Element>) => void
}

interface GanttProps {
  readonly label: string
  /** The column headings of the table for screen readers. */
  readonly columns?: { readonly row: string; readonly bar: string; readonly to: string; readonly share: string }
  /** The names of bars that are links for screen readers too. Then there is no need for the table. */
  readonly nameOf?: (bar: GanttBar) => string
  readonly onMove?: MoveBar
  readonly rows: readonly GanttRow[]
  readonly begin: string
  /** The day after the last day shown. */
  readonly end: string
  readonly today: string
  readonly formats: Formats
  /** Wraps a bar in a link. Without names of bars it must not take the focus: it is hidden from screen readers. */
  readonly link: (id: string, content: ReactNode, handlers: BarHandlers) => ReactNode
}

const HEAD = 34
const NAME = 22
const LANE = 40
const LOW_LANE = 28
const WIDTH = 1120
/** The distance of texts from the sides. */
const EDGE = 8

type X = (day: string) => number
type Edit = ReturnType<typeof useGanttEdit>

const laneOf = ({ low }: GanttBar): number => (low === true ? LOW_LANE : LANE)
const sum = (heights: readonly number[]): number => heights.reduce((all, one) => all + one, 0)

export function Gantt(props: GanttProps) {
  const { label, rows, begin, end, today, formats, nameOf, onMove } = props
  const days = daysBetween(begin, end)
  const picture = useRef<SVGSVGElement>(null)
  const edit = useGanttEdit(picture, days, onMove)
  const x: X = (day) => (daysBetween(begin, day) / days) * WIDTH
  const heights = rows.map(({ bars }) => NAME + sum(bars.map(laneOf)))
  const height = HEAD + sum(heights) + EDGE
  const tops = heights.map((_, at) => HEAD + sum(heights.slice(0, at)))
  const scroller = useTodayInView(x(today) / WIDTH)
  return (
    <figure className={styles.gantt} aria-label={label} data-dragging={edit.dragging}>
      <div className={styles.scroller} ref={scroller}>
        <svg
          ref={picture}
          viewBox={`0 0 ${WIDTH} ${height}`}
          width={WIDTH}
          height={height}
          className={styles.picture}
          aria-hidden={nameOf === undefined}
        >
          <title>{label}</title>
          <Months begin={begin} end={end} height={height} x={x} formats={formats} />
          {today >= begin && today < end && (
            <line className={styles.today} x1={x(today)} x2={x(today)} y1={HEAD - 8} y2={height} />
          )}
          {rows.map((row, at) => (
            <Row key={row.id} row={row} top={tops[at] ?? 0} x={x} edit={edit} {...props} />
          ))}
        </svg>
      </div>
      {props.columns !== undefined && <ScreenReaderTable {...props} columns={props.columns} />}
    </figure>
  )
}

/** On a narrow page the chart begins a little before today, whose place is given as a share of its width. */
function useTodayInView(share: number) {
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = scroller.current
    if (element !== null) element.scrollLeft = element.scrollWidth * share - element.clientWidth / 4
  }, [share])
  return scroller
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
  readonly edit: Edit
}

function Row({ row, top, x, link, nameOf, today, formats, edit }: RowProps) {
  return (
    <g>
      <line className={styles.rule} x1={0} x2={WIDTH} y1={top} y2={top} />
      <text className={styles.rowName} x={EDGE} y={top + 16}>
        {row.name}
      </text>
      {row.bars.map((bar, at) => {
        const y = top + NAME + sum(row.bars.slice(0, at).map(laneOf))
        const { end: last } = edit.shown(bar)
        const text = `${bar.name} · ${formats.day(last)}`
        const drawn = { bar: edit.shown(bar), y, x, today, text }
        const content = (
          <>
            <title>{nameOf?.(bar) ?? text}</title>
            {bar.low === true ? <LowBar {...drawn} /> : <Bar {...drawn} />}
          </>
        )
        const grip = (event: { readonly target: EventTarget }): Grip =>
          ((event.target as SVGElement).dataset.grip as Grip | undefined) ?? 'whole'
        return (
          <g key={bar.id} data-movable={bar.movable !== undefined}>
            {link(bar.id, content, {
              onPointerDown: (event) => edit.drag(bar, grip(event), event),
              onKeyDown: (event) => edit.press(bar, event),
            })}
          </g>
        )
      })}
    </g>
  )
}

interface BarProps {
  readonly bar: GanttBar
  readonly y: number
  readonly x: X
  readonly today: string
  readonly text: string
}

const stateOf = ({ done, end }: GanttBar, today: string): string => (done ? 'done' : end < today ? 'late' : 'open')

const maxNameShare = 0.62

function Bar({ bar, y, x, today, text }: BarProps) {
  const id = useId()
  const [left, right] = [x(bar.begin), x(bar.end)]
  const width = Math.max(6, right - left)
  const beside = right < WIDTH * maxNameShare
  return (
    <g className={styles.bar} data-state={stateOf(bar, today)}>
      <clipPath id={id}>
        <rect x={left} y={y + 18} width={width} height={10} rx={5} />
      </clipPath>
      <rect className={styles.hit} x={left - EDGE} y={y} width={width + 2 * EDGE} height={LANE - 4} />
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
        aria-hidden
        x={beside ? Math.max(EDGE, left + 2) : Math.min(WIDTH - EDGE, right - 2)}
        y={y + 12}
        textAnchor={beside ? 'start' : 'end'}
      >
        {text}
      </text>
    </g>
  )
}

const gripWidth = 7
/** About the width of a letter of a name. */
const letterWidth = 6.6

function LowBar({ bar, y, x, today, text }: BarProps) {
  const [left, right] = [x(bar.begin), x(addDays(bar.end, 1))]
  const width = right - left
  const textWidth = text.length * letterWidth + 2 * EDGE
  const before = width < textWidth && left + textWidth > WIDTH
  return (
    <g className={styles.bar} data-state={stateOf(bar, today)}>
      <rect className={styles.track} x={left} y={y + 3} width={width} height={LOW_LANE - 6} rx={5} />
      <text
        className={styles.lowName}
        aria-hidden
        x={before ? left - 6 : Math.max(0, left) + EDGE}
        y={y + LOW_LANE / 2 + 4}
        textAnchor={before ? 'end' : 'start'}
      >
        {text}
      </text>
      {bar.movable === 'ends' &&
        (['begin', 'end'] as const).map((grip) => (
          <rect
            key={grip}
            data-grip={grip}
            className={styles.grip}
            x={grip === 'begin' ? left - 2 : right - gripWidth + 2}
            y={y + 3}
            width={gripWidth}
            height={LOW_LANE - 6}
          />
        ))}
    </g>
  )
}

interface TableProps extends GanttProps {
  readonly columns: NonNullable<GanttProps['columns']>
}

function ScreenReaderTable({ label, columns, rows, formats }: TableProps) {
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
                <td>{formats.day(bar.end)}</td>
                <td>{formats.percent(bar.share)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  )
}
