// The task templates of the demo company: for each kind of project the tasks of every subject. `{}` is replaced by the
// subject. tasks.ts chooses people and dates.

export interface DemoTaskTemplate {
  readonly module: string
  readonly title: string
  readonly summary: string
  readonly estimate: number
}

const template = (module: string, estimate: number, title: string, summary: string): DemoTaskTemplate => ({
  module,
  title,
  summary,
  estimate,
})

const website: readonly DemoTaskTemplate[] = [
  template(
    'Project Management',
    4,
    'Agree on the scope of {}',
    '<p>Collect what everybody expects of <strong>{}</strong> and write down what is <em>not</em> part of it.</p>',
  ),
  template(
    'Design',
    10,
    'Wireframes: {}',
    '<p>Three sizes for <strong>{}</strong>:</p><ul><li>phone, 360 pixels</li><li>tablet, upright</li><li>desktop</li></ul>',
  ),
  template(
    'Design',
    14,
    'Visual design: {}',
    '<p>Based on the approved wireframes. Colours and type are in the <a href="https://design.example.com/guide">guide</a>.</p>',
  ),
  template(
    'Content',
    6,
    'Copy for {}',
    '<p>About 400 words in a friendly tone, with headings that also work as links.</p>',
  ),
  template(
    'Development',
    16,
    'Build {}',
    '<p>Templates and styles for <strong>{}</strong>; fields as in the content model.</p><ol><li>markup</li><li>styles</li><li>fields</li></ol>',
  ),
  template(
    'Photo & Film',
    8,
    'Photos for {}',
    '<p>Natural light, real people, upright <em>and</em> landscape. Clear the rights for three years.</p>',
  ),
  template(
    'Search Engines',
    3,
    'Metadata and redirects: {}',
    '<p>Title, description, structured markup; old addresses lead to the new ones with <code>301</code>.</p>',
  ),
  template(
    'Testing',
    5,
    'Browser and accessibility check: {}',
    '<p>Keyboard only, screen reader, zoom at 200 %. Write one task per finding.</p>',
  ),
]

const app: readonly DemoTaskTemplate[] = [
  template(
    'Project Management',
    3,
    'User stories: {}',
    '<p>At most eight stories for the {}, each with an example.</p>',
  ),
  template(
    'Design',
    12,
    'Screens: {}',
    '<p>Light and dark. Touch targets of at least <strong>44 points</strong>; text grows with the system setting.</p>',
  ),
  template(
    'Development',
    18,
    'Back end: {}',
    '<p>Endpoints, rules and storage for the {}.</p><ul><li>no personal details in the log</li><li>answers within 200 ms</li></ul>',
  ),
  template(
    'Development',
    20,
    'iOS: {}',
    '<p>As in the screens. Works offline as far as it makes sense for the {}.</p>',
  ),
  template('Development', 20, 'Android: {}', '<p>Same behaviour as on iOS, with the back gesture of the system.</p>'),
  template('Content', 3, 'Texts and errors: {}', '<p>Short sentences. An error says <em>what to do next</em>.</p>'),
  template(
    'Testing',
    8,
    'Device tests: {}',
    '<p>Five phones, oldest supported systems included; weak network as well.</p>',
  ),
]

const campaign: readonly DemoTaskTemplate[] = [
  template('Campaign', 8, 'Concept: {}', '<p>One idea for the {} that fits on a postcard, and two that do not.</p>'),
  template(
    'Campaign',
    5,
    'Media plan: {}',
    '<p>Channels, dates, budget. <strong>Keep 10 %</strong> for what works.</p>',
  ),
  template('Design', 10, 'Key visuals: {}', '<p>Main motif and adaptations, <em>with and without</em> the badge.</p>'),
  template('Content', 6, 'Texts: {}', '<p>Headline, teaser, long version; quotes need the author’s approval.</p>'),
  template('Photo & Film', 9, 'Recordings: {}', '<p>Half a day on location. Bring the small lights.</p>'),
  template('Project Management', 3, 'Results: {}', '<p>What did it cost, what did it bring? Two pages at most.</p>'),
]

const campagne: readonly DemoTaskTemplate[] = [
  template('Campaign', 8, 'Concept : {}', '<p>Trois pistes pour <strong>{}</strong>, présentées le même jour.</p>'),
  template('Campaign', 5, 'Plan média : {}', '<p>Dates, lieux, budget. <em>Attention aux jours fériés.</em></p>'),
  template(
    'Design',
    11,
    'Création graphique : {}',
    '<p>Motif principal et déclinaisons, en français et en allemand.</p>',
  ),
  template('Content', 6, 'Rédaction : {}', '<p>Accroche, texte court, texte long. Relecture par Hélène Rousseau.</p>'),
  template('Photo & Film', 9, 'Prises de vue : {}', '<p>Tôt le matin, dans la boutique de la rue des Bouchers.</p>'),
  template(
    'Project Management',
    3,
    'Bilan : {}',
    '<p>Chiffres, retours des équipes, <strong>trois leçons</strong>.</p>',
  ),
]

const portal: readonly DemoTaskTemplate[] = [
  template(
    'Project Management',
    4,
    'Anforderungen klären: {}',
    '<p>Mit Günther Löwenthal abstimmen. <strong>Rechtliche Vorgaben</strong> zuerst.</p>',
  ),
  template(
    'Design',
    9,
    'Entwurf: {}',
    '<p>Ablauf in höchstens drei Schritten, auch für ältere Menschen verständlich.</p>',
  ),
  template('Development', 18, 'Umsetzung: {}', '<p>Oberfläche und Prüfregeln für <strong>{}</strong>.</p>'),
  template(
    'Development',
    14,
    'Schnittstelle zur Abrechnung: {}',
    '<p>Übergabe jede Nacht; Fehler gehen als Liste an den Kundenservice.</p><pre>Statuscode, Kundennummer, Grund</pre>',
  ),
  template('Content', 4, 'Texte und Hilfe: {}', '<p>Leichte Sprache, keine Abkürzungen. Anrede: Sie.</p>'),
  template(
    'Testing',
    7,
    'Abnahmetest: {}',
    '<p>Testfälle aus dem Pflichtenheft; <em>jede</em> Abweichung festhalten.</p>',
  ),
  template('Support', 3, 'Rückfragen bearbeiten: {}', '<p>Häufige Fragen sammeln und die Hilfe ergänzen.</p>'),
]

export const taskTemplates: Readonly<
  Record<'website' | 'app' | 'campaign' | 'campagne' | 'portal', readonly DemoTaskTemplate[]>
> = { website, app, campaign, campagne, portal }

/** The work type of time on a module; all others use development. */
export const worktypeOfModule: Readonly<Record<string, string>> = {
  'Project Management': 'Project Management',
  Design: 'Design',
  Content: 'Copywriting',
  'Search Engines': 'Consulting',
  Campaign: 'Consulting',
  'Photo & Film': 'Design',
  Testing: 'Testing',
  Support: 'Consulting',
}

/** Descriptions of time entries, by work type. */
export const demoDescriptions: Readonly<Record<string, readonly string[]>> = {
  'Project Management': ['Planned the next two weeks', 'Call with the client', 'Updated estimates', 'Weekly report'],
  Design: ['First draft', 'Second round after feedback', 'Prepared the files for handover', 'Small corrections'],
  Copywriting: ['First version', 'Edited after review', 'Research', 'Proofreading'],
  Consulting: ['Prepared options for the client', 'Analysis', 'Workshop notes', 'Answered questions by phone'],
  Testing: ['Test run and findings', 'Checked the fixes', 'Wrote test cases', 'Tests on older phones'],
  Development: ['Implementation', 'Review and clean-up', 'Fixed findings of the tests', 'Pairing with Björn', ''],
  Meeting: ['Team meeting', 'Kick-off', 'Jour fixe', 'Demo for the client', 'Point hebdomadaire'],
  Traduction: ['Traduction vers l’allemand', 'Relecture de la traduction'],
  'Workshop vor Ort': ['Workshop in Mühlental', 'Vorbereitung des Workshops'],
}
