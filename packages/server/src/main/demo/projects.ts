// The clients and projects of the demo company as rows, with teams and milestones. Days are relative to the day the
// demo is loaded. The tasks are in task-templates.ts.

export interface DemoClient {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly email: string
  readonly website: string
  readonly phone: string
  readonly address: string
  readonly since: number
}

export interface DemoMilestone {
  readonly title: string
  readonly due: number
  readonly complete?: boolean
  readonly description?: string
}

export interface DemoProject {
  readonly name: string
  readonly client?: string
  readonly label: string
  readonly description: string
  readonly managers: readonly string[]
  /** In addition to those who are on every project. */
  readonly team: readonly string[]
  readonly start: number
  readonly end?: number
  /** Those who may read and write the project's secure notes. */
  readonly secure?: readonly string[]
  /** In hours. Only the campaign in France has reached its budget alert. */
  readonly budget?: number
  readonly unbillable?: boolean
  /** Finished: deactivated after its records are created. */
  readonly over?: boolean
  readonly plan: 'website' | 'app' | 'campaign' | 'campagne' | 'portal'
  readonly subjects: readonly string[]
  /** In addition to tasks from requests. */
  readonly tasks: number
  /** A module of this project only, for one of its subjects. */
  readonly module?: { readonly name: string; readonly subject: string; readonly description: string }
  /** A work type of this project only, sometimes used instead of another. */
  readonly worktype?: { readonly name: string; readonly rate: number; readonly hours: number; readonly instead: string }
  readonly milestones: readonly DemoMilestone[]
}

export const demoLabels: readonly { readonly name: string; readonly color: string }[] = [
  { name: 'Website', color: '2E86AB' },
  { name: 'App', color: '6A4C93' },
  { name: 'Campaign', color: 'F46036' },
  { name: 'Internal', color: '7D8597' },
]

/** In addition to the default modules. */
export const demoModules: readonly { readonly name: string; readonly description: string; readonly active: boolean }[] =
  [
    { name: 'Content', description: 'Copy, translation, editing', active: true },
    { name: 'Search Engines', description: 'Being found, and measuring it', active: true },
    { name: 'Campaign', description: 'Concept, media plan, publishing', active: true },
    { name: 'Photo & Film', description: 'Shootings, editing, rights', active: true },
    { name: 'Print', description: 'No longer offered', active: false },
  ]

export const demoWorktypes: readonly { readonly name: string; readonly rate: number }[] = [
  { name: 'Project Management', rate: 95 },
  { name: 'Copywriting', rate: 75 },
  { name: 'Testing', rate: 70 },
]

export const demoClients: readonly DemoClient[] = [
  {
    key: 'suderhof',
    name: 'Brauerei Süderhof',
    description: '<p>Family brewery since 1874, <strong>42 beer gardens</strong>, sells online since last year.</p>',
    email: 'marketing@suderhof.example',
    website: 'https://www.suderhof.example/',
    phone: '+49 40 66969 200',
    address: 'Süderhofer Landstraße 3\n21149 Hamburg',
    since: -900,
  },
  {
    key: 'eclair',
    name: 'Maison Éclair',
    description: '<p>Pâtisserie à Strasbourg et à Lyon : <em>onze boutiques</em>, une boutique en ligne.</p>',
    email: 'bonjour@maison-eclair.example',
    website: 'https://www.maison-eclair.example/',
    phone: '+33 2 61 91 33 00',
    address: '8 rue des Bouchers\n67000 Strasbourg',
    since: -610,
  },
  {
    key: 'harrow',
    name: 'Harrow & Finch Booksellers',
    description: '<p>Seventeen independent bookshops and a reading club with 12,000 members.</p>',
    email: 'hello@harrowfinch.example',
    website: 'https://www.harrowfinch.example/',
    phone: '+44 1632 960 150',
    address: '27 Mill Lane\nAbingdon',
    since: -400,
  },
  {
    key: 'muhlental',
    name: 'Stadtwerke Mühlental',
    description: '<p>Strom, Gas und Wasser für 80.000 Haushalte. Vergabe nur nach <strong>Ausschreibung</strong>.</p>',
    email: 'projekte@stadtwerke-muehlental.example',
    website: 'https://www.stadtwerke-muehlental.example/',
    phone: '+49 89 99998 400',
    address: 'Am Wehr 1\n82481 Mühlental',
    since: -330,
  },
]

export const demoProjects: readonly DemoProject[] = [
  {
    name: 'Website relaunch Süderhof',
    client: 'suderhof',
    label: 'Website',
    description: '<p>New website in German and English, with bookings for the brewing courses.</p>',
    managers: ['francois', 'eleanor'],
    team: ['francois', 'zoe', 'anais', 'oliver', 'lukas', 'jorg', 'kathe', 'soren'],
    secure: ['francois', 'zoe'],
    start: -130,
    end: 40,
    budget: 1250,
    plan: 'website',
    subjects: ['Startseite', 'Biersorten', 'Braukurse', 'Biergärten', 'Über uns'],
    tasks: 35,
    module: { name: 'Course Bookings', subject: 'Braukurse', description: 'Calendar, seats, vouchers' },
    milestones: [
      {
        title: 'Design approved',
        due: -75,
        complete: true,
        description: '<p>All five page types, both languages.</p>',
      },
      { title: 'Beta for the brewery', due: -9, description: '<p>On the staging server, with real content.</p>' },
      { title: 'Go-live', due: 34 },
    ],
  },
  {
    name: 'Süderhof ordering app',
    client: 'suderhof',
    label: 'App',
    description: '<p>Guests order at the table of the beer garden. <em>iOS first</em>, then Android.</p>',
    managers: ['francois'],
    team: ['francois', 'zoe', 'bjorn', 'anais', 'lukas', 'kathe'],
    secure: ['francois', 'bjorn'],
    start: -100,
    end: 75,
    budget: 1200,
    plan: 'app',
    subjects: ['table QR code', 'menu and allergens', 'basket', 'payment', 'order status'],
    tasks: 33,
    module: { name: 'Push Messages', subject: 'order status', description: 'When the waiter is on the way' },
    milestones: [
      { title: 'Clickable prototype', due: -60, complete: true },
      { title: 'First orders in Hamburg', due: 16, description: '<p>One garden, <strong>twelve tables</strong>.</p>' },
      { title: 'All beer gardens', due: 70 },
    ],
  },
  {
    name: 'Campagne « Le goût du matin »',
    client: 'eclair',
    label: 'Campaign',
    description: '<p>Affiches, vidéos courtes et dégustations dans les onze boutiques.</p>',
    managers: ['francois'],
    team: ['francois', 'anais', 'oliver', 'chloe', 'benoit'],
    secure: ['francois', 'chloe'],
    start: -85,
    end: 20,
    budget: 360,
    plan: 'campagne',
    subjects: ['affiches du métro', 'vidéos courtes', 'dégustations', 'carte de fidélité', 'lettre aux clients'],
    tasks: 28,
    module: { name: 'Dégustations', subject: 'dégustations', description: 'Lieux, dates, équipes' },
    worktype: { name: 'Traduction', rate: 65, hours: 30, instead: 'Copywriting' },
    milestones: [
      { title: 'Concept validé', due: -55, complete: true },
      { title: 'Lancement à Strasbourg', due: -18, complete: true },
      { title: 'Lancement à Lyon', due: 12, description: '<p>Quatre boutiques, une semaine plus tard.</p>' },
    ],
  },
  {
    name: 'Maison Éclair click & collect',
    client: 'eclair',
    label: 'Website',
    description: '<p>Order until 18:00, collect from 7:00 the next morning.</p>',
    managers: ['francois'],
    team: ['francois', 'zoe', 'bjorn', 'lukas', 'jorg', 'benoit', 'soren'],
    secure: ['francois', 'bjorn'],
    start: -110,
    end: 30,
    budget: 1400,
    plan: 'website',
    subjects: ['catalogue', 'choice of boutique', 'time slots', 'checkout', 'order mails'],
    tasks: 31,
    milestones: [
      { title: 'Shop with test orders', due: -30, complete: true },
      { title: 'Opening in Strasbourg', due: 9 },
      { title: 'Opening in Lyon', due: 28 },
    ],
  },
  {
    name: 'Harrow & Finch loyalty app',
    client: 'harrow',
    label: 'App',
    description: '<p>Points for books, readings and returned bags.</p>',
    managers: ['eleanor'],
    team: ['zoe', 'bjorn', 'anais', 'lukas', 'margaret'],
    start: -95,
    end: 60,
    budget: 950,
    plan: 'app',
    subjects: ['sign-up', 'member card', 'points history', 'rewards', 'shop finder'],
    tasks: 29,
    module: { name: 'Points Ledger', subject: 'points history', description: 'Earned, spent, expired' },
    milestones: [
      { title: 'Card works at the till', due: -20, complete: true },
      { title: 'Pilot in Abingdon', due: 21 },
    ],
  },
  {
    name: 'Reading club programme',
    client: 'harrow',
    label: 'Campaign',
    description: '<p>Six readings, a podcast and a newsletter series.</p>',
    managers: ['eleanor'],
    team: ['oliver', 'chloe', 'margaret'],
    start: -70,
    end: 45,
    budget: 480,
    plan: 'campaign',
    subjects: ['author readings', 'podcast', 'newsletter series', 'window posters', 'school visits'],
    tasks: 24,
    milestones: [
      { title: 'Programme announced', due: -25, complete: true },
      { title: 'First reading', due: 7, description: '<p>With tea. <strong>Sixty seats</strong>.</p>' },
    ],
  },
  {
    name: 'Kundenportal Mühlental',
    client: 'muhlental',
    label: 'Website',
    description: '<p>Zählerstände melden, Abschlag ändern, Rechnungen laden.</p>',
    managers: ['eleanor'],
    team: ['bjorn', 'anais', 'lukas', 'chloe'],
    secure: ['eleanor', 'bjorn'],
    start: -120,
    end: 120,
    budget: 1400,
    plan: 'portal',
    subjects: ['Anmeldung', 'Zählerstände', 'Abschläge', 'Rechnungen', 'Umzugsmeldung'],
    tasks: 31,
    module: { name: 'Zählerstände', subject: 'Zählerstände', description: 'Ablesung, Foto, Plausibilität' },
    worktype: { name: 'Workshop vor Ort', rate: 140, hours: 24, instead: 'Project Management' },
    milestones: [
      { title: 'Pflichtenheft abgenommen', due: -80, complete: true },
      { title: 'Sicherheitsprüfung', due: -5, description: '<p>Der Prüfbericht steht noch aus.</p>' },
      { title: 'Pilot mit 500 Haushalten', due: 55 },
    ],
  },
  {
    name: 'Our own website',
    label: 'Internal',
    description: '<p>Case studies, jobs, and a page about how we work.</p>',
    managers: ['francois', 'johanna'],
    team: ['francois', 'zoe', 'oliver', 'anais'],
    start: -90,
    unbillable: true,
    plan: 'website',
    subjects: ['case studies', 'jobs page', 'how we work'],
    tasks: 19,
    milestones: [{ title: 'Three case studies online', due: 18 }],
  },
  {
    name: 'Energiesparwochen Mühlental',
    client: 'muhlental',
    label: 'Campaign',
    description: '<p>Abgeschlossen: Beratung in sechs Stadtteilen, Plakate, Rechner im Netz.</p>',
    managers: ['eleanor'],
    team: ['chloe', 'oliver', 'bjorn'],
    start: -140,
    end: -40,
    budget: 420,
    over: true,
    plan: 'portal',
    subjects: ['Energierechner', 'Beratungstermine', 'Plakatmotive'],
    tasks: 14,
    milestones: [{ title: 'Abschlussbericht übergeben', due: -42, complete: true }],
  },
]
