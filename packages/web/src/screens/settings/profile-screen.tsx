// One's own profile: who one is here, password and sessions, tokens for programs, and which mails one wants.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useSettingsWords } from '../../words/settings.ts'
import { Mails } from './profile-mails.tsx'
import { Security } from './profile-security.tsx'
import { Tokens } from './profile-tokens.tsx'
import { You } from './profile-you.tsx'

const route = getRouteApi('/profile')

export function ProfileScreen() {
  const words = useSettingsWords().profile
  const navigate = useNavigate()
  const { tab = 'you' } = route.useSearch()
  return (
    <Page title={words.title}>
      <Tabs
        label={words.tabs}
        open={tab}
        onOpen={(id) => void navigate({ to: '/profile', search: { tab: id }, replace: true })}
        tabs={[
          { id: 'you', name: words.you, content: () => <You /> },
          { id: 'security', name: words.security, content: () => <Security /> },
          { id: 'tokens', name: words.tokens, content: () => <Tokens /> },
          { id: 'mails', name: words.notifications, content: () => <Mails /> },
        ]}
      />
    </Page>
  )
}
