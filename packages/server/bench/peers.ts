// `npm run bench -- --peers`: our server next to Directus and Strapi, with the same tasks in SQLite, in alternating
// rounds. It installs them from npm into the work folder, so it needs the registry and a C++ compiler; it is run by
// hand, never by CI.
import { join } from 'node:path'
import { casesFor, loadOf } from './cases.ts'
import { load, type Progress, token } from './load-rows.ts'
import type { Load, Meter } from './measure.ts'
import { directus } from './peer-directus.ts'
import { strapi } from './peer-strapi.ts'
import { type PeerServer, peerCases, peerTasks } from './peer-tasks.ts'
import { type RunningServer, startServer } from './processes.ts'
import { best, type Measurement, tableRow, wholeText } from './report.ts'
import { createSite } from './sites.ts'

interface PeerOrder {
  readonly meter: Meter
  readonly workFolder: string
  readonly tasks: number
  readonly isQuick: boolean
  readonly progress: Progress
}

interface PeerRow {
  readonly title: string
  readonly ours: Measurement
  readonly theirs: Measurement
}

const titles = { 'by id': 'one task by id', list: 'ten tasks, with their number', create: 'create a task' } as const
const peers = [directus, strapi]

/** The Markdown of one table for each peer. */
export async function runPeers(order: PeerOrder): Promise<string[]> {
  const { workFolder, tasks, progress } = order
  progress(`Stint: loading ${tasks.toLocaleString('en')} tasks ...`)
  const site = await createSite(workFolder, 'peers', undefined)
  const loaded = await load(site, tasks, { manyEntries: false, money: false }, progress)
  const requests = casesFor(loaded)
  const server = await startServer(site)
  const sections: string[] = []
  try {
    for (const peer of peers) {
      progress(`${peer.name} ${peer.version}: installing ...`)
      try {
        const started = await peer.start(join(workFolder, peer.name), peerTasks(loaded, tasks), progress)
        try {
          sections.push(await comparePeer(order, `${peer.name} ${peer.version}`, { server, requests }, started))
        } finally {
          await started.server.stop()
        }
      } catch (error) {
        sections.push(
          `${peer.name} ${peer.version} was not measured: ${error instanceof Error ? error.message : error}`,
        )
      }
    }
  } finally {
    await server.stop()
  }
  return sections
}

async function comparePeer(
  { meter, isQuick, tasks, progress }: PeerOrder,
  name: string,
  ours: { readonly server: RunningServer; readonly requests: ReturnType<typeof casesFor> },
  theirs: PeerServer,
): Promise<string> {
  const rows: PeerRow[] = []
  for (const which of peerCases) {
    const ownLoad = loadOf(which, ours.requests[which], isQuick)
    // They answer fewer requests a second, so fewer warm them up.
    const theirLoad: Load = { ...ownLoad, requests: theirs.requests[which], warmupAnswers: ownLoad.warmupAnswers / 10 }
    const withToken = { server: ours.server, load: { ...ownLoad, requests: withOurToken(ownLoad) } }
    const [a, b] = await meter.measureInTurn(withToken, { server: theirs.server, load: theirLoad })
    const row = { title: titles[which], ours: best(a), theirs: best(b) }
    progress(`  ${which}: ${Math.round(row.ours.perSecond)} and ${Math.round(row.theirs.perSecond)} a second`)
    rows.push(row)
  }
  return [
    `### Stint and ${name}, SQLite, ${wholeText(tasks)} tasks`,
    '',
    tableRow(['request', 'Stint req/s', 'p50 ms', 'us CPU', `${name} req/s`, 'p50 ms', 'us CPU', 'times', 'by CPU']),
    tableRow(['---', ...Array.from({ length: 8 }, () => '---:')]),
    ...rows.map(peerRow),
    '',
    'The goal is 30 times for the list and for creating.',
  ].join('\n')
}

const withOurToken = ({ requests }: Load) =>
  requests.map((request) => ({
    ...request,
    headers: { Authorization: `Basic ${Buffer.from(`${token}:x`).toString('base64')}` },
  }))

const peerRow = ({ title, ours, theirs }: PeerRow): string =>
  tableRow([
    ...[title, ...cells(ours), ...cells(theirs)],
    `**${(ours.perSecond / theirs.perSecond).toFixed(1)}**`,
    (theirs.cpu / ours.cpu).toFixed(1),
  ])

const cells = ({ perSecond, p50, cpu }: Measurement): string[] => [wholeText(perSecond), p50.toFixed(1), wholeText(cpu)]
