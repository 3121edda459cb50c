// People who are to join the team of a project, several at once, and whether they may read its secure notes.
import { useMemo } from 'react'
import { stint } from '../../api/client.ts'
import { useWrite } from '../../api/records.ts'
import { Button } from '../../parts/button.tsx'
import { ManyField } from '../../parts/choices.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { say } from '../../parts/toast.tsx'
import { useProjectWords } from '../../words/projects.ts'
import { useWords } from '../../words/words.ts'
import { groups, optionOf, usePeople } from './names.ts'

interface TeamFormProps {
  readonly projectid: number
  readonly members: readonly number[]
  readonly onClose: () => void
}

export function TeamForm({ projectid, members, onClose }: TeamFormProps) {
  const words = useProjectWords().team
  const parts = useWords().parts
  const people = usePeople()
  const add = useWrite('projectteam', (given: { personid: readonly number[]; securenotes: boolean }) =>
    stint.projectteam.add(
      projectid,
      given.personid.map((personid) => ({ personid, securenotes: given.securenotes })),
    ),
  )
  const form = useForm({ personid: [] as readonly number[], securenotes: false }, async (values) => {
    if (values.personid.length > 0) await add.mutateAsync(values)
    say(words.added(values.personid.length))
    onClose()
  })
  // Administrators see every project anyway, and who has no role sees none.
  const options = useMemo(
    () =>
      (people ?? [])
        .filter(
          ({ id, active, groupid }) =>
            active && groupid !== null && groupid !== groups.administrator && !members.includes(id),
        )
        .map(optionOf),
    [people, members],
  )
  return (
    <Dialog open title={words.add} onClose={onClose} typed={form.changed}>
      <Form form={form}>
        <ManyField {...form.of('personid')} label={words.people} options={options} required />
        <CheckField {...form.of('securenotes')} label={words.secure} hint={words.secureHint} />
        <DialogEnd>
          <Button onPress={onClose}>{parts.cancel}</Button>
          <Button type="submit" look="strong" busy={form.busy} isDisabled={form.values.personid.length === 0}>
            {words.addThem}
          </Button>
        </DialogEnd>
      </Form>
    </Dialog>
  )
}
