// The tab of the profile with the password and the sessions of the person.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormats } from '../../api/formats.ts'
import { useSignOut } from '../../api/session.tsx'
import { type OpenSession, sessionApi } from '../../api/session-api.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { PasswordField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { QueryView, Section } from '../../parts/page.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import styles from './settings.module.css'

const sessionsKey = ['session', 'list']

export function Security() {
  return (
    <div className={styles.lists}>
      <Password />
      <Sessions />
    </div>
  )
}

function Password() {
  const messages = useSettingsMessages().profile
  const queries = useQueryClient()
  const form = useForm({ current: '', password: '' }, async (values) => {
    await sessionApi.changePassword(values)
    await queries.invalidateQueries({ queryKey: sessionsKey })
    showToast(messages.passwordChanged)
    form.reset({ current: '', password: '' })
  })
  return (
    <Section title={messages.password} card>
      <div className={styles.narrow}>
        <Form form={form} label={messages.password}>
          <PasswordField {...form.field('current')} label={messages.current} autoComplete="current-password" required />
          <PasswordField
            {...form.field('password')}
            label={messages.next}
            hint={messages.nextHint}
            autoComplete="new-password"
            required
          />
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
      <p className={styles.muted}>{messages.sessionsText}</p>
      <QueryView query={query}>
        {(sessions) => (
          <ul className={styles.entries}>
            {sessions.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  )
}

/** The API writes an instant without its time zone, which is UTC. */
const instant = (wire: string): string => `${wire.replace(' ', 'T')}Z`

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
      <span className={styles.muted}>{messages.lastSeen(formats.moment(instant(session.lastseen)))}</span>
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
