// The types of the rows in invoices.ts, and short functions to write such rows.
// billing.ts creates the records.

interface DemoEvent {
  readonly day: number
  readonly by: string
}

export interface DemoPayment extends DemoEvent {
  /** Half of the balance, the rest of it, or an amount. */
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

/** An event after the invoice was created. */
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
  /** The id of the term, which is the same in every account; the sixth has its own name and day. */
  readonly term: number
  readonly other?: { readonly name: string; readonly due: number }
  /** `{}` is replaced by the range of days. */
  readonly title: string
  readonly description?: string
  readonly disclaimer?: string
  readonly purchaseorder?: string
  /** Replaces the client's address. */
  readonly addressto?: string
  /** Percent: one tax, or a second compound tax. */
  readonly tax: readonly [first: number, second?: number]
  /** The lines are created from the time entries of these days. */
  readonly range?: readonly [begin: number | null, end: number]
  /** The text of a line from time entries, by work type. */
  readonly wording?: Readonly<Record<string, string>>
  readonly lines: readonly DemoLine[]
  readonly issued?: boolean
  readonly steps: readonly DemoStep[]
}

/** The ids of payment types, which are the same in every account. */
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
