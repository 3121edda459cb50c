// The form of an entry of a list of the settings, new or existing. Its fields come from the facts.

import { stint } from '../../api/client.ts'
import { type FieldFact, fieldsOf } from '../../api/permissions.ts'
import { type settingsLists, useWrite } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useHints, useLabels } from '../../messages/labels.ts'
import { useMessages } from '../../messages/messages.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import type { Closable } from '../../parts/dialog.tsx'
import { FactField, type FormValue, toFormValue, toRequestValue } from '../../parts/fact-field.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'

export type ListName = (typeof settingsLists)[number]

export type ListEntry = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly name: string
  readonly may?: readonly string[]
}

interface Writes {
  create(fields: object): Promise<ListEntry>
  update(id: number, fields: object): Promise<ListEntry>
}

interface ListEntryProps extends Closable {
  readonly name: ListName
  readonly entry: ListEntry | null
  /** The existing entries; a new entry is added after them. */
  readonly others: readonly ListEntry[]
  readonly onCreated?: (entry: ListEntry) => void
}

/** A new entry is in use and last in the order; its other fields are blank. */
function initialValue(fact: FieldFact, others: readonly ListEntry[]): FormValue {
  if (fact.name === 'active') return true
  if (fact.name !== 'priority') return toFormValue(fact, null)
  return String(Math.max(0, ...others.map(({ priority }) => Number(priority) || 0)) + 1)
}

export function ListEntryDialog({ name, entry, others, onCreated, onClose }: ListEntryProps) {
  const messages = useSettingsMessages()
  const parts = useMessages().parts
  const labels: Readonly<Record<string, string>> = useLabels()[name]
  const hints = useHints(name)
  const { role } = useSession()
  const facts = (fieldsOf(name, role) as readonly FieldFact[]).filter(({ settable }) => settable !== undefined)
  // All lists have these two methods; TypeScript cannot infer it from the name of the list.
  const resource = stint[name] as unknown as Writes
  const write = useWrite(name, (fields: object) =>
    entry === null ? resource.create(fields) : resource.update(entry.id, fields),
  )
  const first = facts.map((fact) => [
    fact.name,
    entry === null ? initialValue(fact, others) : toFormValue(fact, entry[fact.name]),
  ])
  const form = useForm<Record<string, FormValue>>(Object.fromEntries(first), async (values) => {
    const saved = await write.mutateAsync(
      Object.fromEntries(facts.map((fact) => [fact.name, toRequestValue(fact, values[fact.name] ?? '')])),
    )
    showToast(parts.saved)
    if (entry === null) onCreated?.(saved)
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={entry === null ? messages.addTo[name] : messages.editOne(entry.name)}
      onClose={onClose}
    >
      {facts.map((fact, at) => (
        <FactField
          {...form.field(fact.name)}
          key={fact.name}
          fact={fact}
          label={labels[fact.name] ?? fact.name}
          {...(hints[fact.name] === undefined ? {} : { hint: hints[fact.name] })}
          required={fact.required === true && fact.hasDefault === undefined}
          autoFocus={at === 0}
        />
      ))}
    </FormDialog>
  )
}
