// The tab of the profile that chooses which mails the person gets. The kinds of mails come from the facts.
import { useQuery } from '@tanstack/react-query'
import { optionsOf } from '../../api/permissions.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { CheckField } from '../../parts/fields.tsx'
import { QueryView, Section } from '../../parts/page.tsx'
import { showError } from '../../parts/toast.tsx'
import { meQuery, useUpdateMe } from './profile-details.tsx'
import styles from './settings.module.css'

export function MailPreferences() {
  const messages = useSettingsMessages().profile
  const query = useQuery(meQuery)
  const write = useUpdateMe()
  return (
    <Section title={messages.mails} card>
      <p className={styles.muted}>{messages.mailsText}</p>
      <QueryView query={query}>
        {({ notificationsoff }) => {
          const off = new Set(notificationsoff.split(',').filter((kind) => kind !== ''))
          const turn = (kind: string, on: boolean): void => {
            const next = new Set(off)
            if (on) next.delete(kind)
            else next.add(kind)
            write.mutate({ notificationsoff: [...next].join(',') }, { onError: showError })
          }
          return (
            <div className={styles.kinds}>
              {optionsOf('me', 'notificationsoff').map((kind) => (
                <CheckField
                  key={kind}
                  label={messages.kinds[kind] ?? kind}
                  value={!off.has(kind)}
                  onChange={(on) => turn(kind, on)}
                />
              ))}
            </div>
          )
        }}
      </QueryView>
    </Section>
  )
}
