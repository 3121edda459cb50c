// People who are to join the team of a project, several at once, and whether they may read its secure notes.
import { useMemo } from 'react'
import { stint } from '../../api/client.ts'
import { useWrite } from '../../api/records.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Button } from '../../parts/button.tsx'
import { MultiChoiceField } from '../../parts/choices.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { showToast } from '../../parts/toast.tsx'
import { groupIds, personOption, usePeople } from '../../records/people/people.ts'

interface TeamFormProps {
  readonly projectid: number
  readonly members: readonly number[]
  readonly onClose: () => void
}

export function TeamForm({ projectid, members, onClose }: TeamFormProps) {
  const messages = useProjectMessages().team
  const parts = useMessages().parts
  const people = usePeople()
  const add = useWrite('projectteam', (given: { personid: readonly number[]; securenotes: boolean }) =>
    stint.projectteam.add(
      projectid,
      given.personid.map((personid) => ({ personid, securenotes: given.securenotes })),
    ),
  )
  const form = useForm({ personid: [] as readonly number[], securenotes: false }, async (values) => {
    if (values.personid.length > 0) await add.mutateAsync(values)
    showToast(messages.added(values.personid.length))
    onClose()
  })
  // Administrators see every project anyway, and who has no role sees none.
  const options = useMemo(
    () =>
      (people ?? [])
        .filter(
          ({ id, active, groupid }) =>
            active && groupid !== null && groupid !== groupIds.administrator && !members.includes(id),
        )
        .map(personOption),
    [people, members],
  )
  return (
    <Dialog open title={messages.add} onClose={onClose} dirty={form.changed}>
      <Form form={form}>
        <MultiChoiceField {...form.field('personid')} label={messages.people} options={options} required />
        <CheckField {...form.field('securenotes')} label={messages.secure} hint={messages.secureHint} />
        <DialogActions>
          <Button onPress={onClose}>{parts.cancel}</Button>
          <Button type="submit" look="strong" busy={form.busy} isDisabled={form.values.personid.length === 0}>
            {messages.addThem}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
