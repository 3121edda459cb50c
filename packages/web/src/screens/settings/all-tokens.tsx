// The tab of the settings with the API tokens of everyone in the account, for Administrators. They can revoke any of
// them; creating one is for its owner.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { sessionApi, type TokenRecord } from '../../api/session-api.ts'
import { useTokenMessages } from '../../messages/tokens.ts'
import { Button } from '../../parts/button.tsx'
import { type Closable, ConfirmWrite } from '../../parts/dialog.tsx'
import { EmptyState, Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './settings.module.css'
import { TokenLine } from './token-line.tsx'

const allTokensKey = ['session', 'alltokens']

export function AllTokens() {
  const messages = useTokenMessages()
  const query = useQuery({ queryKey: allTokensKey, queryFn: sessionApi.allTokens })
  const [revoked, setRevoked] = useState<TokenRecord | null>(null)
  return (
    <Section title={messages.title} card>
      <p className={styles.muted}>{messages.aboutAll}</p>
      <QueryList query={query} className={styles.entries} empty={<EmptyState icon={KeyRound} title={messages.none} />}>
        {(token) => (
          <TokenLine key={token.id} token={token} owner={token.person}>
            <Button small onPress={() => setRevoked(token)}>
              {messages.revoke}
            </Button>
          </TokenLine>
        )}
      </QueryList>
      {revoked !== null && (
        <RevokeToken token={revoked} revoke={sessionApi.revokeAnyToken} onClose={() => setRevoked(null)} />
      )}
    </Section>
  )
}

interface RevokeTokenProps extends Closable {
  readonly token: TokenRecord
  readonly revoke: (id: number) => Promise<void>
}

export function RevokeToken({ token, revoke, onClose }: RevokeTokenProps) {
  const messages = useTokenMessages()
  const queries = useQueryClient()
  const write = useMutation({
    mutationFn: () => revoke(token.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['session'] })
      showToast(messages.revoked)
      onClose()
    },
  })
  const question = { title: messages.revokeTitle(token.name), action: messages.revoke, text: messages.revokeText }
  return <ConfirmWrite question={question} write={write} onConfirm={() => write.mutate()} onClose={onClose} />
}
