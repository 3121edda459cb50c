// Sending what was edited of an invoice: its head first, guarded by how it was read, then its lines one by one. What is
// refused is told where it belongs; what went through is not sent again.
import { StintError } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { invalidateAfterWrite } from '../../api/records.ts'
import { type Draft, type Head, headChange, type Line, lineChange, newLine, removedLineIds } from './invoice-draft.ts'

/** The server's words by field. */
export type FieldErrors = Readonly<Record<string, string>>

export interface SaveErrors {
  readonly head: FieldErrors
  /** By the key of the line. */
  readonly lines: Readonly<Record<string, FieldErrors>>
  readonly rest: readonly string[]
  /** Somebody else changed it meanwhile. */
  readonly stale: boolean
}

const noErrors: SaveErrors = { head: {}, lines: {}, rest: [], stale: false }

function errorsByField(error: unknown, fields: readonly string[]): { at: FieldErrors; rest: string[] } {
  if (!(error instanceof StintError)) return { at: {}, rest: [error instanceof Error ? error.message : String(error)] }
  const at: Record<string, string> = {}
  const rest: string[] = []
  for (const { field, sentence } of error.faults) {
    if (field !== null && fields.includes(field)) at[field] = sentence
    else rest.push(sentence)
  }
  return { at, rest: error.faults.length === 0 ? [error.message] : rest }
}

const lineFields = ['name', 'description', 'quantity', 'rate', 'amount']

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

/** Sends it all; `onMade` is told the id of each line that was made. */
async function send(draft: Draft, onMade: (key: string, id: number) => void): Promise<void> {
  const { base, lines, head } = draft
  // Also when only lines changed: so nobody writes over what another has done to the invoice since.
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

/** What is there now becomes what it is compared with; what was typed stays. */
async function rebased(draft: Draft, made: ReadonlyMap<string, number>): Promise<Draft> {
  const { id } = draft.base
  const [base, items] = await Promise.all([stint.invoice.read(id), stint.invoiceitem.list({ invoiceid: id }).all()])
  const lines = draft.lines.map((line): Line => ({ ...line, id: line.id ?? made.get(line.key) ?? null }))
  return { ...draft, base, items, lines }
}

export interface InvoiceEditState {
  /** Null while nothing was changed. */
  readonly draft: Draft | null
  edit(draft: Draft): void
  discard(): void
  /** True when everything went through. */
  save(): Promise<boolean>
  readonly busy: boolean
  readonly errors: SaveErrors
}

export function useInvoiceEditState(): InvoiceEditState {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState(noErrors)
  const save = async (): Promise<boolean> => {
    if (draft === null || busy) return false
    setBusy(true)
    setErrors(noErrors)
    const made = new Map<string, number>()
    try {
      await send(draft, (key, id) => made.set(key, id))
      await invalidateAfterWrite(queries, 'invoice')
      setDraft(null)
      return true
    } catch (error) {
      setErrors(toSaveErrors(error, draft.head))
      // After a line was refused those before it are there already.
      if (error instanceof LineSaveError) setDraft(await rebased(draft, made).catch(() => draft))
      return false
    } finally {
      setBusy(false)
    }
  }
  const discard = (): void => {
    setDraft(null)
    setErrors(noErrors)
    // What another did meanwhile is not on the screen yet.
    if (errors.stale) void queries.invalidateQueries()
  }
  return { draft, edit: setDraft, discard, save, busy, errors }
}
