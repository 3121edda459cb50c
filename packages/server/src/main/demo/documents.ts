// The documents of the demo company as rows: the file, its author and its project. file-contents.ts creates the bytes;
// document-uploads.ts uploads them.
import { type Box, pageFile, pictureFile, tableFile, textFile } from './file-contents.ts'

export interface DemoFile {
  readonly name: string
  readonly bytes: () => Buffer
}

/** A file with its title, author and day. */
export interface DemoFileEntry {
  readonly file: DemoFile
  readonly by: string
  readonly title?: string
  readonly notes?: string
  readonly tags?: string
  readonly public?: boolean
}

/** Belongs to the project, unless a milestone is given or a person whose task in the project gets it. */
export interface DemoDocument extends DemoFileEntry {
  readonly project: string
  readonly milestone?: string
  readonly taskOf?: string
  readonly day: number
  /** A later version. */
  readonly next?: { readonly by: string; readonly day: number; readonly file: DemoFile }
}

const page = (name: string, heading: string, ...lines: readonly string[]): DemoFile => ({
  name,
  bytes: () => pageFile(heading, ...lines),
})

const table = (name: string, ...rows: readonly (readonly (string | number)[])[]): DemoFile => ({
  name,
  bytes: () => tableFile(...rows),
})

const text = (name: string, ...lines: readonly string[]): DemoFile => ({ name, bytes: () => textFile(...lines) })

const palette = ['FFFFFF', 'C9D6DF', '2E86AB', 'F46036', '3D3D3D']

const picture = (name: string, ...boxes: readonly Box[]): DemoFile => ({
  name,
  bytes: () => pictureFile({ width: 120, height: 80, palette, boxes }),
})

export const demoDocuments: readonly DemoDocument[] = [
  {
    project: 'Website relaunch Süderhof',
    file: picture('Wireframe Startseite.png', [1, 0, 0, 120, 9], [1, 4, 14, 112, 28], [1, 4, 46, 35, 28]),
    by: 'anais',
    day: -101,
    tags: 'design,draft',
    public: true,
    next: {
      by: 'anais',
      day: -94,
      file: picture(
        'Wireframe Startseite.png',
        [1, 0, 0, 120, 9],
        [2, 4, 14, 112, 28],
        [1, 4, 46, 35, 28],
        [1, 43, 46, 35, 28],
        [3, 81, 46, 35, 28],
      ),
    },
  },
  {
    project: 'Kundenportal Mühlental',
    file: page(
      'Pflichtenheft (Auszug).pdf',
      'Kundenportal Mühlental – Pflichtenheft',
      '1. Zählerstände melden, auch mit Foto',
      '2. Abschläge ändern, höchstens zweimal im Jahr',
      '3. Rechnungen der letzten drei Jahre laden',
      '4. Betrieb nur in Rechenzentren in Deutschland',
    ),
    by: 'eleanor',
    day: -84,
    title: 'Pflichtenheft, Auszug für das Team',
    tags: 'Vertrag,Anforderungen',
  },
  {
    project: 'Campagne « Le goût du matin »',
    file: text(
      'Brief créatif – Le goût du matin.txt',
      'Ce que nous voulons dire : le matin commence dans la boutique.',
      'À qui : ceux qui passent devant sans entrer.',
      'À éviter : les jeux de mots sur la crème.',
    ),
    by: 'chloe',
    day: -80,
    tags: 'brief',
    public: true,
  },
  {
    project: 'Website relaunch Süderhof',
    milestone: 'Design approved',
    file: page(
      'Freigabe der Entwürfe.pdf',
      'Freigabe der Entwürfe',
      'Startseite, Biersorten, Braukurse, Biergärten, Über uns',
      'Deutsch und Englisch, Stand der zweiten Runde',
      'Freigegeben: Käthe Vogelsang',
    ),
    by: 'francois',
    day: -74,
    notes: 'Signed copy is in the folder in the office.',
    tags: 'approval,design',
    public: true,
  },
  {
    project: 'Website relaunch Süderhof',
    file: page(
      'Styleguide Süderhof.pdf',
      'Styleguide',
      'Blue 2E86AB for links, orange F46036 for one button per page',
      'Headings in the brewery’s own type, everything else in a plain one',
    ),
    by: 'anais',
    day: -72,
    tags: 'design,guide',
    public: true,
  },
  {
    project: 'Harrow & Finch loyalty app',
    file: text(
      'Till interface.txt',
      'POST /points',
      'card: 12 digits',
      'shop: 1 to 17',
      'amount: pence, never below 0',
    ),
    by: 'bjorn',
    day: -54,
    tags: 'api',
  },
  {
    project: 'Energiesparwochen Mühlental',
    milestone: 'Abschlussbericht übergeben',
    file: page(
      'Abschlussbericht.pdf',
      'Energiesparwochen – Abschlussbericht',
      'Sechs Stadtteile, 412 Beratungen, 38 Plakatflächen',
      'Der Rechner im Netz wurde 5.260-mal benutzt.',
    ),
    by: 'chloe',
    day: -42,
    public: true,
  },
  {
    project: 'Campagne « Le goût du matin »',
    file: table('Calendrier de lancement.csv', ['Ville', 'Boutiques', 'Semaine'], ['Strasbourg', 7, 1], ['Lyon', 4, 2]),
    by: 'chloe',
    day: -40,
    tags: 'planning',
    public: true,
    next: {
      by: 'francois',
      day: -21,
      file: table(
        'Calendrier de lancement (révisé).csv',
        ['Ville', 'Boutiques', 'Semaine'],
        ['Strasbourg', 7, 1],
        ['Lyon', 4, 5],
      ),
    },
  },
  {
    project: 'Reading club programme',
    file: table(
      'Programme.csv',
      ['Evening', 'Shop', 'Seats'],
      ['Poems about rain', 'Abingdon', 60],
      ['A crime in Reading', 'Reading', 45],
      ['Letters to nobody', 'Oxford', 80],
    ),
    by: 'oliver',
    day: -26,
    public: true,
  },
  {
    project: 'Harrow & Finch loyalty app',
    milestone: 'Card works at the till',
    file: picture('Member card.png', [2, 8, 12, 104, 56], [0, 16, 44, 60, 4], [4, 84, 44, 20, 16]),
    by: 'anais',
    day: -21,
    tags: 'design',
    public: true,
  },
  {
    project: 'Kundenportal Mühlental',
    taskOf: 'lukas',
    file: table(
      'Testfälle.csv',
      ['Nr.', 'Schritt', 'Erwartet'],
      [1, 'Zählerstand kleiner als der letzte', 'Rückfrage'],
      [2, 'Foto ohne Zähler', 'Hinweis, kein Abbruch'],
      [3, 'Anmeldung nach 30 Minuten Pause', 'neue Anmeldung'],
    ),
    by: 'lukas',
    day: -15,
    tags: 'Test',
  },
  {
    project: 'Website relaunch Süderhof',
    taskOf: 'jorg',
    file: picture('Kupferkessel – Probeaufnahme.png', [4, 0, 60, 120, 20], [3, 30, 20, 60, 44], [1, 54, 6, 12, 14]),
    by: 'jorg',
    day: -11,
    notes: 'Only a test of the light; the real ones follow.',
    tags: 'photo,draft',
  },
  {
    project: 'Our own website',
    file: text(
      'Ideas for case studies.txt',
      'The brewery, because of the bookings',
      'The bookshops, because of the bags',
    ),
    by: 'zoe',
    day: -9,
  },
]

/** The documents of requests, by the title of the request; uploaded by a member of staff. */
export const requestDocuments: Readonly<Record<string, readonly DemoFileEntry[]>> = {
  'Menu and allergens in other languages': [
    {
      file: table(
        'メニューとアレルゲン.csv',
        ['品名', 'アレルゲン', '価格'],
        ['ヴァイツェンビール', '小麦、大麦', '4,90'],
        ['プレッツェル', '小麦', '3,20'],
      ),
      by: 'francois',
      title: 'Menu in Japanese',
      tags: 'menu,translation',
      public: true,
    },
    {
      file: table(
        'Jadłospis i alergeny.csv',
        ['Danie', 'Alergeny', 'Cena'],
        ['Piwo pszeniczne', 'pszenica, jęczmień', '4,90'],
        ['Precel', 'pszenica', '3,20'],
      ),
      by: 'francois',
      title: 'Menu in Polish',
      tags: 'menu,translation',
      public: true,
    },
  ],
  'Label design for a new wheat beer': [
    {
      file: picture('Etikett – alte Fassung.png', [3, 30, 8, 60, 64], [0, 38, 24, 44, 14], [4, 42, 28, 36, 6]),
      by: 'eleanor',
      notes: 'The label of the summer beer, for the size.',
      tags: 'design',
    },
  ],
  'Point de retrait à la gare de Lyon-Part-Dieu': [
    {
      file: text('Casier réfrigéré – mesures.txt', 'Largeur 1,20 m', 'Hauteur 2,05 m', '24 portes, de 2 à 6 °C'),
      by: 'francois',
      public: true,
    },
  ],
}
