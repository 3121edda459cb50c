// Tokens for programs: made here, shown once, revoked at once. Reissuing one is making another of its name and revoking it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { door, type NewToken, type TokenRecord } from '../../api/door.ts'
import { useFormats } from '../../api/formats.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm, Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { Empty, Loaded, Section } from '../../parts/page.tsx'
import { say, sayBad } from '../../parts/toast.tsx'
import { useSettingsWords } from '../../words/settings.ts'
import { useWords } from '../../words/words.ts'
import styles from './settings.module.css'

const tokensKey = ['session', 'tokens']

export function Tokens() {
  const words = useSettingsWords().profile
  const query = useQuery({ queryKey: tokensKey, queryFn: door.tokens })
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
      <Loaded query={query}>
        {(tokens) =>
          tokens.length === 0 ? (
            <Empty icon={KeyRound} title={words.noTokens} />
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
      </Loaded>
      {making && <MakeToken onClose={() => setMaking(false)} />}
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
  const words = useSettingsWords().profile
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

function MakeToken({ onClose }: { readonly onClose: () => void }) {
  const words = useSettingsWords().profile
  const parts = useWords().parts
  const queries = useQueryClient()
  const [made, setMade] = useState<NewToken | null>(null)
  const form = useForm({ name: '' }, async ({ name }) => {
    setMade(await door.makeToken(name))
    await queries.invalidateQueries({ queryKey: tokensKey })
  })
  return (
    <Dialog title={words.newToken} open onClose={onClose} keep>
      {made === null ? (
        <Form form={form}>
          <TextField {...form.of('name')} label={words.tokenName} autoFocus required />
          <DialogEnd>
            <Button onPress={onClose}>{parts.cancel}</Button>
            <Button type="submit" look="strong" busy={form.busy}>
              {words.make}
            </Button>
          </DialogEnd>
        </Form>
      ) : (
        <ShownOnce token={made.token} onClose={onClose} />
      )}
    </Dialog>
  )
}

function ShownOnce({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const words = useSettingsWords().profile
  const copy = () => navigator.clipboard.writeText(token).then(() => say(words.copied), sayBad)
  return (
    <>
      <p role="status">{words.once}</p>
      <code className={styles.code}>{token}</code>
      <p className={styles.muted}>{words.tryIt}</p>
      <code className={styles.code}>{`curl -u ${token}: ${location.origin}/me/`}</code>
      <DialogEnd>
        <Button onPress={() => void copy()}>{words.copy}</Button>
        <Button look="strong" onPress={onClose}>
          {words.done}
        </Button>
      </DialogEnd>
    </>
  )
}

function ReissueToken({ token, onClose }: { readonly token: TokenRecord; readonly onClose: () => void }) {
  const words = useSettingsWords().profile
  const queries = useQueryClient()
  const reissue = useMutation({
    mutationFn: async () => {
      const made = await door.makeToken(token.name)
      await door.revokeToken(token.id)
      return made
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: tokensKey }),
  })
  if (reissue.data !== undefined) {
    return (
      <Dialog title={words.newToken} open onClose={onClose} keep>
        <ShownOnce token={reissue.data.token} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Confirm
      title={words.reissueTitle(token.name)}
      action={words.reissue}
      open
      onClose={onClose}
      onConfirm={() => reissue.mutate()}
      busy={reissue.isPending}
      error={reissue.error}
    >
      {words.reissueText}
    </Confirm>
  )
}

function RevokeToken({ token, onClose }: { readonly token: TokenRecord; readonly onClose: () => void }) {
  const words = useSettingsWords().profile
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => door.revokeToken(token.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: tokensKey })
      onClose()
    },
  })
  return (
    <Confirm
      title={words.revokeTitle(token.name)}
      action={words.revoke}
      open
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      busy={revoke.isPending}
      error={revoke.error}
    >
      {words.revokeText}
    </Confirm>
  )
}
