// The text format of Prometheus, and merging the metrics of several processes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MetricFamily, mergeFamilies, metricsText } from '../../src/kit/metrics.ts'

const family = (mergeBy: MetricFamily['mergeBy'], ...samples: MetricFamily['samples']): MetricFamily => ({
  name: 'n_total',
  type: 'counter',
  help: 'Some.',
  mergeBy,
  samples,
})

test('a metric family has a help line, a type line and a line for each sample', () => {
  const text = metricsText([
    family('add', { labels: {}, value: 1.5 }, { labels: { a: 'x', b: 'y' }, value: 2, suffix: '_bucket' }),
    family('add'),
  ])
  assert.equal(text, '# HELP n_total Some.\n# TYPE n_total counter\nn_total 1.5\nn_total_bucket{a="x",b="y"} 2\n')
})

test('T-44: text in a label or help line cannot end its line', () => {
  const text = metricsText([{ ...family('add', { labels: { a: '"\\\n}' }, value: 1 }), help: 'a\nb\\' }])
  assert.equal(text, '# HELP n_total a\\nb\\\\\n# TYPE n_total counter\nn_total{a="\\"\\\\\\n}"} 1\n')
})

test('values of several processes are summed, taken once, or kept per process', () => {
  const of = (together: MetricFamily['mergeBy'], first: number, second: number) =>
    mergeFamilies(
      new Map([
        ['1', [family(together, { labels: { a: 'x' }, value: first })]],
        ['2', [family(together, { labels: { a: 'x' }, value: second }, { labels: { a: 'y' }, value: 9 })]],
      ]),
    )[0]?.samples
  assert.deepEqual(of('add', 3, 4), [
    { labels: { a: 'x' }, value: 7 },
    { labels: { a: 'y' }, value: 9 },
  ])
  assert.deepEqual(of('same', 3, 3), [
    { labels: { a: 'x' }, value: 3 },
    { labels: { a: 'y' }, value: 9 },
  ])
  assert.deepEqual(of('each', 3, 4), [
    { labels: { a: 'x', worker: '1' }, value: 3 },
    { labels: { a: 'x', worker: '2' }, value: 4 },
    { labels: { a: 'y', worker: '2' }, value: 9 },
  ])
})
