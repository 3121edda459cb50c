// Draws a chart with Chart.js on a canvas, in the colours of the page. Loaded on demand, and only by chart.tsx.
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type Scale,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import type { ChartProps, Series } from './chart.tsx'
import { isPrinting, onPrinting } from './printing.ts'

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
)

/**
 * A canvas cannot use custom properties, so the current value of a colour is read from the page. Printed charts always
 * use the light colours.
 */
function colorOf(host: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  if (isPrinting()) probe.style.colorScheme = 'light'
  probe.style.color = `var(--${name})`
  host.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const tones = ['accent', 'soft', 'live', 'good', 'warn', 'bad'] as const
const toneColor: Readonly<Record<NonNullable<Series['tone']>, string>> = {
  accent: 'accent',
  soft: 'line-strong',
  live: 'live',
  good: 'good',
  warn: 'warn',
  bad: 'bad',
}

const narrowChart = 480
const narrowName = 20

/** On a phone a long name beside its bar is cut, so that the bars keep their room. The tooltip has the whole name. */
function shortName(this: Scale, value: string | number): string {
  const name = this.getLabelForValue(Number(value))
  return this.chart.width < narrowChart && name.length > narrowName ? `${name.slice(0, narrowName - 1)}…` : name
}

function configurationOf(host: HTMLElement, props: ChartProps): ChartConfiguration<'bar' | 'line'> {
  const { labels, series, format, stacked = false, across = false } = props
  const ink = colorOf(host, 'ink-soft')
  const line = colorOf(host, 'line')
  const ticks = { color: ink, font: { family: 'Inter Variable', size: 11 } }
  // Labels are horizontal; if there is no room for all, some are left out.
  const level = { ...ticks, maxRotation: 0, autoSkipPadding: 14 }
  const shownNames = across ? { ...ticks, callback: shortName } : level
  const names = { stacked, grid: { display: false }, border: { color: line }, ticks: shownNames }
  const values = {
    stacked,
    beginAtZero: true,
    grid: { color: line },
    border: { display: false },
    ticks: {
      ...(across ? level : ticks),
      maxTicksLimit: 5,
      callback: (value: string | number) => format(Number(value)),
    },
  }
  return {
    type: 'bar',
    data: {
      labels: [...labels],
      datasets: series.map(({ name, values: points, tone, line: drawn = false, dashed = false }, at) => {
        const color = colorOf(host, toneColor[tone ?? tones[at % tones.length] ?? 'accent'])
        return {
          type: drawn ? ('line' as const) : ('bar' as const),
          label: name,
          data: [...points],
          backgroundColor: color,
          borderColor: color,
          borderWidth: drawn ? 2 : 0,
          borderRadius: 3,
          borderDash: dashed ? [5, 4] : [],
          pointRadius: drawn && (dashed || points.length > 20) ? 0 : 2.5,
          maxBarThickness: 34,
          spanGaps: false,
        }
      }),
    },
    options: {
      indexAxis: across ? 'y' : 'x',
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      scales: across ? { x: values, y: names } : { x: names, y: values },
      plugins: {
        legend: {
          display: series.length > 1,
          position: 'bottom',
          // The legend shows lines by their stroke and bars by their fill.
          labels: series.every((one) => one.line === true)
            ? { color: ink, usePointStyle: true, pointStyle: 'line', pointStyleWidth: 22, font: ticks.font }
            : { color: ink, boxWidth: 10, boxHeight: 10, font: ticks.font },
        },
        tooltip: { callbacks: { label: ({ dataset, raw }) => `${dataset.label}: ${format(Number(raw))}` } },
      },
    },
  }
}

const printWidth = 690

export function ChartDrawing(props: ChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const shown = JSON.stringify([props.labels, props.series, props.stacked, props.across])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data is compared by its numbers, not by identity.
  useEffect(() => {
    const element = canvas.current
    const host = element?.parentElement
    if (element === null || host == null) return
    let chart = new Chart(element, configurationOf(host, props))
    const redraw = (): void => {
      chart.destroy()
      chart = new Chart(element, configurationOf(host, props))
      // At most as wide as the paper; otherwise the browser would shrink the chart and its text.
      if (isPrinting()) chart.resize(Math.min(printWidth, host.clientWidth), host.clientHeight)
    }
    const unhear = onPrinting(redraw)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const theme = new MutationObserver(redraw)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    dark.addEventListener('change', redraw)
    return () => {
      unhear()
      theme.disconnect()
      dark.removeEventListener('change', redraw)
      chart.destroy()
    }
  }, [shown])
  return <canvas ref={canvas} />
}
