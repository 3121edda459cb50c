// The accounts at the provider of single sign-on with which the person signs in: connect one, or disconnect it. Both
// need the password.

import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { type Identities, sessionApi } from '../../api/session-api.ts'
import { useSignOnMessages } from '../../messages/single-sign-on.ts'
import { Button } from '../../parts/button.tsx'
import { type Closable, Dialog } from '../../parts/dialog.tsx'
import { useForm } from '../../parts/form.tsx'
import { EmptyState, Section } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'
import { noProof } from '../../records/people/proof-fields.tsx'
import { ProofForm } from '../../records/people/proof-form.tsx'
import styles from './settings.module.css'

export const identitiesQuery = { queryKey: ['session', 'identities'], queryFn: sessionApi.identities }

/** The dialog that is open: to connect an account, or to disconnect the one with the id. */
type OpenDialog = 'connect' | number

export function ConnectedAccounts({ identities, provider }: Identities) {
  const messages = useSignOnMessages().profile
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  if (provider === null && identities.length === 0) return null
  const canConnect = provider !== null && identities.every(({ issuer }) => issuer !== provider.issuer)
  const leaving = identities.find(({ id }) => id === open)
  return (
    <Section title={messages.title} card>
      {canConnect && <p className={styles.muted}>{messages.about(provider.name)}</p>}
      {identities.length === 0 ? (
        <EmptyState icon={KeyRound} title={messages.none} />
      ) : (
        <ul className={styles.entries}>
          {identities.map(({ id, name }) => (
            <li key={id} className={styles.entry}>
              <span className={styles.entryName}>{name}</span>
              <span className={styles.entryEnd}>
                <Button small onPress={() => setOpen(id)}>
                  {messages.disconnect}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {canConnect && (
        <div>
          <Button onPress={() => setOpen('connect')}>{messages.connect(provider.name)}</Button>
        </div>
      )}
      {open === 'connect' && canConnect && <Connect name={provider.name} onClose={close} />}
      {leaving !== undefined && <Disconnect {...leaving} onClose={close} />}
    </Section>
  )
}

function Connect({ name, onClose }: Closable & { readonly name: string }) {
  const messages = useSignOnMessages().profile
  const form = useForm(noProof, async (proof) => location.assign(await sessionApi.connectIdentity(proof)))
  return (
    <Dialog title={messages.connect(name)} open onClose={onClose} persistent>
      <ProofForm form={form} submit={messages.connect(name)} onCancel={onClose} />
    </Dialog>
  )
}

interface DisconnectProps extends Closable {
  readonly id: number
  readonly name: string
}

function Disconnect({ id, name, onClose }: DisconnectProps) {
  const messages = useSignOnMessages().profile
  const queries = useQueryClient()
  const form = useForm(noProof, async (proof) => {
    await sessionApi.removeIdentity(id, proof)
    showToast(messages.disconnected)
    onClose()
    await queries.invalidateQueries({ queryKey: identitiesQuery.queryKey })
  })
  return (
    <Dialog title={messages.disconnectTitle(name)} open onClose={onClose} persistent>
      <ProofForm form={form} text={messages.disconnectText} submit={messages.disconnect} onCancel={onClose} />
    </Dialog>
  )
}
