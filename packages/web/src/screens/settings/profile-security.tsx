// The tab of the profile with the password, two-factor sign-in, the accounts of single sign-on and the sessions of the
// person.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormats } from '../../api/formats.ts'
import { sessionStateQuery, useSession, useSignOut } from '../../api/session.tsx'
import { type OpenSession, sessionApi } from '../../api/session-api.ts'
import { instantOfWire } from '../../kit/format.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { NewPasswordField } from '../../parts/new-password-field.tsx'
import { QueryView, Section } from '../../parts/page.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { noProof, ProofFields } from '../../records/people/proof-fields.tsx'
import { SecondFactor } from './profile-factor.tsx'
import { ConnectedAccounts, identitiesQuery } from './profile-identities.tsx'
import styles from './settings.module.css'

const sessionsKey = ['session', 'list']

export function Security() {
  const query = useQuery(identitiesQuery)
  return (
    <div className={styles.lists}>
      {query.data?.passwords !== false && <Password />}
      <SecondFactor />
      {query.data !== undefined && <ConnectedAccounts {...query.data} />}
      <Sessions />
    </div>
  )
}

function Password() {
  const messages = useSettingsMessages().profile
  const queries = useQueryClient()
  const { haspassword } = useSession()
  const empty = { ...noProof, password: '', revoke: false }
  const form = useForm(empty, async ({ revoke, ...values }) => {
    await sessionApi.changePassword({ ...values, revoketokens: revoke ? 't' : 'f' })
    await queries.invalidateQueries({ queryKey: sessionsKey })
    if (!haspassword) await queries.invalidateQueries({ queryKey: sessionStateQuery.queryKey, exact: true })
    showToast(messages.passwordChanged)
    form.reset(empty)
  })
  return (
    <Section title={messages.password} card>
      <div className={styles.narrow}>
        <Form form={form} label={messages.password}>
          <ProofFields current={form.field('current')} code={form.field('code')} label={messages.current} />
          <NewPasswordField {...form.field('password')} label={messages.next} hint={messages.nextHint} />
          <CheckField {...form.field('revoke')} label={messages.revokeTokens} />
          <div>
            <Button type="submit" look="strong" busy={form.busy}>
              {messages.password}
            </Button>
          </div>
        </Form>
      </div>
    </Section>
  )
}

function Sessions() {
  const messages = useSettingsMessages().profile
  const query = useQuery({ queryKey: sessionsKey, queryFn: sessionApi.sessions })
  const signOut = useSignOut()
  return (
    <Section
      title={messages.sessions}
      card
      actions={
        <Button small onPress={() => void signOut(true).catch(showError)}>
          {messages.everywhere}
        </Button>
      }
    >
      <QueryView query={query}>
        {({ sessions, ends: { idleminutes, days } }) => (
          <>
            <p className={styles.muted}>{messages.sessionsText(idleminutes, days)}</p>
            <ul className={styles.entries}>
              {sessions.map((session) => (
                <SessionLine key={session.id} session={session} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </Section>
  )
}

/** The API writes an instant without its time zone, which is UTC. */
/** The name and version of the browser, from its long user agent text. */
const browserName = (agent: string): string =>
  /(Firefox|Edg|OPR|Chrome|Safari)\/[\d.]+/.exec(agent)?.[0].replace('/', ' ') ?? agent.slice(0, 40)

function SessionLine({ session }: { readonly session: OpenSession }) {
  const messages = useSettingsMessages().profile
  const formats = useFormats()
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: () => sessionApi.endSession(session.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsKey }),
    onError: showError,
  })
  return (
    <li className={styles.entry}>
      <span className={styles.entryName}>{browserName(session.browser)}</span>
      <span className={styles.muted}>{session.address}</span>
      <span className={styles.muted}>{messages.lastSeen(formats.moment(instantOfWire(session.lastseen)))}</span>
      <span className={styles.entryEnd}>
        {session.current ? (
          <Badge tone="good">{messages.thisOne}</Badge>
        ) : (
          <Button small busy={end.isPending} onPress={() => end.mutate()}>
            {messages.end}
          </Button>
        )}
      </span>
    </li>
  )
}
