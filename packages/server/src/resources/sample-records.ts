// The sample data of a new company: two clients with a project each, milestones, tasks with checklists, hours of the
// last two weeks and an expense, all relative to today. It is only content; sample-company.ts creates and removes it.
// There is no sample invoice or estimate, because their numbers are given once and the first real one would lack one.

/** Days from today, negative in the past. */
type Day = number

interface SampleTask {
  readonly title: string
  readonly summary: string
  readonly opens: Day
  readonly due: Day
  readonly estimate: number
  readonly milestone?: number
  readonly isClosed?: true
  readonly checklist?: readonly (readonly [title: string, done: 't' | 'f'])[]
  /** Hours by working days before today, with what was done. */
  readonly hours?: readonly (readonly [workdaysAgo: number, hours: string, description: string])[]
}

interface SampleProject {
  readonly client: string
  readonly name: string
  readonly description: string
  readonly starts: Day
  readonly ends: Day
  readonly budget: string
  readonly milestones: readonly (readonly [title: string, due: Day])[]
  readonly tasks: readonly SampleTask[]
  readonly expenses: readonly (readonly [note: string, amount: string, workdaysAgo: number])[]
}

export const sampleProjects: readonly SampleProject[] = [
  {
    client: 'Larkspur Bakery (sample)',
    name: 'Online shop (sample)',
    description: 'A shop for bread and cakes, with delivery slots.',
    starts: -30,
    ends: 40,
    budget: '80',
    milestones: [
      ['Design approved', 4],
      ['Shop is live', 32],
    ],
    tasks: [
      {
        title: 'Workshop with the client',
        summary: 'Goals, products, delivery area.',
        opens: -28,
        due: -12,
        estimate: 6,
        isClosed: true,
        hours: [
          [9, '3', 'Workshop on site'],
          [8, '1.5', 'Wrote up the results'],
        ],
      },
      {
        title: 'Design of the product pages',
        summary: 'Photos first; price and delivery day at a glance.',
        opens: -14,
        due: 2,
        estimate: 16,
        milestone: 0,
        checklist: [
          ['Sketches', 't'],
          ['Desktop and phone', 't'],
          ['Feedback of the client', 'f'],
        ],
        hours: [
          [7, '4', 'Sketches'],
          [6, '5.5', 'Desktop design'],
          [3, '3.25', 'Phone design'],
        ],
      },
      {
        title: 'Checkout with delivery slots',
        summary: 'Choose a day and a two-hour slot, then pay.',
        opens: -6,
        due: 14,
        estimate: 24,
        milestone: 1,
        checklist: [
          ['Calendar of slots', 'f'],
          ['Payment', 'f'],
        ],
        hours: [
          [2, '4.75', 'Calendar of slots'],
          [1, '6', 'Payment, first part'],
        ],
      },
      {
        title: 'Import the products',
        summary: 'From the spreadsheet of the bakery.',
        opens: 3,
        due: 20,
        estimate: 8,
        milestone: 1,
      },
    ],
    expenses: [['Product photos', '240', 5]],
  },
  {
    client: 'Harbour Books (sample)',
    name: 'Brand refresh (sample)',
    description: 'A new logo, colours and signs for the shop.',
    starts: -16,
    ends: 25,
    budget: '40',
    milestones: [['Logo chosen', 7]],
    tasks: [
      {
        title: 'Three drafts of the logo',
        summary: 'One close to the old one, two new.',
        opens: -12,
        due: -1,
        estimate: 12,
        milestone: 0,
        hours: [
          [5, '5', 'First drafts'],
          [4, '6.5', 'Second round'],
        ],
      },
      {
        title: 'Colours and type',
        summary: 'Must work on signs and bookmarks.',
        opens: 1,
        due: 12,
        estimate: 6,
      },
      {
        title: 'Signs for the window',
        summary: 'Measure on site before ordering.',
        opens: 8,
        due: 24,
        estimate: 5,
      },
    ],
    expenses: [],
  },
]
