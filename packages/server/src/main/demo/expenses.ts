// The expenses of the demo company's projects: three months of travel, licences, prints and rents, entered by each
// project's manager on the day, with the amount charged to the client. One trip was cancelled and refunded.
import { expense } from '../../resources/expense.ts'
import { type Company, getOrThrow, projectNamed } from './company.ts'
import type { DemoWriter } from './demo-writer.ts'

interface DemoExpense {
  readonly person: string
  readonly day: number
  readonly expense: number
  readonly fee: number
  readonly note: string
}

/** Without a separate fee the client is charged the same amount. */
const demoExpense = (person: string, day: number, paid: number, note: string, fee = paid): DemoExpense => ({
  person,
  day,
  expense: paid,
  fee,
  note,
})

const demoExpenses: Readonly<Record<string, readonly DemoExpense[]>> = {
  'Website relaunch Süderhof': [
    demoExpense('anais', -86, 128.4, 'Train to Hamburg and back'),
    demoExpense('jorg', -83, 640, 'Photo day at the brewery', 800),
    demoExpense('jorg', -83, 74.9, 'Rent of the large lights', 90),
    demoExpense('zoe', -58, 36, 'Map tiles, one month', 45),
    demoExpense('oliver', -41, 310, 'Translation of the course pages', 372),
    demoExpense('zoe', -28, 36, 'Map tiles, one month', 45),
    demoExpense('francois', -10, 142.6, 'Train to Hamburg, two people'),
  ],
  'Süderhof ordering app': [
    demoExpense('bjorn', -80, 99, 'Developer account for a year', 99),
    demoExpense('lukas', -64, 219, 'Used phone for tests', 0),
    demoExpense('anais', -47, 58.3, 'Prototype cards for twelve tables', 75),
    demoExpense('francois', -33, 86.5, 'Lunch with the waiters in Hamburg'),
    demoExpense('bjorn', -15, 24.99, 'Text messages for the test', 30),
  ],
  'Campagne « Le goût du matin »': [
    demoExpense('chloe', -78, 96, 'Billets de train Paris–Strasbourg'),
    demoExpense('anais', -62, 420, 'Droits d’image, trois ans', 504),
    demoExpense('chloe', -37, 1860, 'Impression des affiches du métro', 2232),
    demoExpense('oliver', -30, 165, 'Relecture par une correctrice', 198),
    demoExpense('chloe', -22, 274.35, 'Dégustation : vaisselle et nappes', 329.22),
    demoExpense('francois', -6, 118, 'Billets de train Strasbourg–Lyon'),
  ],
  'Maison Éclair click & collect': [
    demoExpense('bjorn', -75, 49, 'Certificate for the test shop', 49),
    demoExpense('jorg', -53, 380, 'Pictures of forty pastries', 475),
    demoExpense('jorg', -53, 61.8, 'Pastries for the pictures', 61.8),
    demoExpense('lukas', -20, 31.5, 'Test orders in Strasbourg', 31.5),
  ],
  'Harrow & Finch loyalty app': [
    demoExpense('anais', -68, 212, 'Flight to London'),
    demoExpense('bjorn', -44, 99, 'Developer account for a year', 99),
    demoExpense('zoe', -26, 145.7, 'Scanner as it stands in the shops', 160),
    demoExpense('anais', -24, -212, 'Refund: flight to London called off'),
  ],
  'Reading club programme': [
    demoExpense('chloe', -50, 360, 'Hall for the first reading, deposit'),
    demoExpense('oliver', -34, 88, 'Microphone for the podcast', 105.6),
    demoExpense('chloe', -17, 612.5, 'Posters for seventeen windows', 735),
    demoExpense('chloe', -3, 54.2, 'Tea and biscuits', 65),
  ],
  'Kundenportal Mühlental': [
    demoExpense('eleanor', -82, 268, 'Bahnfahrt nach Mühlental, zwei Personen'),
    demoExpense('eleanor', -81, 178, 'Hotel, eine Nacht'),
    demoExpense('bjorn', -40, 890, 'Externe Sicherheitsprüfung, Anzahlung', 1068),
    demoExpense('anais', -12, 120, 'Gutscheine für zwölf Testpersonen', 144),
  ],
  'Our own website': [
    demoExpense('francois', -56, 18, 'Domain names for a year', 0),
    demoExpense('oliver', -19, 45, 'Typeface for headings', 0),
  ],
  'Energiesparwochen Mühlental': [
    demoExpense('chloe', -87, 1240, 'Plakatdruck, 400 Stück', 1488),
    demoExpense('oliver', -66, 75, 'Saalmiete im Bürgerhaus', 90),
    demoExpense('chloe', -43, 39.9, 'Bindung des Abschlussberichts', 48),
  ],
}

export async function createExpenses(writer: DemoWriter, company: Company): Promise<void> {
  const rows = Object.entries(demoExpenses).flatMap(([name, costs]) => {
    const project = projectNamed(company, name)
    return costs.map((one) => ({ ...one, project, on: writer.workday(one.day) }))
  })
  await writer.createEntries(
    expense,
    rows
      .toSorted((a, b) => a.day - b.day)
      .map(({ project, person, on, expense: paid, fee, note }) => ({
        by: project.managers[0],
        on,
        fields: {
          projectid: project.id,
          personid: getOrThrow(company.people, person).id,
          date: on,
          expense: paid,
          fee,
          note,
        },
      })),
  )
}
