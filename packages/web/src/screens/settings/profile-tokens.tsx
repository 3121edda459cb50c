// Tokens for programs: made here, shown once, revoked at once. Reissuing one is making another of its name and revoking it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { type NewToken, sessionApi, type TokenRecord } from '../../api/session-api.ts'
import { useMessages } from '../../messages/messages.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { EmptyState, QueryView, Section } from '../../parts/page.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import styles from './settings.module.css'

const tokensKey = ['session', 'tokens']

export function Tokens() {
  const words = useSettingsMessages().profile
  const query = useQuery({ queryKey: tokensKey, queryFn: sessionApi.tokens })
  const [making, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<TokenRecord | null>(null)
  const [reissued, setReissued] = useState<TokenRecord | null>(null)
  return (
    <Section
      title={words.tokens}
      card
      actions={
        <Button look="strong" small icon={Plus} onPress={() => setMaking(true)}>
          {words.newToken}
        </Button>
      }
    >
      <p className={styles.muted}>{words.tokensText}</p>
      <QueryView query={query}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState icon={KeyRound} title={words.noTokens} />
          ) : (
            <ul className={styles.entries}>
              {tokens.map((token) => (
                <TokenLine
                  key={token.id}
                  token={token}
                  onReissue={() => setReissued(token)}
                  onRevoke={() => setRevoked(token)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
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
  const words = useSettingsMessages().profile
  const formats = useFormats()
  return (
    <li className={styles.entry}>
      <span className={styles.entryName}>{token.name}</span>
      <span className={styles.muted}>{words.made(formats.moment(`${token.datecreated.replace(' ', 'T')}Z`))}</span>
      <span className={styles.entryEnd}>
        <Button small onPress={onReissue}>
          {words.reissue}
        </Button>
        <Button small onPress={onRevoke}>
          {words.revoke}
        </Button>
      </span>
    </li>
  )
}

function CreateToken({ onClose }: { readonly onClose: () => void }) {
  const words = useSettingsMessages().profile
  const parts = useMessages().parts
  const queries = useQueryClient()
  const [made, setMade] = useState<NewToken | null>(null)
  const form = useForm({ name: '' }, async ({ name }) => {
    setMade(await sessionApi.makeToken(name))
    await queries.invalidateQueries({ queryKey: tokensKey })
  })
  return (
    <Dialog title={words.newToken} open onClose={onClose} persistent>
      {made === null ? (
        <Form form={form}>
          <TextField {...form.field('name')} label={words.tokenName} autoFocus required />
          <DialogActions>
            <Button onPress={onClose}>{parts.cancel}</Button>
            <Button type="submit" look="strong" busy={form.busy}>
              {words.make}
            </Button>
          </DialogActions>
        </Form>
      ) : (
        <NewTokenDialog token={made.token} onClose={onClose} />
      )}
    </Dialog>
  )
}

function NewTokenDialog({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const words = useSettingsMessages().profile
  const copy = () => navigator.clipboard.writeText(token).then(() => showToast(words.copied), showError)
  return (
    <>
      <p role="status">{words.once}</p>
      <code className={styles.code}>{token}</code>
      <p className={styles.muted}>{words.tryIt}</p>
      <code className={styles.code}>{`curl -u ${token}: ${location.origin}/me/`}</code>
      <DialogActions>
        <Button onPress={() => void copy()}>{words.copy}</Button>
        <Button look="strong" onPress={onClose}>
          {words.done}
        </Button>
      </DialogActions>
    </>
  )
}

function ReissueToken({ token, onClose }: { readonly token: TokenRecord; readonly onClose: () => void }) {
  const words = useSettingsMessages().profile
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
      <Dialog title={words.newToken} open onClose={onClose} persistent>
        <NewTokenDialog token={reissue.data.token} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={words.reissueTitle(token.name)}
      action={words.reissue}
      open
      onClose={onClose}
      onConfirm={() => reissue.mutate()}
      busy={reissue.isPending}
      error={reissue.error}
    >
      {words.reissueText}
    </ConfirmDialog>
  )
}

function RevokeToken({ token, onClose }: { readonly token: TokenRecord; readonly onClose: () => void }) {
  const words = useSettingsMessages().profile
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => sessionApi.revokeToken(token.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: tokensKey })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={words.revokeTitle(token.name)}
      action={words.revoke}
      open
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      busy={revoke.isPending}
      error={revoke.error}
    >
      {words.revokeText}
    </ConfirmDialog>
  )
}
