// The tab of the profile with the API tokens. A new token is shown once, and needs the password. Reissuing a token
// creates another one with the same settings and revokes the old one.
import type { IsoDate } from '@stint/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { type NewToken, sessionApi, type TokenRecord } from '../../api/session-api.ts'
import { useTokenMessages } from '../../messages/tokens.ts'
import { Button } from '../../parts/button.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { type Closable, Dialog } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { FormActions } from '../../parts/form-dialog.tsx'
import { EmptyState, Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import { noProof, ProofFields } from '../../records/people/proof-fields.tsx'
import { RevokeToken } from './all-tokens.tsx'
import { NewSecret } from './new-secret.tsx'
import styles from './settings.module.css'
import { TokenLine } from './token-line.tsx'

const tokensKey = ['session', 'tokens']

export function Tokens() {
  const messages = useTokenMessages()
  const query = useQuery({ queryKey: tokensKey, queryFn: sessionApi.tokens })
  const [creating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<TokenRecord | null>(null)
  const [reissued, setReissued] = useState<TokenRecord | null>(null)
  return (
    <Section
      title={messages.title}
      card
      actions={
        <Button look="strong" small icon={Plus} onPress={() => setCreating(true)}>
          {messages.newToken}
        </Button>
      }
    >
      <p className={styles.muted}>{messages.about}</p>
      <QueryList query={query} className={styles.entries} empty={<EmptyState icon={KeyRound} title={messages.none} />}>
        {(token) => (
          <TokenLine key={token.id} token={token}>
            <Button small onPress={() => setReissued(token)}>
              {messages.reissue}
            </Button>
            <Button small onPress={() => setRevoked(token)}>
              {messages.revoke}
            </Button>
          </TokenLine>
        )}
      </QueryList>
      {creating && <CreateToken onClose={() => setCreating(false)} />}
      {reissued !== null && <ReissueToken token={reissued} onClose={() => setReissued(null)} />}
      {revoked !== null && (
        <RevokeToken token={revoked} revoke={sessionApi.revokeToken} onClose={() => setRevoked(null)} />
      )}
    </Section>
  )
}

const emptyToken = { name: '', expires: null as IsoDate | null, readonly: false, resources: '', ...noProof }

function CreateToken({ onClose }: Closable) {
  const messages = useTokenMessages()
  const queries = useQueryClient()
  const [created, setCreated] = useState<NewToken | null>(null)
  const form = useForm(emptyToken, async ({ expires, readonly, ...rest }) => {
    setCreated(await sessionApi.createToken({ ...rest, expires: expires ?? '', readonly: readonly ? 't' : 'f' }))
    await queries.invalidateQueries({ queryKey: tokensKey })
  })
  return (
    <Dialog title={messages.newToken} open onClose={onClose} persistent>
      {created === null ? (
        <Form form={form}>
          <TextField {...form.field('name')} label={messages.name} hint={messages.nameHint} autoFocus required />
          <DayField {...form.field('expires')} label={messages.expires} hint={messages.expiresHint} />
          <CheckField {...form.field('readonly')} label={messages.readonly} hint={messages.readonlyHint} />
          <TextField {...form.field('resources')} label={messages.resources} hint={messages.resourcesHint} />
          <ProofFields current={form.field('current')} code={form.field('code')} />
          <FormActions form={form} onCancel={onClose} submit={messages.create} />
        </Form>
      ) : (
        <NewTokenDialog token={created.token} onClose={onClose} />
      )}
    </Dialog>
  )
}

function NewTokenDialog({ token, onClose }: Closable & { readonly token: string }) {
  const messages = useTokenMessages()
  return (
    <NewSecret secret={token} texts={messages} onClose={onClose}>
      <p className={styles.muted}>{messages.tryIt}</p>
      <code className={styles.code}>{`curl -u ${token}: ${location.origin}/me/`}</code>
    </NewSecret>
  )
}

function ReissueToken({ token, onClose }: Closable & { readonly token: TokenRecord }) {
  const messages = useTokenMessages()
  const queries = useQueryClient()
  const [created, setCreated] = useState<NewToken | null>(null)
  const form = useForm(noProof, async (proof) => {
    setCreated(await sessionApi.reissueToken(token.id, proof))
    await queries.invalidateQueries({ queryKey: tokensKey })
  })
  return (
    <Dialog title={messages.reissueTitle(token.name)} open onClose={onClose} persistent>
      {created === null ? (
        <Form form={form}>
          <p>{messages.reissueText}</p>
          <ProofFields current={form.field('current')} code={form.field('code')} />
          <FormActions form={form} onCancel={onClose} submit={messages.reissue} />
        </Form>
      ) : (
        <NewTokenDialog token={created.token} onClose={onClose} />
      )}
    </Dialog>
  )
}
