// The form that adds people to the team of a project, several at once, and sets whether they may read its secure notes.

import { useMemo } from 'react'
import { stint } from '../../api/client.ts'
import { inRoleSet } from '../../api/permissions.ts'
import { useWrite } from '../../api/records.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { MultiChoiceField } from '../../parts/choices.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import { personOption, usePeople } from '../../records/people/people.ts'

interface TeamFormProps extends Closable {
  readonly projectid: number
  readonly members: readonly number[]
}

export function TeamForm({ projectid, members, onClose }: TeamFormProps) {
  const messages = useProjectMessages().team
  const people = usePeople()
  const add = useWrite('projectteam', (given: { personid: readonly number[]; securenotes: boolean }) =>
    stint.projectteam.add(
      projectid,
      given.personid.map((personid) => ({ personid, securenotes: given.securenotes })),
    ),
  )
  // Some see every project, and people without a role see none, so neither can be added.
  const options = useMemo(
    () =>
      people
        ?.filter(
          ({ id, active, group }) => active && group !== null && !inRoleSet('seesAll', group) && !members.includes(id),
        )
        .map(personOption),
    [people, members],
  )
  // A person who was created here may have a role that cannot be added.
  const addable = (ids: readonly number[]) => ids.filter((id) => options?.some((one) => one.id === id))
  const form = useForm({ personid: [] as readonly number[], securenotes: false }, async (values) => {
    const personid = addable(values.personid)
    if (personid.length > 0) await add.mutateAsync({ ...values, personid })
    showToast(messages.added(personid.length))
    onClose()
  })
  const chosen = addable(form.values.personid)
  const isEmpty = chosen.length === 0
  return (
    <FormDialog form={form} title={messages.add} onClose={onClose} submit={messages.addThem} isDisabled={isEmpty}>
      <MultiChoiceField
        {...form.field('personid')}
        value={chosen}
        label={messages.people}
        options={options}
        create={{ target: 'person' }}
        required
      />
      <CheckField {...form.field('securenotes')} label={messages.secure} hint={messages.secureHint} />
    </FormDialog>
  )
}
