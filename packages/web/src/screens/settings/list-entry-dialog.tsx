// One entry of a list of the account, new or to be changed: a form made from the facts about its fields.
import { stint } from '../../api/client.ts'
import type { FieldFact } from '../../api/permits.ts'
import { useWrite } from '../../api/records.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { FactField, sentOf, type Typed, typedOf } from '../../parts/fact-field.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { say } from '../../parts/toast.tsx'
import { useSettingsWords } from '../../words/settings.ts'
import { useWords } from '../../words/words.ts'
import type { ListEntry, ListName } from './list-editor.tsx'

interface Writes {
  create(fields: object): Promise<unknown>
  update(id: number, fields: object): Promise<unknown>
}

interface ListEntryProps {
  readonly name: ListName
  readonly facts: readonly FieldFact[]
  readonly entry: ListEntry | null
  readonly onClose: () => void
}

/** A new entry is in use; the rest is blank. */
const firstOf = (facts: readonly FieldFact[], entry: ListEntry | null): Record<string, Typed> =>
  Object.fromEntries(
    facts.map((fact) => [
      fact.name,
      entry === null ? fact.name === 'active' || typedOf(fact, null) : typedOf(fact, entry[fact.name]),
    ]),
  )

export function ListEntryDialog({ name, facts, entry, onClose }: ListEntryProps) {
  const words = useSettingsWords()
  const parts = useWords().parts
  const fieldWords: Readonly<Record<string, string>> = words.fields
  const hints: Readonly<Record<string, string>> = words.hints
  // The lists are alike; which of them it is, the type of the client cannot follow.
  const resource = stint[name] as unknown as Writes
  const write = useWrite(name, (fields: object) =>
    entry === null ? resource.create(fields) : resource.update(entry.id, fields),
  )
  const form = useForm(firstOf(facts, entry), async (values) => {
    await write.mutateAsync(Object.fromEntries(facts.map((fact) => [fact.name, sentOf(fact, values[fact.name] ?? '')])))
    say(parts.saved)
    onClose()
  })
  return (
    <Dialog
      title={entry === null ? words.addTo[name] : words.editOne(entry.name)}
      open
      onClose={onClose}
      keep={form.changed}
    >
      <Form form={form}>
        {facts.map((fact, at) => (
          <FactField
            key={fact.name}
            fact={fact}
            label={fieldWords[fact.name] ?? fact.name}
            hint={hints[fact.name]}
            autoFocus={at === 0}
            value={form.values[fact.name] ?? ''}
            onChange={form.of(fact.name).onChange}
            error={form.of(fact.name).error}
          />
        ))}
        <DialogEnd>
          <Button onPress={onClose}>{parts.cancel}</Button>
          <Button type="submit" look="strong" busy={form.busy}>
            {parts.save}
          </Button>
        </DialogEnd>
      </Form>
    </Dialog>
  )
}
