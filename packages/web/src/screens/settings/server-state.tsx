// The state of the server for Administrators: the number of API requests today, and its mail server.
import { useMutation, useQuery } from '@tanstack/react-query'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { mailSettingsQuery } from '../../api/mail-settings.ts'
import { useSession } from '../../api/session.tsx'
import { sessionApi } from '../../api/session-api.ts'
import { errorText, isNetworkError } from '../../kit/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { Gauge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Cards, QueryView, Section } from '../../parts/page.tsx'
import { MailServer } from './mail-server.tsx'
import styles from './settings.module.css'

export function ServerState() {
  return (
    <div className={styles.lists}>
      <Cards>
        <Usage />
        <Mail />
      </Cards>
      <div className={styles.narrow}>
        <MailServer />
      </div>
    </div>
  )
}

function Usage() {
  const messages = useSettingsMessages()
  const formats = useFormats()
  const query = useQuery({ queryKey: ['quota'], queryFn: () => stint.quota.read() })
  return (
    <Section title={messages.usage} card>
      <QueryView query={query}>
        {({ used, quota, next_reset }) => (
          <>
            <Gauge label={messages.usage} share={used / quota} text={formats.percent(used / quota)} />
            <p>{messages.usageText(used, quota)}</p>
            <p className={styles.muted}>{messages.usageReset(formats.moment(next_reset))}</p>
          </>
        )}
      </QueryView>
    </Section>
  )
}

function Mail() {
  const { data } = useQuery(mailSettingsQuery)
  // What a test said about other settings is forgotten.
  return <MailTest key={JSON.stringify(data)} />
}

function MailTest() {
  const messages = useSettingsMessages()
  const { noServer } = useMessages().parts
  const { mail } = useSession()
  const test = useMutation({ mutationFn: sessionApi.testMail })
  return (
    <Section title={messages.mail} card>
      <p role="status">
        {!mail ? messages.mailOff : test.isSuccess ? messages.mailAccepted(test.data) : messages.mailOn}
      </p>
      {test.isError && (
        <p role="alert" className={styles.failed}>
          {isNetworkError(test.error) ? noServer : errorText(test.error)}
        </p>
      )}
      <div>
        <Button isDisabled={!mail} busy={test.isPending} onPress={() => test.mutate()}>
          {messages.mailTest}
        </Button>
      </div>
    </Section>
  )
}
