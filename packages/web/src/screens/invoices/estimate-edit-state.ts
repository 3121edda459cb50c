// Saves the edited lines of an estimate, one by one, after a check that nobody changed the estimate meanwhile. Errors
// are stored by line. What was saved is not sent again.
import { type EstimateitemRecord, type EstimateRecord, StintError } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { invalidateAfterWrite } from '../../api/records.ts'
import { useBusy } from './busy.ts'
import { contentOf, isSameLine, type Line, lineOf } from './invoice-draft.ts'
import { errorsByField, lineFields, noErrors, type SaveErrors } from './invoice-edit-state.ts'

export const estimateLine = (item: EstimateitemRecord): Line => lineOf({ ...item, custom: true })

interface EditedLines {
  /** The estimate as it was when the first line was changed. */
  readonly base: EstimateRecord
  readonly items: readonly EstimateitemRecord[]
  readonly lines: readonly Line[]
}

export interface LineEdits {
  /** Null if nothing was changed. */
  readonly lines: readonly Line[] | null
  edit(lines: readonly Line[]): void
  discard(): void
  /** True if everything was saved. */
  save(): Promise<boolean>
  readonly busy: boolean
  readonly errors: SaveErrors
}

/** Saves one line; returns its id. */
async function saveLine({ base, items }: EditedLines, line: Line): Promise<number> {
  const item = items.find(({ id }) => id === line.id)
  if (item === undefined) return (await stint.estimateitem.create({ estimateid: base.id, ...contentOf(line) })).id
  if (!isSameLine(line, estimateLine(item))) await stint.estimateitem.update(item.id, contentOf(line))
  return item.id
}

export function useLineEdits(estimate: EstimateRecord, items: readonly EstimateitemRecord[]): LineEdits {
  const queries = useQueryClient()
  const [edited, setEdited] = useState<EditedLines | null>(null)
  const { busy, run } = useBusy()
  const [errors, setErrors] = useState(noErrors)
  const send = async (all: EditedLines): Promise<SaveErrors> => {
    const { base, lines } = all
    try {
      // Sent also if only lines changed, so that the server checks whether another person has changed the estimate.
      await stint.estimate.update(base.id, { title: base.title }, { ifMatch: base })
      for (const { id } of all.items) if (!lines.some((line) => line.id === id)) await stint.estimateitem.remove(id)
    } catch (error) {
      if (error instanceof StintError && error.kind === 'stale') return { ...noErrors, stale: true }
      return { ...noErrors, rest: errorsByField(error, []).rest }
    }
    const saved = new Map<string, number>()
    for (const line of lines) {
      try {
        saved.set(line.key, await saveLine(all, line))
      } catch (error) {
        const { at, rest } = errorsByField(error, lineFields)
        setEdited(await rebased(all, saved))
        return { ...noErrors, lines: { [line.key]: at }, rest }
      }
    }
    return noErrors
  }
  const saveAll = async (all: EditedLines): Promise<boolean> => {
    const found = await send(all)
    setErrors(found)
    await invalidateAfterWrite(queries, 'estimate')
    if (found !== noErrors) return false
    setEdited(null)
    return true
  }
  const save = async (): Promise<boolean> => edited !== null && !busy && (await run(() => saveAll(edited)))
  const discard = (): void => {
    setEdited(null)
    setErrors(noErrors)
  }
  const edit = (lines: readonly Line[]): void => setEdited({ ...(edited ?? { base: estimate, items }), lines })
  return { lines: edited?.lines ?? null, edit, discard, save, busy, errors }
}

/** Compares the input with the estimate as it is now; the input stays. */
async function rebased(all: EditedLines, saved: ReadonlyMap<string, number>): Promise<EditedLines> {
  const { id } = all.base
  const [base, items] = await Promise.all([
    stint.estimate.read(id, { may: true }),
    stint.estimateitem.list({ estimateid: id }).all(),
  ])
  const lines = all.lines.map((line): Line => ({ ...line, id: line.id ?? saved.get(line.key) ?? null }))
  return { base, items, lines }
}
