// The tab of the profile that chooses per kind what the person is told in the application, and when by mail. The kinds
// come from the facts.
import type { MeRecord } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { optionsOf } from '../../api/permissions.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { QueryView, Section } from '../../parts/page.tsx'
import { showError } from '../../parts/toast.tsx'
import { meQuery, useUpdateMe } from './profile-details.tsx'
import styles from './settings.module.css'

type Delivery = 'now' | 'hourly' | 'daily' | 'never'
type Settings = Pick<MeRecord, 'notificationsoff' | 'mailhourly' | 'maildaily' | 'inappoff'>

/** The server writes these once a day by itself, so there is no mail at once. */
const onlyCollected = 'duetomorrow'

const kindsIn = (list: string): string[] => list.split(',').filter((kind) => kind !== '')

function deliveryOf(kind: string, { notificationsoff, mailhourly, maildaily }: Settings): Delivery {
  if (kindsIn(notificationsoff).includes(kind)) return 'never'
  if (kindsIn(maildaily).includes(kind)) return 'daily'
  if (kindsIn(mailhourly).includes(kind)) return 'hourly'
  return kind === onlyCollected ? 'never' : 'now'
}

/** The list with or without the kind. */
const withKind = (list: string, kind: string, isIn: boolean): string =>
  [...kindsIn(list).filter((one) => one !== kind), ...(isIn ? [kind] : [])].join(',')

function settingsFor(kind: string, delivery: Delivery, before: Settings): Partial<Settings> {
  const hourly = withKind(before.mailhourly, kind, delivery === 'hourly')
  const daily = withKind(before.maildaily, kind, delivery === 'daily')
  const off = withKind(before.notificationsoff, kind, delivery === 'never')
  const isCollectable = optionsOf('me', 'mailhourly').includes(kind)
  return { notificationsoff: off, ...(isCollectable ? { mailhourly: hourly, maildaily: daily } : {}) }
}

function deliveriesOf(kind: string): Delivery[] {
  if (kind === onlyCollected) return ['hourly', 'daily', 'never']
  return optionsOf('me', 'mailhourly').includes(kind) ? ['now', 'hourly', 'daily', 'never'] : ['now', 'never']
}

export function MailPreferences() {
  const messages = useSettingsMessages().profile
  const query = useQuery(meQuery)
  return (
    <Section title={messages.mails} card>
      <p className={styles.muted}>{messages.mailsText}</p>
      <QueryView query={query}>
        {(me) => (
          <ul className={styles.kinds}>
            {optionsOf('me', 'notificationsoff').map((kind) => (
              <KindSettings key={kind} kind={kind} me={me} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  )
}

function KindSettings({ kind, me }: { readonly kind: string; readonly me: MeRecord }) {
  const messages = useSettingsMessages().profile
  const write = useUpdateMe()
  const name = messages.kinds[kind] ?? kind
  const save = (fields: Partial<Settings>): void => write.mutate(fields, { onError: showError })
  return (
    <li className={styles.kind}>
      {optionsOf('me', 'inappoff').includes(kind) ? (
        <CheckField
          label={name}
          value={!kindsIn(me.inappoff).includes(kind)}
          onChange={(on) => save({ inappoff: withKind(me.inappoff, kind, !on) })}
        />
      ) : (
        <span>{name}</span>
      )}
      <ChoiceField
        label={messages.byMailOf(name)}
        labelHidden
        options={deliveriesOf(kind).map((id) => ({ id, name: messages.deliveries[id] }))}
        value={deliveryOf(kind, me)}
        onChange={(delivery) => delivery !== null && save(settingsFor(kind, delivery, me))}
      />
    </li>
  )
}
