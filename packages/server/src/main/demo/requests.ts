// The requests of the demo company: some without a project, some accepted as tasks. They are submitted here; tasks.ts
// accepts them.
import { request } from '../../resources/request.ts'
import { type Company, getOrThrow, idsByName } from './company.ts'
import type { DemoActor, DemoWriter } from './demo-writer.ts'
import { demoPeople } from './people.ts'

/** The acceptance of a request: by whom, when, and the dates of the task. */
export interface DemoAcceptance {
  readonly by: string
  readonly day: number
  /** The task's project, if the request had none. */
  readonly project?: string
  readonly module: string
  readonly estimate: number
  readonly assignees: readonly string[]
  readonly due: number
  /** Without it the task is still in progress. */
  readonly closed?: number
}

export interface DemoRequest {
  readonly title: string
  readonly description: string
  /** The requester. The managing director submits for a contact without a login. */
  readonly by: string
  readonly project?: string
  readonly day: number
  /** By default a week later; null for no due date. */
  readonly due?: number | null
  readonly priority: string
  readonly accepted?: DemoAcceptance
}

const website = 'Website relaunch Süderhof'
const orderingApp = 'Süderhof ordering app'
const campagne = 'Campagne « Le goût du matin »'
const clickAndCollect = 'Maison Éclair click & collect'
const loyaltyApp = 'Harrow & Finch loyalty app'
const readingClub = 'Reading club programme'
const portal = 'Kundenportal Mühlental'
const ownSite = 'Our own website'

const accepted: readonly DemoRequest[] = [
  {
    title: 'Vouchers for two on the Braukurse page',
    description: '<p>People ask for them <strong>every day</strong>. One amount, printable at home.</p>',
    by: 'kathe',
    project: website,
    day: -46,
    priority: 'P2',
    accepted: {
      by: 'francois',
      day: -43,
      module: 'Course Bookings',
      estimate: 14,
      assignees: ['zoe'],
      due: -24,
      closed: -25,
    },
  },
  {
    title: 'Broken links on the jobs page',
    description: '<p>Two of the three offers lead nowhere.</p>',
    by: 'oliver',
    project: ownSite,
    day: -38,
    priority: 'P3',
    accepted: {
      by: 'francois',
      day: -37,
      module: 'Content',
      estimate: 1,
      assignees: ['oliver'],
      due: -32,
      closed: -35,
    },
  },
  {
    title: 'Mail de confirmation en allemand',
    description: '<p>Beaucoup de clients viennent de Kehl. Un choix de langue à la commande suffit.</p>',
    by: 'benoit',
    project: clickAndCollect,
    day: -33,
    priority: 'P3',
    accepted: {
      by: 'francois',
      day: -31,
      module: 'Development',
      estimate: 6,
      assignees: ['bjorn'],
      due: -17,
      closed: -18,
    },
  },
  {
    title: 'Zählerfoto mit dem Handy hochladen',
    description:
      '<p>Viele Kunden rufen an, weil sie die Ziffern nicht lesen können. Ein Foto würde <em>uns</em> reichen.</p>',
    by: 'gunther',
    day: -27,
    due: null,
    priority: 'P2',
    accepted: {
      by: 'eleanor',
      project: portal,
      day: -24,
      module: 'Zählerstände',
      estimate: 20,
      assignees: ['bjorn', 'anais'],
      due: 12,
    },
  },
  {
    title: 'Member number readable for the till',
    description: '<p>The scanner in Abingdon gives up on bright screens. Print the number below the code, please.</p>',
    by: 'margaret',
    project: loyaltyApp,
    day: -20,
    priority: 'P2',
    accepted: { by: 'eleanor', day: -18, module: 'Design', estimate: 4, assignees: ['anais'], due: 6 },
  },
  {
    title: 'Menu and allergens in other languages',
    description: '<p>Guests from Japan and Poland ask for it. The translated list is attached.</p>',
    by: 'kathe',
    project: orderingApp,
    day: -16,
    due: 10,
    priority: 'P1',
    accepted: { by: 'francois', day: -14, module: 'Content', estimate: 8, assignees: ['zoe'], due: 9 },
  },
]

const waiting: readonly DemoRequest[] = [
  {
    title: 'Label design for a new wheat beer',
    description: '<p>Bottle and crate, three drafts. <strong>Not</strong> part of the website.</p>',
    by: 'kathe',
    day: -19,
    due: 30,
    priority: 'P3',
  },
  {
    title: 'Licence for the icon editor',
    description: '<p>The trial ends soon; two seats would do.</p>',
    by: 'zoe',
    day: -15,
    due: 12,
    priority: 'P4',
  },
  {
    title: 'Une affiche de plus pour la vitrine de Lyon',
    description: '<p>Format 60 × 80, sans le prix.</p>',
    by: 'benoit',
    project: campagne,
    day: -12,
    due: 8,
    priority: 'P2',
  },
  {
    title: 'Points for returned bags in all shops',
    description: '<p>So far only in Abingdon. Oxford and Reading want to join in.</p>',
    by: 'margaret',
    project: loyaltyApp,
    day: -11,
    due: 25,
    priority: 'P3',
  },
  {
    title: 'Testkonten für den Pilotbetrieb',
    description: '<p>Zwanzig Haushalte, davon <em>drei mit Gaszähler</em>.</p>',
    by: 'lukas',
    project: portal,
    day: -9,
    due: 14,
    priority: 'P2',
  },
  {
    title: 'Parking permit near the brewery',
    description: '<p>For the next shooting, two days. The lights do not fit on the train.</p>',
    by: 'jorg',
    day: -8,
    due: 9,
    priority: 'P3',
  },
  {
    title: 'Angebot für eine Störungskarte',
    description: '<p>Wo ist der Strom weg, und seit wann? Auf dem Handy lesbar.</p>',
    by: 'gunther',
    day: -7,
    due: null,
    priority: 'P3',
  },
  {
    title: 'Opening hours on public holidays',
    description: '<p>Each beer garden has its own. A line below the map would be enough.</p>',
    by: 'kathe',
    project: website,
    day: -6,
    due: 5,
    priority: 'P2',
  },
  {
    title: 'Splitting the bill at the table',
    description: '<p>Waiters lose ten minutes at every large table.</p>',
    by: 'kathe',
    project: orderingApp,
    day: -5,
    due: 21,
    priority: 'P3',
  },
  {
    title: 'Large-print edition of the programme',
    description: '<p>Sixteen points, black on white, <strong>two hundred</strong> copies.</p>',
    by: 'margaret',
    project: readingClub,
    day: -4,
    priority: 'P3',
  },
  {
    title: 'Point de retrait à la gare de Lyon-Part-Dieu',
    description: '<p>Un casier réfrigéré y est disponible. Que faut-il changer dans la boutique ?</p>',
    by: 'benoit',
    project: clickAndCollect,
    day: -3,
    due: 28,
    priority: 'P4',
  },
  {
    title: 'Dark version of the case studies',
    description: '<p>Half of our readers come in the evening.</p>',
    by: 'anais',
    project: ownSite,
    day: -2,
    due: null,
    priority: 'P5',
  },
]

export interface CreatedRequest {
  readonly plan: DemoRequest
  readonly id: number
  readonly by: DemoActor
  readonly on: string
}

const keysWithLogin = new Set(demoPeople.filter(({ role }) => role !== undefined).map(({ key }) => key))

/** In the order they were submitted. */
export async function createRequests(writer: DemoWriter, { people, projects }: Company): Promise<CreatedRequest[]> {
  const priorities = await idsByName(writer, 'taskpriority')
  const projectIds = new Map(projects.map(({ plan, id }) => [plan.name, id]))
  const plans = [...accepted, ...waiting].sort((a, b) => a.day - b.day)
  const rows = plans.map((plan) => {
    const asker = getOrThrow(people, plan.by)
    const by = keysWithLogin.has(plan.by) ? asker : getOrThrow(people, 'johanna')
    return { plan, by, on: writer.workday(plan.day), asker }
  })
  const ids = await writer.createEntries(
    request,
    rows.map(({ plan, by, on, asker }) => ({
      by,
      on,
      fields: {
        title: plan.title,
        description: plan.description,
        personid: asker.id,
        priorityid: getOrThrow(priorities, plan.priority),
        ...(plan.project === undefined ? {} : { projectid: getOrThrow(projectIds, plan.project) }),
        ...(plan.due === undefined ? {} : { datedue: plan.due === null ? null : writer.day(plan.due) }),
      },
    })),
  )
  return rows.map(({ plan, by, on }, at) => ({ plan, id: ids[at] ?? 0, by, on }))
}
