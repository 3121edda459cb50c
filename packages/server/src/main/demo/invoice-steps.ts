// What a row of `invoices.ts` says of an invoice of the demo company, and short ways to say it. It makes
// nothing: that is `billing.ts`.

interface DemoEvent {
  readonly day: number
  readonly by: string
}

export interface DemoPayment extends DemoEvent {
  /** Half of what is still owed, the rest of it, or so much. */
  readonly pays: 'half' | 'rest' | number
  readonly type: number
  readonly reference: string
  readonly note: string
}

interface DemoNoteStep extends DemoEvent {
  readonly title: string
  readonly note: string
}

interface DemoVoidStep extends DemoEvent {
  readonly voids: true
}

/** Something that happened to an invoice once it was there. */
export type DemoStep = DemoPayment | DemoNoteStep | DemoVoidStep

export interface DemoLine {
  readonly name: string
  readonly description: string
  readonly quantity?: number
  readonly rate?: number
  readonly amount?: number
}

export interface DemoInvoice {
  readonly project: string
  readonly by: string
  readonly day: number
  readonly language: 'de' | 'fr' | 'en'
  /** By its number in every account's list; the sixth with its own name and day. */
  readonly term: number
  readonly other?: { readonly name: string; readonly due: number }
  /** `{}` stands for its range of days. */
  readonly title: string
  readonly description?: string
  readonly disclaimer?: string
  readonly purchaseorder?: string
  /** Instead of the client's. */
  readonly addressto?: string
  /** Per cent: one tax, or a second one on top of both. */
  readonly tax: readonly [first: number, second?: number]
  /** Its lines come from the time of these days. */
  readonly range?: readonly [begin: number | null, end: number]
  /** What is written on a line from time, by its work type. */
  readonly wording?: Readonly<Record<string, string>>
  readonly lines: readonly DemoLine[]
  readonly issued?: boolean
  readonly steps: readonly DemoStep[]
}

/** Payment types, by their numbers in every account's list. */
export const cash = 1
export const check = 2
export const card = 3
export const transfer = 4
export const otherType = 5

export const quantityLine = (name: string, quantity: number, rate: number, description = ''): DemoLine => ({
  name,
  description,
  quantity,
  rate,
})
export const fixedLine = (name: string, amount: number, description = ''): DemoLine => ({ name, description, amount })

export const paymentStep = (
  day: number,
  pays: 'half' | 'rest' | number,
  type: number,
  reference: string,
  note = '',
  by = 'johanna',
): DemoPayment => ({ day, by, pays, type, reference, note })

export const noteStep = (day: number, by: string, title: string, note: string): DemoStep => ({ day, by, title, note })
