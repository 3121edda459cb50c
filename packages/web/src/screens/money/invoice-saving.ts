// Sending what was edited of an invoice: its head first, guarded by how it was read, then its lines one by one. What is
// refused is told where it belongs; what went through is not sent again.
import { StintError } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { wrote } from '../../api/records.ts'
import { type Draft, type Head, headChange, type Line, lineChange, newLine, removedOf } from './invoice-draft.ts'

/** The server's words by field. */
export type Faults = Readonly<Record<string, string>>

export interface Wrong {
  readonly head: Faults
  /** By the key of the line. */
  readonly lines: Readonly<Record<string, Faults>>
  readonly rest: readonly string[]
  /** Somebody else changed it meanwhile. */
  readonly stale: boolean
}

const nothingWrong: Wrong = { head: {}, lines: {}, rest: [], stale: false }

function told(error: unknown, fields: readonly string[]): { at: Faults; rest: string[] } {
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

class LineRefused {
  readonly key: string
  readonly error: unknown

  constructor(key: string, error: unknown) {
    this.key = key
    this.error = error
  }
}

function wrongOf(error: unknown, head: Head): Wrong {
  if (error instanceof LineRefused) {
    const { at, rest } = told(error.error, lineFields)
    return { ...nothingWrong, lines: { [error.key]: at }, rest }
  }
  if (error instanceof StintError && error.kind === 'stale') return { ...nothingWrong, stale: true }
  const { at, rest } = told(error, Object.keys(head))
  return { ...nothingWrong, head: at, rest }
}

/** Sends it all; `onMade` is told the id of each line that was made. */
async function send(draft: Draft, onMade: (key: string, id: number) => void): Promise<void> {
  const { base, lines, head } = draft
  // Also when only lines changed: so nobody writes over what another has done to the invoice since.
  await stint.invoice.update(base.id, { title: head.title, ...headChange(draft) }, { ifMatch: base })
  for (const id of removedOf(draft)) await stint.invoiceitem.remove(id)
  for (const line of lines) {
    const change = lineChange(draft, line)
    try {
      if (line.id === null) onMade(line.key, (await stint.invoiceitem.create(newLine(base.id, line))).id)
      else if (change !== null) await stint.invoiceitem.update(line.id, change)
    } catch (error) {
      throw new LineRefused(line.key, error)
    }
  }
}

/** What is there now becomes what it is compared with; what was typed stays. */
async function begunAnew(draft: Draft, made: ReadonlyMap<string, number>): Promise<Draft> {
  const { id } = draft.base
  const [base, items] = await Promise.all([stint.invoice.read(id), stint.invoiceitem.list({ invoiceid: id }).all()])
  const lines = draft.lines.map((line): Line => ({ ...line, id: line.id ?? made.get(line.key) ?? null }))
  return { ...draft, base, items, lines }
}

export interface Editing {
  /** Null while nothing was changed. */
  readonly draft: Draft | null
  edit(draft: Draft): void
  discard(): void
  /** True when everything went through. */
  save(): Promise<boolean>
  readonly busy: boolean
  readonly wrong: Wrong
}

export function useEditing(): Editing {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState(nothingWrong)
  const save = async (): Promise<boolean> => {
    if (draft === null || busy) return false
    setBusy(true)
    setWrong(nothingWrong)
    const made = new Map<string, number>()
    try {
      await send(draft, (key, id) => made.set(key, id))
      await wrote(queries, 'invoice')
      setDraft(null)
      return true
    } catch (error) {
      setWrong(wrongOf(error, draft.head))
      // After a line was refused those before it are there already.
      if (error instanceof LineRefused) setDraft(await begunAnew(draft, made).catch(() => draft))
      return false
    } finally {
      setBusy(false)
    }
  }
  const discard = (): void => {
    setDraft(null)
    setWrong(nothingWrong)
    // What another did meanwhile is not on the screen yet.
    if (wrong.stale) void queries.invalidateQueries()
  }
  return { draft, edit: setDraft, discard, save, busy, wrong }
}
