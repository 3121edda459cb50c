// The tab of the profile with the API tokens. A new token is shown once. Reissuing a token creates another one with the
// same name and revokes the old one.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { type NewToken, sessionApi, type TokenRecord } from '../../api/session-api.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmWrite, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { FormActions } from '../../parts/form-dialog.tsx'
import { EmptyState, Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import styles from './settings.module.css'

const tokensKey = ['session', 'tokens']

export function Tokens() {
  const messages = useSettingsMessages().profile
  const query = useQuery({ queryKey: tokensKey, queryFn: sessionApi.tokens })
  const [making, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<TokenRecord | null>(null)
  const [reissued, setReissued] = useState<TokenRecord | null>(null)
  return (
    <Section
      title={messages.tokens}
      card
      actions={
        <Button look="strong" small icon={Plus} onPress={() => setMaking(true)}>
          {messages.newToken}
        </Button>
      }
    >
      <p className={styles.muted}>{messages.tokensText}</p>
      <QueryList
        query={query}
        className={styles.entries}
        empty={<EmptyState icon={KeyRound} title={messages.noTokens} />}
      >
        {(token) => (
          <TokenLine
            key={token.id}
            token={token}
            onReissue={() => setReissued(token)}
            onRevoke={() => setRevoked(token)}
          />
        )}
      </QueryList>
      {making && <CreateToken onClose={() => setMaking(false)} />}
      {reissued !== null && <ReissueToken token={reissued} onClose={() => setReissued(null)} />}
      {revoked !== null && <RevokeToken token={revoked} onClose={() => setRevoked(null)} />}
    </Section>
  )
}

interface TokenLineProps {
  readonly token: TokenRecord
  readonly onReissue: () => void
  readonly onRevoke: () => void
}

function TokenLine({ token, onReissue, onRevoke }: TokenLineProps) {
  const messages = useSettingsMessages().profile
  const formats = useFormats()
  return (
    <li className={styles.entry}>
      <span className={styles.entryName}>{token.name}</span>
      <span className={styles.muted}>{messages.made(formats.moment(`${token.datecreated.replace(' ', 'T')}Z`))}</span>
      <span className={styles.entryEnd}>
        <Button small onPress={onReissue}>
          {messages.reissue}
        </Button>
        <Button small onPress={onRevoke}>
          {messages.revoke}
        </Button>
      </span>
    </li>
  )
}

function CreateToken({ onClose }: { readonly onClose: () => void }) {
  const messages = useSettingsMessages().profile
  const queries = useQueryClient()
  const [made, setMade] = useState<NewToken | null>(null)
  const form = useForm({ name: '' }, async ({ name }) => {
    setMade(await sessionApi.makeToken(name))
    await queries.invalidateQueries({ queryKey: tokensKey })
  })
  return (
    <Dialog title={messages.newToken} open onClose={onClose} persistent>
      {made === null ? (
        <Form form={form}>
          <TextField {...form.field('name')} label={messages.tokenName} autoFocus required />
          <FormActions form={form} onCancel={onClose} submit={messages.make} />
        </Form>
      ) : (
        <NewTokenDialog token={made.token} onClose={onClose} />
      )}
    </Dialog>
  )
}

function NewTokenDialog({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const messages = useSettingsMessages().profile
  const copy = () => navigator.clipboard.writeText(token).then(() => showToast(messages.copied), showError)
  return (
    <>
      <p role="status">{messages.once}</p>
      <code className={styles.code}>{token}</code>
      <p className={styles.muted}>{messages.tryIt}</p>
      <code className={styles.code}>{`curl -u ${token}: ${location.origin}/me/`}</code>
      <DialogActions>
        <Button onPress={() => void copy()}>{messages.copy}</Button>
        <Button look="strong" onPress={onClose}>
          {messages.done}
        </Button>
      </DialogActions>
    </>
  )
}

function ReissueToken({ token, onClose }: { readonly token: TokenRecord; readonly onClose: () => void }) {
  const messages = useSettingsMessages().profile
  const queries = useQueryClient()
  const reissue = useMutation({
    mutationFn: async () => {
      const made = await sessionApi.makeToken(token.name)
      await sessionApi.revokeToken(token.id)
      return made
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: tokensKey }),
  })
  if (reissue.data !== undefined) {
    return (
      <Dialog title={messages.newToken} open onClose={onClose} persistent>
        <NewTokenDialog token={reissue.data.token} onClose={onClose} />
      </Dialog>
    )
  }
  const question = { title: messages.reissueTitle(token.name), action: messages.reissue, text: messages.reissueText }
  return <ConfirmWrite question={question} write={reissue} onConfirm={() => reissue.mutate()} onClose={onClose} />
}

function RevokeToken({ token, onClose }: { readonly token: TokenRecord; readonly onClose: () => void }) {
  const messages = useSettingsMessages().profile
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => sessionApi.revokeToken(token.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: tokensKey })
      onClose()
    },
  })
  const question = { title: messages.revokeTitle(token.name), action: messages.revoke, text: messages.revokeText }
  return <ConfirmWrite question={question} write={revoke} onConfirm={() => revoke.mutate()} onClose={onClose} />
}
