// Who one is here, one's time zone and the look of the application in this browser.
import type { MeRecord } from '@stint/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { useWrite } from '../../api/records.ts'
import { visitQuery } from '../../api/session.tsx'
import { showTheme, type Theme, themeOf } from '../../frame/theme.ts'
import { zones } from '../../kit/zones.ts'
import { ChoiceField, FindField } from '../../parts/choices.tsx'
import { Facts, Loaded, Section } from '../../parts/page.tsx'
import { say, sayBad } from '../../parts/toast.tsx'
import { useSettingsWords } from '../../words/settings.ts'
import { useWords } from '../../words/words.ts'
import styles from './settings.module.css'

export const meQuery = { queryKey: ['me', 'one'], queryFn: () => stint.me.read() }

/** The zone is in the session too. */
export function useMeWrite() {
  const queries = useQueryClient()
  return useWrite('me', async (fields: Parameters<typeof stint.me.update>[0]) => {
    const me = await stint.me.update(fields)
    await queries.invalidateQueries({ queryKey: visitQuery.queryKey })
    return me
  })
}

export function You() {
  const query = useQuery(meQuery)
  return <Loaded query={query}>{(me) => <About me={me} />}</Loaded>
}

function About({ me }: { readonly me: MeRecord }) {
  const words = useSettingsWords().profile
  const parts = useWords().parts
  const formats = useFormats()
  const write = useMeWrite()
  const places = useMemo(zones, [])
  const keep = (timezone: string | null): void => {
    if (timezone !== null) write.mutate({ timezone }, { onSuccess: () => say(parts.saved), onError: sayBad })
  }
  return (
    <div className={styles.lists}>
      <Section title={words.you} card>
        <Facts
          facts={[
            { name: words.name, value: `${me.firstname} ${me.lastname}`.trim() },
            { name: words.username, value: me.username },
            { name: words.role, value: me.group },
            { name: words.lastlogin, value: me.lastlogin === null ? '' : formats.moment(me.lastlogin) },
          ]}
        />
        <p className={styles.muted}>{words.byAdministrator}</p>
      </Section>
      <div className={styles.narrow}>
        <FindField
          label={words.timezone}
          hint={words.timezoneHint}
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
  const words = useSettingsWords().profile
  const frame = useWords().frame
  const [theme, setTheme] = useState(themeOf)
  const show = (next: Theme | null): void => {
    if (next === null) return
    showTheme(next)
    setTheme(next)
  }
  return (
    <ChoiceField
      label={words.appearance}
      options={themes.map((id) => ({ id, name: frame.themes[id] }))}
      value={theme}
      onChange={show}
    />
  )
}
