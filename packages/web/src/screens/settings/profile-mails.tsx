// Which mails one wants: every kind on or off. The list of kinds is the server's.
import { useQuery } from '@tanstack/react-query'
import { optionsOf } from '../../api/permits.ts'
import { CheckField } from '../../parts/fields.tsx'
import { Loaded, Section } from '../../parts/page.tsx'
import { sayBad } from '../../parts/toast.tsx'
import { useSettingsWords } from '../../words/settings.ts'
import { meQuery, useMeWrite } from './profile-you.tsx'
import styles from './settings.module.css'

export function Mails() {
  const words = useSettingsWords().profile
  const query = useQuery(meQuery)
  const write = useMeWrite()
  return (
    <Section title={words.mails} card>
      <p className={styles.muted}>{words.mailsText}</p>
      <Loaded query={query}>
        {({ notificationsoff }) => {
          const off = new Set(notificationsoff.split(',').filter((kind) => kind !== ''))
          const turn = (kind: string, on: boolean): void => {
            const next = new Set(off)
            if (on) next.delete(kind)
            else next.add(kind)
            write.mutate({ notificationsoff: [...next].join(',') }, { onError: sayBad })
          }
          return (
            <div className={styles.kinds}>
              {optionsOf('me', 'notificationsoff').map((kind) => (
                <CheckField
                  key={kind}
                  label={words.kinds[kind] ?? kind}
                  value={!off.has(kind)}
                  onChange={(on) => turn(kind, on)}
                />
              ))}
            </div>
          )
        }}
      </Loaded>
    </Section>
  )
}
