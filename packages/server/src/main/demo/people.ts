// The people of the demo company and of its clients, as rows. projects.ts assigns them to projects. Addresses and
// numbers are from ranges reserved for examples, so that no real person is contacted.
import type { Role } from '../../define/actor.ts'

export interface DemoPerson {
  readonly key: string
  readonly firstname: string
  readonly lastname: string
  readonly title: string
  /** None for a client's contact without a login. */
  readonly role?: Role
  readonly client?: string
  readonly token?: string
  readonly notes?: string
  readonly phone?: string
  readonly mobile?: string
  readonly address?: string
  readonly website?: string
  /** True hides the contact details from Resources and Executives. */
  readonly private?: boolean
  readonly allprojects?: boolean
  readonly restricted?: boolean
  /** Handles the requests without a project. */
  readonly mailqueue?: boolean
  /** Left the company: deactivated after their records are created. */
  readonly former?: boolean
  /** Per hour, in whole units of money. */
  readonly rate?: number
  /** Hours per week. */
  readonly weekly?: number
  /** What an hour costs, in whole units of money. */
  readonly cost?: number
}

const staff: readonly DemoPerson[] = [
  {
    key: 'johanna',
    firstname: 'Johanna',
    lastname: 'Krüger',
    title: 'Managing director',
    role: 'Administrator',
    token: 'demo-administrator',
    notes: '<p>Runs the agency. <strong>Signs</strong> offers above 20,000.</p>',
    phone: '+49 30 23125 101',
    mobile: '+49 152 28817386',
    address: 'Lindenstraße 14, 10969 Berlin',
    rate: 140,
    weekly: 20,
    cost: 78,
  },
  {
    key: 'francois',
    firstname: 'François',
    lastname: 'Lefèvre',
    title: 'Project lead',
    role: 'Manager',
    token: 'demo-manager',
    notes: '<p>Leads the projects for <em>Süderhof</em> and <em>Maison Éclair</em>.</p>',
    phone: '+33 1 99 00 12 34',
    mobile: '+33 6 39 98 12 34',
    rate: 110,
    weekly: 40,
    cost: 58,
  },
  {
    key: 'eleanor',
    firstname: 'Eleanor',
    lastname: 'Whitby',
    title: 'Head of delivery',
    role: 'Manager',
    notes: '<p>Joins every project. Ask her first when a date slips.</p>',
    phone: '+44 20 7946 0218',
    allprojects: true,
    mailqueue: true,
    rate: 120,
    weekly: 40,
    cost: 62,
  },
  {
    key: 'zoe',
    firstname: 'Zoë',
    lastname: 'Ashcroft',
    title: 'Front-end developer',
    role: 'Resource',
    token: 'demo-resource',
    notes: '<p>In the office on Tuesdays and Thursdays.</p>',
    mobile: '+44 7700 900461',
    website: 'https://zoe.example.com/',
    rate: 85,
    weekly: 32,
    cost: 44,
  },
  {
    key: 'bjorn',
    firstname: 'Björn',
    lastname: 'Schäfer',
    title: 'Back-end developer',
    role: 'Resource',
    phone: '+49 30 23125 104',
    private: true,
    rate: 90,
    weekly: 40,
    cost: 47,
  },
  {
    key: 'anais',
    firstname: 'Anaïs',
    lastname: 'Dubois',
    title: 'Designer',
    role: 'Resource',
    mobile: '+33 6 39 98 45 67',
    website: 'https://anais.example.com/portfolio/',
    rate: 80,
    weekly: 32,
    cost: 41,
  },
  {
    key: 'oliver',
    firstname: 'Oliver',
    lastname: 'Pemberton',
    title: 'Copywriter',
    role: 'Resource',
    phone: '+44 20 7946 0377',
    rate: 70,
    weekly: 37.5,
    cost: 38,
  },
  {
    key: 'chloe',
    firstname: 'Chloé',
    lastname: 'Marchand',
    title: 'Campaign planner',
    role: 'Resource',
    phone: '+33 1 99 00 45 60',
    rate: 75,
    weekly: 35,
    cost: 36,
  },
  {
    key: 'lukas',
    firstname: 'Lukas',
    lastname: 'Größler',
    title: 'Tester',
    role: 'Resource',
    mobile: '+49 152 28895456',
    private: true,
    rate: 65,
    cost: 33,
  },
  {
    key: 'jorg',
    firstname: 'Jörg',
    lastname: 'Weiß',
    title: 'Freelance photographer',
    role: 'Resource',
    token: 'demo-restricted',
    notes: '<p>Freelancer: sees only the tasks that concern him.</p>',
    mobile: '+49 172 9973185',
    restricted: true,
    rate: 60,
    weekly: 30,
    cost: 45,
  },
  {
    key: 'soren',
    firstname: 'Sören',
    lastname: 'Petersen',
    title: 'Developer',
    role: 'Resource',
    notes: '<p>Left the company; the handover is with Björn.</p>',
    former: true,
    rate: 85,
    weekly: 40,
    cost: 46,
  },
]

const clientPeople: readonly DemoPerson[] = [
  {
    key: 'kathe',
    firstname: 'Käthe',
    lastname: 'Vogelsang',
    title: 'Head of marketing',
    role: 'Executive',
    client: 'suderhof',
    token: 'demo-executive',
    notes: '<p>Prefers a call over a long mail. Approves all designs.</p>',
    phone: '+49 40 66969 210',
  },
  {
    key: 'benoit',
    firstname: 'Benoît',
    lastname: 'Garnier',
    title: 'Directeur commercial',
    role: 'Executive',
    client: 'eclair',
    phone: '+33 2 61 91 33 10',
    private: true,
  },
  {
    key: 'margaret',
    firstname: 'Margaret',
    lastname: 'O’Sullivan',
    title: 'Operations director',
    role: 'Executive',
    client: 'harrow',
    phone: '+44 1632 960 155',
  },
  {
    key: 'helene',
    firstname: 'Hélène',
    lastname: 'Rousseau',
    title: 'Responsable des boutiques',
    client: 'eclair',
    phone: '+33 2 61 91 33 27',
    address: '8 rue des Bouchers, 67000 Strasbourg',
  },
  {
    key: 'gunther',
    firstname: 'Günther',
    lastname: 'Löwenthal',
    title: 'Leiter Kundenservice',
    client: 'muhlental',
    phone: '+49 89 99998 445',
  },
  {
    key: 'rosie',
    firstname: 'Rosie',
    lastname: 'Finch-Hatton',
    title: 'Events coordinator',
    client: 'harrow',
    mobile: '+44 7700 900813',
  },
]

/** The last day of former staff, relative to today. */
export const lastDayOfFormer = -35

export const demoPeople: readonly DemoPerson[] = [...staff, ...clientPeople]

/** The tokens shown to the operator, each with its role. */
export const demoTokens: readonly { readonly token: string; readonly role: string }[] = demoPeople.flatMap(
  ({ token, role, restricted }) =>
    token === undefined || role === undefined
      ? []
      : [{ token, role: restricted ? `${role}, restricted to own tasks` : role }],
)

/** Login names and addresses are plain ASCII: accents are dropped, letters without a plain form are spelled out. */
export const loginOf = ({ firstname, lastname }: DemoPerson): string =>
  `${firstname}.${lastname}`
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^a-z.-]/g, '')
