// Bar and line charts, drawn by Chart.js, which is loaded when the first chart is shown. The same numbers are in a
// table for screen readers.
import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../api/lazy.ts'
import { useAfterPaint } from './after-paint.ts'
import styles from './chart.module.css'

export interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
  /** The colour, as a name of the design tokens. */
  readonly tone?: 'accent' | 'soft' | 'live' | 'good' | 'warn' | 'bad'
  readonly line?: boolean
  readonly dashed?: boolean
}

export interface ChartProps {
  /** The accessible name. */
  readonly label: string
  readonly labels: readonly string[]
  readonly series: readonly Series[]
  /** Formats a value. */
  readonly format: (value: number) => string
  readonly stacked?: boolean
  readonly across?: boolean
  readonly height?: 'small' | 'usual' | 'tall'
}

const Drawing = lazyPart(() => import('./chart-drawing.tsx'), 'ChartDrawing')

export function Chart(props: ComponentProps<typeof Drawing>) {
  const { label, labels, series, format, height = 'usual' } = props
  const painted = useAfterPaint()
  return (
    <figure className={styles.chart} aria-label={label}>
      <div className={styles.frame} data-height={height} aria-hidden>
        <Suspense fallback={null}>{painted && <Drawing {...props} />}</Suspense>
      </div>
      <div className="hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <td />
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((name, at) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {series.map(({ name: of, values }) => (
                  <td key={of}>{values[at] == null ? '' : format(values[at])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
