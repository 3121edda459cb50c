// The passkeys of the person in the profile: add one, see when each was used, remove one. Changes need the password
// again, or another passkey.
import { useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { canUsePasskeys, passkeyApi } from '../../api/passkeys.ts'
import { sessionStateQuery, useSession } from '../../api/session.tsx'
import type { FactorState, Passkey } from '../../api/session-api.ts'
import { instantOfWire } from '../../kit/format.ts'
import { usePasskeyMessages } from '../../messages/passkeys.ts'
import { useSecondFactorMessages } from '../../messages/second-factor.ts'
import { Button } from '../../parts/button.tsx'
import { type Closable, Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { FormActions, FormDialog } from '../../parts/form-dialog.tsx'
import { EmptyState, Section } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'
import { RecoveryCodes } from '../../records/people/factor-setup.tsx'
import { usePasskeyErrors } from '../../records/people/passkey-errors.ts'
import { noProof, ProofFields } from '../../records/people/proof-fields.tsx'
import styles from './settings.module.css'

/** Shown where people can add one, and to those who have some. */
export function Passkeys({ state }: { readonly state: FactorState }) {
  const messages = usePasskeyMessages()
  const { passkeyorigin } = useSession()
  const [open, setOpen] = useState<'add' | Passkey | null>(null)
  const queries = useQueryClient()
  const { passkeys } = state
  const canAdd = state.offerspasskeys && canUsePasskeys(passkeyorigin)
  if (!canAdd && passkeys.length === 0) return null
  const close = (): void => {
    setOpen(null)
    void queries.invalidateQueries({ queryKey: sessionStateQuery.queryKey })
  }
  return (
    <Section
      title={messages.title}
      card
      actions={
        canAdd && (
          <Button small onPress={() => setOpen('add')}>
            {messages.add}
          </Button>
        )
      }
    >
      <p className={styles.muted}>{canAdd ? messages.about : messages.offText}</p>
      {passkeys.length === 0 ? (
        <EmptyState icon={Fingerprint} title={messages.none} />
      ) : (
        <ul className={styles.entries}>
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} onRemove={() => setOpen(passkey)} />
          ))}
        </ul>
      )}
      {open === 'add' && <AddPasskey isFirst={state.codes === 0 && passkeys.length === 0} onClose={close} />}
      {open !== null && open !== 'add' && <RemovePasskey passkey={open} state={state} onClose={close} />}
    </Section>
  )
}

function PasskeyLine({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const messages = usePasskeyMessages()
  const formats = useFormats()
  const { name, datecreated, lastused } = passkey
  const moment = (text: string): string => formats.moment(instantOfWire(text))
  return (
    <li className={styles.entry}>
      <span className={styles.entryName}>{name}</span>
      <span className={styles.muted}>{messages.created(moment(datecreated))}</span>
      <span className={styles.muted}>
        {lastused === null ? messages.neverUsed : messages.lastUsed(moment(lastused))}
      </span>
      <span className={styles.entryEnd}>
        <Button small aria-label={messages.removeLabel(name)} onPress={onRemove}>
          {messages.remove}
        </Button>
      </span>
    </li>
  )
}

function AddPasskey({ isFirst, onClose }: Closable & { readonly isFirst: boolean }) {
  const messages = usePasskeyMessages()
  const factor = useSecondFactorMessages()
  const explained = usePasskeyErrors()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useForm({ name: '', ...noProof }, async ({ name, ...proof }) => {
    const made = await explained(passkeyApi.add(name, proof))
    showToast(messages.added)
    if (made === null) onClose()
    else setCodes(made)
  })
  return (
    <Dialog title={codes === null ? messages.add : factor.codes.title} open onClose={onClose} persistent>
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <Form form={form}>
          <p>{isFirst ? messages.addFirstText : messages.addText}</p>
          <TextField {...form.field('name')} label={messages.name} hint={messages.nameHint} autoFocus required />
          <ProofFields current={form.field('current')} code={form.field('code')} />
          <FormActions form={form} onCancel={onClose} submit={messages.add} />
        </Form>
      )}
    </Dialog>
  )
}

interface RemoveProps extends Closable {
  readonly passkey: Passkey
  readonly state: FactorState
}

function RemovePasskey({ passkey: { id, name }, state, onClose }: RemoveProps) {
  const messages = usePasskeyMessages()
  const isLast = state.passkeys.length === 1 && state.factor === null
  const form = useForm(noProof, async (proof) => {
    await passkeyApi.remove(id, proof)
    showToast(messages.removed)
    onClose()
  })
  return (
    <FormDialog form={form} title={messages.removeTitle(name)} onClose={onClose} submit={messages.remove} look="danger">
      <p>{messages.removeText}</p>
      {isLast && <p>{state.required ? messages.removeRequired : messages.removeLast}</p>}
      <ProofFields current={form.field('current')} code={form.field('code')} />
    </FormDialog>
  )
}
