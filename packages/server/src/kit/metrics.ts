// Numbers about a running program in the text format that Prometheus reads, and the numbers of several processes put together.
// Where the numbers come from, and who may read them, is not decided here.

export type Labels = Readonly<Record<string, string>>

export interface Sample {
  readonly labels: Labels
  readonly value: number
  /** What is written behind the family's name: the parts of a histogram. */
  readonly suffix?: '_bucket' | '_sum' | '_count'
}

/** All samples of one name. */
export interface MetricFamily {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** How several processes are one: their numbers added, the same number that each knows, or each for itself. */
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

/** The families of several processes, each with the name it is told apart by, as those of one. */
export function mergeFamilies(processes: ReadonlyMap<string, readonly MetricFamily[]>): MetricFamily[] {
  const joined = new Map<string, MetricFamily & { samples: Sample[] }>()
  const places = new Map<string, number>()
  for (const [process, families] of processes) {
    for (const family of families) {
      const known = joined.get(family.name) ?? { ...family, samples: [] }
      joined.set(family.name, known)
      for (const sample of family.samples) {
        const labels = family.mergeBy === 'each' ? { ...sample.labels, worker: process } : sample.labels
        const key = `${family.name}${sample.suffix ?? ''}${labelText(labels)}`
        const at = places.get(key)
        const was = at === undefined ? undefined : known.samples[at]
        if (at === undefined || was === undefined) {
          places.set(key, known.samples.length)
          known.samples.push({ ...sample, labels })
        } else if (family.mergeBy === 'add') known.samples[at] = { ...was, value: was.value + sample.value }
      }
    }
  }
  return [...joined.values()]
}
