// The first tab of the profile: name and role, the time zone, and the theme of this browser.
import type { MeRecord } from '@stint/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { useWrite } from '../../api/records.ts'
import { sessionStateQuery } from '../../api/session.tsx'
import { applyTheme, readTheme, type Theme } from '../../frame/theme.ts'
import { zones } from '../../kit/zones.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { ChoiceField, ComboBoxField } from '../../parts/choices.tsx'
import { DetailList, QueryView, Section } from '../../parts/page.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import styles from './settings.module.css'

export const meQuery = { queryKey: ['me', 'one'], queryFn: () => stint.me.read() }

/** The session has the time zone too, so it is loaded again. */
export function useUpdateMe() {
  const queries = useQueryClient()
  return useWrite('me', async (fields: Parameters<typeof stint.me.update>[0]) => {
    const me = await stint.me.update(fields)
    await queries.invalidateQueries({ queryKey: sessionStateQuery.queryKey })
    return me
  })
}

export function ProfileDetails() {
  const query = useQuery(meQuery)
  return <QueryView query={query}>{(me) => <PersonalDetails me={me} />}</QueryView>
}

function PersonalDetails({ me }: { readonly me: MeRecord }) {
  const messages = useSettingsMessages().profile
  const parts = useMessages().parts
  const { roleHints } = usePeopleMessages().people
  const formats = useFormats()
  const write = useUpdateMe()
  const places = useMemo(zones, [])
  const keep = (timezone: string | null): void => {
    if (timezone !== null) write.mutate({ timezone }, { onSuccess: () => showToast(parts.saved), onError: showError })
  }
  return (
    <div className={styles.lists}>
      <Section title={messages.you} card>
        <DetailList
          facts={[
            { name: messages.name, value: `${me.firstname} ${me.lastname}`.trim() },
            { name: messages.username, value: me.username },
            { name: messages.role, value: messages.roleIs(me.group, roleHints[me.group] ?? '') },
            { name: messages.lastlogin, value: me.lastlogin === null ? '' : formats.moment(me.lastlogin) },
          ]}
        />
        <p className={styles.muted}>{messages.byAdministrator}</p>
      </Section>
      <div className={styles.narrow}>
        <ComboBoxField
          label={messages.timezone}
          hint={messages.timezoneHint}
          options={places}
          value={me.timezone}
          onChange={keep}
        />
      </div>
      <div className={styles.narrow}>
        <Appearance />
      </div>
    </div>
  )
}

const themes: readonly Theme[] = ['system', 'light', 'dark']

function Appearance() {
  const messages = useSettingsMessages().profile
  const frame = useMessages().frame
  const [theme, setTheme] = useState(readTheme)
  const show = (next: Theme | null): void => {
    if (next === null) return
    applyTheme(next)
    setTheme(next)
  }
  return (
    <ChoiceField
      label={messages.appearance}
      options={themes.map((id) => ({ id, name: frame.themes[id] }))}
      value={theme}
      onChange={show}
    />
  )
}
