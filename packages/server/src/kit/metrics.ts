// Formats metrics in the text format of Prometheus and merges the metrics of several processes. It does not collect
// metrics and does not decide who may read them.

export type Labels = Readonly<Record<string, string>>

export interface Sample {
  readonly labels: Labels
  readonly value: number
  /** The suffix after the family's name, for the parts of a histogram. */
  readonly suffix?: '_bucket' | '_sum' | '_count'
}

/** All samples of one name. */
export interface MetricFamily {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** How the values of several processes are merged: added, the same in each, or separate per process. */
  readonly mergeBy: 'add' | 'same' | 'each'
  readonly samples: readonly Sample[]
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const labelText = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const helpText = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

export const metricsText = (families: readonly MetricFamily[]): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(({ labels, value, suffix = '' }) => `${name}${suffix}${labelText(labels)} ${value}\n`)
      return `# HELP ${name} ${helpText(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`
    })
    .join('')

/** Merges the families of several processes, which are keyed by process name. */
export function mergeFamilies(processes: ReadonlyMap<string, readonly MetricFamily[]>): MetricFamily[] {
  const merged = new Map<string, MetricFamily & { samples: Sample[] }>()
  const positions = new Map<string, number>()
  for (const [process, families] of processes) {
    for (const family of families) {
      const target = merged.get(family.name) ?? { ...family, samples: [] }
      merged.set(family.name, target)
      for (const sample of family.samples) {
        const labels = family.mergeBy === 'each' ? { ...sample.labels, worker: process } : sample.labels
        const key = `${family.name}${sample.suffix ?? ''}${labelText(labels)}`
        const at = positions.get(key)
        const was = at === undefined ? undefined : target.samples[at]
        if (at === undefined || was === undefined) {
          positions.set(key, target.samples.length)
          target.samples.push({ ...sample, labels })
        } else if (family.mergeBy === 'add') target.samples[at] = { ...was, value: was.value + sample.value }
      }
    }
  }
  return [...merged.values()]
}
