// The estimates of the demo company: a draft, one that waits for the client, and one that the client has accepted. They
// are loaded last, so that the ids of all other records stay the same.
import { estimate } from '../../resources/estimate.ts'
import { estimateitem } from '../../resources/estimateitem.ts'
import { type Company, getOrThrow, projectNamed } from './company.ts'
import type { DemoWriter, Fields } from './demo-writer.ts'
import { senderAddress } from './letterhead.ts'

interface DemoEstimate {
  readonly project: string
  /** Days before today on which it was written, and from then on until it expires. */
  readonly age: number
  readonly validity: number
  readonly fields: Fields
  readonly lines: readonly Fields[]
  readonly isSent?: true
  /** The comment of the client who accepted it. */
  readonly accepted?: string
}

const demoEstimates: readonly DemoEstimate[] = [
  {
    project: 'Süderhof ordering app',
    age: 12,
    validity: 30,
    fields: { title: 'Gutscheine in der App', disclaimer: 'Alle Preise zuzüglich Mehrwertsteuer.' },
    lines: [
      { name: 'Konzept und Gestaltung', quantity: 12, rate: 95, amount: 1140 },
      { name: 'Entwicklung', description: 'Kauf, Einlösen, Guthaben', quantity: 40, rate: 110, amount: 4400 },
      { name: 'Einrichtung des Zahlungsanbieters', amount: 350 },
    ],
    isSent: true,
    accepted: 'Bitte vor der Biergartensaison.',
  },
  {
    project: 'Website relaunch Süderhof',
    age: 4,
    validity: 40,
    fields: {
      title: 'Englische Fassung der Website',
      description: 'Übersetzung und Einbau aller Seiten, mit einer Runde Korrekturen.',
    },
    lines: [
      { name: 'Übersetzung', quantity: 30, rate: 75, amount: 2250 },
      { name: 'Einbau und Prüfung', quantity: 8.5, rate: 90, amount: 765 },
    ],
    isSent: true,
  },
  {
    project: 'Campagne « Le goût du matin »',
    age: 1,
    validity: 30,
    fields: { title: 'Vidéos pour les réseaux sociaux', purchaseorder: 'ME-2211' },
    lines: [{ name: 'Tournage', description: 'Deux jours, équipe comprise', quantity: 2, rate: 1200, amount: 2400 }],
  },
]

export async function createEstimates(writer: DemoWriter, company: Company): Promise<void> {
  const johanna = getOrThrow(company.people, 'johanna')
  for (const { project, age, validity, fields, lines, isSent = false, accepted } of demoEstimates) {
    const date = writer.workday(-age)
    const written = writer.actor(johanna, date)
    const projectid = projectNamed(company, project).id
    const common = { projectid, date, validuntil: writer.day(validity - age), tax: 19, addressfrom: senderAddress }
    const { id = 0 } = await writer.create(estimate, { ...common, ...fields }, written)
    for (const line of lines) await writer.create(estimateitem, { estimateid: id, ...line }, written)
    if (isSent) await writer.act([estimate, 'send'], id, {}, written)
    if (accepted === undefined) continue
    const client = writer.actor(getOrThrow(company.people, 'kathe'), writer.workdaysAgo(3))
    await writer.act([estimate, 'accept'], id, { note: accepted }, client)
  }
}
