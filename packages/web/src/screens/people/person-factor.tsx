// Turning off the two-factor sign-in of a person who lost the phone and the recovery codes, for Administrators.

import type { PersonRecord } from '@stint/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldOff } from 'lucide-react'
import { sessionApi } from '../../api/session-api.ts'
import { useSecondFactorMessages } from '../../messages/second-factor.ts'
import type { Closable } from '../../parts/dialog.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import type { MenuEntry } from '../../parts/menu.tsx'
import { showToast } from '../../parts/toast.tsx'
import { fullName } from '../../records/people/people.ts'
import { noProof, ProofFields } from '../../records/people/proof-fields.tsx'

const factorKey = (id: number) => ['session', 'factorof', id]

/** The entry of the menu, if the person has a second factor. */
export function useFactorEntries(id: number, hasLogin: boolean, open: () => void): readonly MenuEntry[] {
  const messages = useSecondFactorMessages()
  const { data = null } = useQuery({
    queryKey: factorKey(id),
    queryFn: () => sessionApi.factorOf(id),
    enabled: hasLogin,
  })
  return data === null ? [] : [{ id: 'factor', name: messages.ofPerson, icon: ShieldOff, onPress: open }]
}

export function PersonFactor({ person, onClose }: Closable & { readonly person: PersonRecord }) {
  const messages = useSecondFactorMessages()
  const queries = useQueryClient()
  const form = useForm(noProof, async (values) => {
    await sessionApi.turnOffFactorOf(person.id, values)
    await queries.invalidateQueries({ queryKey: factorKey(person.id) })
    showToast(messages.turnedOff)
    onClose()
  })
  return (
    <FormDialog form={form} title={messages.ofPerson} onClose={onClose} submit={messages.turnOff} look="danger">
      <p>{messages.ofPersonText(fullName(person))}</p>
      <ProofFields current={form.field('current')} code={form.field('code')} autoFocus />
    </FormDialog>
  )
}
