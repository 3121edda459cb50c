// Saves an edited invoice: first its fields, with a check that nobody changed it meanwhile, then its lines one by one.
// Errors are stored by field and line. What was saved is not sent again.
import { StintError } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { invalidateAfterWrite } from '../../api/records.ts'
import { useBusy } from './busy.ts'
import {
  type Draft,
  type Head,
  headChange,
  type Line,
  lineChange,
  newLine,
  orderChanges,
  removedLineIds,
} from './invoice-draft.ts'

/** The error messages of the server, by field. */
export type FieldErrors = Readonly<Record<string, string>>

export interface SaveErrors {
  readonly head: FieldErrors
  /** By the key of the line. */
  readonly lines: Readonly<Record<string, FieldErrors>>
  readonly rest: readonly string[]
  /** Another person changed the invoice meanwhile. */
  readonly stale: boolean
}

export const noErrors: SaveErrors = { head: {}, lines: {}, rest: [], stale: false }

export function errorsByField(error: unknown, fields: readonly string[]): { at: FieldErrors; rest: string[] } {
  if (!(error instanceof StintError)) return { at: {}, rest: [error instanceof Error ? error.message : String(error)] }
  const at: Record<string, string> = {}
  const rest: string[] = []
  for (const { field, sentence } of error.errors) {
    if (field !== null && fields.includes(field)) at[field] = sentence
    else rest.push(sentence)
  }
  return { at, rest: error.errors.length === 0 ? [error.message] : rest }
}

export const lineFields = ['name', 'description', 'quantity', 'rate', 'amount']

class LineSaveError {
  readonly key: string
  readonly error: unknown

  constructor(key: string, error: unknown) {
    this.key = key
    this.error = error
  }
}

function toSaveErrors(error: unknown, head: Head): SaveErrors {
  if (error instanceof LineSaveError) {
    const { at, rest } = errorsByField(error.error, lineFields)
    return { ...noErrors, lines: { [error.key]: at }, rest }
  }
  if (error instanceof StintError && error.kind === 'stale') return { ...noErrors, stale: true }
  const { at, rest } = errorsByField(error, Object.keys(head))
  return { ...noErrors, head: at, rest }
}

/** Sends all changes; `onMade` gets the id of each new line. */
async function send(draft: Draft, onMade: (key: string, id: number) => void): Promise<void> {
  const { base, lines, head } = draft
  // Sent also if only lines changed, so that the server checks whether another person has changed the invoice.
  await stint.invoice.update(base.id, { title: head.title, ...headChange(draft) }, { ifMatch: base })
  for (const id of removedLineIds(draft)) await stint.invoiceitem.remove(id)
  for (const line of lines) {
    const change = lineChange(draft, line)
    try {
      if (line.id === null) onMade(line.key, (await stint.invoiceitem.create(newLine(base.id, line))).id)
      else if (change !== null) await stint.invoiceitem.update(line.id, change)
    } catch (error) {
      throw new LineSaveError(line.key, error)
    }
  }
}

const storedLines = (invoiceid: number) => stint.invoiceitem.list({ invoiceid, sortfield: 'position' }).all()

/** Sends the order of the lines if it was changed. New lines are the last ones, as on the server. */
async function sendOrder({ base, items, lines }: Draft, made: ReadonlyMap<string, number>): Promise<void> {
  const wanted = lines.flatMap((line) => line.id ?? made.get(line.key) ?? [])
  const before = [...items.map(({ id }) => id).filter((id) => wanted.includes(id)), ...made.values()]
  if (orderChanges(before, wanted).length === 0) return
  const stored = (await storedLines(base.id)).map(({ id }) => id)
  for (const { id, position } of orderChanges(stored, wanted)) await stint.invoiceitem.update(id, { position })
}

/** Compares the input with the invoice as it is now; the input stays. */
async function rebased(draft: Draft, made: ReadonlyMap<string, number>): Promise<Draft> {
  const { id } = draft.base
  const [base, items] = await Promise.all([stint.invoice.read(id), storedLines(id)])
  const lines = draft.lines.map((line): Line => ({ ...line, id: line.id ?? made.get(line.key) ?? null }))
  return { ...draft, base, items, lines }
}

export interface InvoiceEditState {
  /** Null if nothing was changed. */
  readonly draft: Draft | null
  edit(draft: Draft): void
  discard(): void
  /** True if everything was saved. */
  save(): Promise<boolean>
  readonly busy: boolean
  readonly errors: SaveErrors
}

export function useInvoiceEditState(): InvoiceEditState {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Draft | null>(null)
  const { busy, run } = useBusy()
  const [errors, setErrors] = useState(noErrors)
  const saveAll = async (all: Draft): Promise<boolean> => {
    setErrors(noErrors)
    const made = new Map<string, number>()
    try {
      await send(all, (key, id) => made.set(key, id))
      await sendOrder(all, made)
      await invalidateAfterWrite(queries, 'invoice')
      setDraft(null)
      return true
    } catch (error) {
      setErrors(toSaveErrors(error, all.head))
      // If a line was refused, the lines before it are saved already.
      if (error instanceof LineSaveError) setDraft(await rebased(all, made).catch(() => all))
      return false
    }
  }
  const save = async (): Promise<boolean> => draft !== null && !busy && (await run(() => saveAll(draft)))
  const discard = (): void => {
    setDraft(null)
    setErrors(noErrors)
    // The changes of the other person are not on the screen yet.
    if (errors.stale) void queries.invalidateQueries()
  }
  return { draft, edit: setDraft, discard, save, busy, errors }
}
