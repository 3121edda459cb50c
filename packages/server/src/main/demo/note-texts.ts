// The texts of notes on tasks, milestones and projects, as rows.
// notes.ts decides where each of them is used.

/** The language of a project's notes. */
export type NoteLanguage = 'en' | 'de' | 'fr'

interface DemoNote {
  readonly note: string
  /** Visible to the client too. */
  readonly public: boolean
}

const publicNote = (note: string): DemoNote => ({ note: `<p>${note}</p>`, public: true })
const internalNote = (note: string): DemoNote => ({ note: `<p>${note}</p>`, public: false })

/** Notes on tasks in progress. */
export const demoTaskNotes: Readonly<Record<NoteLanguage, readonly DemoNote[]>> = {
  en: [
    publicNote('Ready for review. Please have a look until Thursday.'),
    publicNote('Looks <strong>great</strong>, thank you! Go ahead.'),
    publicNote('Which of the two versions do you prefer? I would take the quieter one.'),
    internalNote('Will take longer than planned: <em>four hours</em> more.'),
    internalNote('The type looks thin on older phones; I have changed the weight.'),
    internalNote('Half a day lost on the old templates. They are gone now.'),
  ],
  de: [
    publicNote('Zur Abnahme bereit. Bitte bis Donnerstag ansehen.'),
    publicNote('Der Entwurf liegt im Projekt; zwei Fragen stehen <em>am Rand</em>.'),
    internalNote('Die Umlaute fehlen auf älteren Geräten – Schriftschnitt prüfen.'),
    internalNote('Die Schnittstelle antwortet nachts nicht. Mit dem Rechenzentrum geklärt.'),
  ],
  fr: [
    publicNote('Prêt pour relecture, merci de regarder avant jeudi.'),
    publicNote('Deux pistes sont jointes ; la première nous semble <strong>plus juste</strong>.'),
    internalNote('Les textes arrivent deux jours plus tard que prévu.'),
    internalNote('Prévoir une demi-journée de plus pour les déclinaisons.'),
  ],
}

/** A recent question and its answer: from the client if one is on the team, else from the manager. */
export const demoDialogues: Readonly<
  Record<NoteLanguage, readonly { readonly asked: string; readonly answered: string }[]>
> = {
  en: [
    {
      asked: '<p>The staging server has the new version. May we show it to the others?</p>',
      answered: '<p>Yes, please. I like the new pictures very much.</p>',
    },
    {
      asked: '<p>Who decides about the wording of the last paragraph?</p>',
      answered: '<p>I do. Take the shorter one.</p>',
    },
    {
      asked:
        '<p>Found two cases that the design does not show:</p><ul><li>empty list</li><li>very long names</li></ul>',
      answered: '<p>Good catch. Show a friendly sentence for the first, and cut the second after two lines.</p>',
    },
  ],
  de: [
    {
      asked: '<p>Sollen wir die Hilfe auch auf Englisch anbieten?</p>',
      answered: '<p>Vorerst nicht, aber haltet den Platz frei.</p>',
    },
    {
      asked: '<p>Wie viele Jahre zurück müssen die Werte sichtbar sein?</p>',
      answered: '<p>Drei volle Jahre und das laufende.</p>',
    },
  ],
  fr: [
    {
      asked: '<p>Quelle date faut-il imprimer pour Lyon ?</p>',
      answered: '<p>Le premier samedi, toute la journée.</p>',
    },
    {
      asked: '<p>Le visuel du métro est-il validé ?</p>',
      answered: '<p>Oui, avec le logo un peu plus grand.</p>',
    },
  ],
}

interface MilestoneNotes {
  readonly reached: readonly DemoNote[]
  readonly ahead: readonly DemoNote[]
  readonly late: readonly DemoNote[]
  /** The client's reply. */
  readonly thanks: string
}

export const demoMilestoneNotes: Readonly<Record<NoteLanguage, MilestoneNotes>> = {
  en: {
    reached: [
      publicNote('Reached, and approved by everyone. Thank you!'),
      internalNote('Approved with two small wishes; they are tasks now.'),
    ],
    ahead: [
      publicNote('On schedule. The next preview comes on Friday.'),
      internalNote('Tight: if the photos are late, we begin with one language.'),
      publicNote('We need the last texts a week before this date.'),
      internalNote('Lukas has kept three days free for the final tests.'),
    ],
    late: [
      publicNote('Two findings are still open; everything else stands.'),
      internalNote('The holiday of the client cost us a week. I have told Johanna.'),
    ],
    thanks: '<p>Our board has seen it and is very happy.</p>',
  },
  de: {
    reached: [
      publicNote('Abgenommen, das Protokoll ist unterschrieben.'),
      internalNote('Abgenommen mit drei Auflagen.'),
    ],
    ahead: [
      publicNote('Im Plan. Die nächste Vorführung ist am Freitag.'),
      internalNote('Eng: Bitte keine neuen Wünsche vor diesem Termin annehmen.'),
    ],
    late: [
      publicNote('Der Prüfbericht fehlt noch; alles andere ist fertig.'),
      internalNote('Mit Herrn Löwenthal telefoniert.'),
    ],
    thanks: '<p>Vielen Dank, das ist genau, was wir wollten.</p>',
  },
  fr: {
    reached: [
      publicNote('C’est validé, merci à toutes et à tous !'),
      internalNote('Validé, avec deux petites retouches.'),
    ],
    ahead: [
      publicNote('Tout est dans les temps. Prochain point vendredi.'),
      internalNote('Serré : l’imprimeur ferme pendant deux jours.'),
    ],
    late: [publicNote('Il manque encore deux visuels.'), internalNote('À rappeler lundi.')],
    thanks: '<p>Les équipes sont ravies, bravo !</p>',
  },
}

export interface DemoProjectNote {
  readonly project: string
  readonly by: string
  readonly day: number
  readonly title: string
  readonly note: string
  readonly secure?: boolean
}

/** The addresses and passwords in the secure notes are examples. */
export const demoProjectNotes: readonly DemoProjectNote[] = [
  {
    project: 'Website relaunch Süderhof',
    by: 'francois',
    day: -126,
    title: 'Kick-off',
    note: '<p>Present: Käthe, Eleanor, Anaïs, Zoë.</p><ul><li>two languages from the start</li><li>courses can be booked on a phone</li><li>no stock photos</li></ul>',
  },
  {
    project: 'Kundenportal Mühlental',
    by: 'eleanor',
    day: -117,
    title: 'Ansprechpartner',
    note: '<p>Fachlich: Günther Löwenthal. Technik: Leitstelle, nur vormittags. Vertrag: Einkauf, <em>immer schriftlich</em>.</p>',
  },
  {
    project: 'Süderhof ordering app',
    by: 'francois',
    day: -97,
    title: 'Decisions of the first workshop',
    note: '<ol><li>Guests pay at the table.</li><li>No account is needed.</li><li>The waiter still comes by.</li></ol>',
  },
  {
    project: 'Harrow & Finch loyalty app',
    by: 'eleanor',
    day: -92,
    title: 'What is not part of it',
    note: '<p>Gift cards and the online shop come <strong>next year</strong>, if at all.</p>',
  },
  {
    project: 'Maison Éclair click & collect',
    by: 'bjorn',
    day: -88,
    title: 'Accès au serveur de test',
    note: '<p>https://test.maison-eclair.example/<br />Utilisateur : atelier<br />Mot de passe : praline-et-pistache</p>',
    secure: true,
  },
  {
    project: 'Campagne « Le goût du matin »',
    by: 'francois',
    day: -79,
    title: 'Budget média',
    note: '<p>18 400 € au total, dont 2 000 € de réserve. <strong>À ne pas communiquer</strong> aux imprimeurs.</p>',
    secure: true,
  },
  {
    project: 'Süderhof ordering app',
    by: 'bjorn',
    day: -72,
    title: 'Account at the payment provider',
    note: '<p>Merchant number 4711-0815, test mode. Login: technik@suderhof.example, password: malz-statt-hopfen</p>',
    secure: true,
  },
  {
    project: 'Kundenportal Mühlental',
    by: 'bjorn',
    day: -66,
    title: 'Zugang zum Testsystem',
    note: '<p>Nur aus dem Büro erreichbar. Benutzer: portal-test, Kennwort: wehr-und-turbine</p>',
    secure: true,
  },
  {
    project: 'Website relaunch Süderhof',
    by: 'zoe',
    day: -61,
    title: 'Staging server',
    note: '<p>https://staging.suderhof.example/, user <code>brewery</code>, password <code>hopfen-und-malz</code>. Reset every night.</p>',
    secure: true,
  },
  {
    project: 'Campagne « Le goût du matin »',
    by: 'chloe',
    day: -52,
    title: 'Contacts presse',
    note: '<p>Trois journaux locaux et une radio. Relance le mardi, <em>jamais le vendredi</em>.</p>',
  },
  {
    project: 'Energiesparwochen Mühlental',
    by: 'chloe',
    day: -45,
    title: 'Lehren fürs nächste Mal',
    note: '<p>Die Abendtermine waren voll, die Vormittage leer. Plakate zwei Wochen früher hängen.</p>',
  },
  {
    project: 'Reading club programme',
    by: 'oliver',
    day: -44,
    title: 'Authors who said yes',
    note: '<p>Five of six. For the last evening we ask a translator instead.</p>',
  },
  {
    project: 'Website relaunch Süderhof',
    by: 'oliver',
    day: -39,
    title: 'Tone of voice',
    note: '<p>We say <em>you</em> and never <em>our valued customers</em>. Beer names are never translated.</p>',
  },
  {
    project: 'Our own website',
    by: 'anais',
    day: -29,
    title: 'Photos of the team',
    note: '<p>Taken in the yard, in the morning. Whoever was away gets another date.</p>',
  },
  {
    project: 'Maison Éclair click & collect',
    by: 'lukas',
    day: -27,
    title: 'Devices for testing',
    note: '<p>Four phones and the tablet from the boutique are in the <strong>grey locker</strong>.</p>',
  },
  {
    project: 'Harrow & Finch loyalty app',
    by: 'zoe',
    day: -13,
    title: 'What the tills can do',
    note: '<p>They read codes from paper only. Bright screens work after the update of the scanner.</p>',
  },
]
