// The profile of the signed-in person: details, password and sessions, API tokens, calendar, and mails.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useSettingsMessages } from '../../messages/settings.ts'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { CalendarLink } from './profile-calendar.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { MailPreferences } from './profile-mails.tsx'
import { Security } from './profile-security.tsx'
import { Tokens } from './profile-tokens.tsx'

const route = getRouteApi('/profile')

export function ProfileScreen() {
  const messages = useSettingsMessages().profile
  const navigate = useNavigate()
  const { tab = 'you' } = route.useSearch()
  return (
    <Page title={messages.title}>
      <Tabs
        label={messages.tabs}
        open={tab}
        onOpen={(id) => void navigate({ to: '/profile', search: { tab: id }, replace: true })}
        tabs={[
          { id: 'you', name: messages.you, content: () => <ProfileDetails /> },
          { id: 'security', name: messages.security, content: () => <Security /> },
          { id: 'tokens', name: messages.tokens, content: () => <Tokens /> },
          { id: 'calendar', name: messages.calendar, content: () => <CalendarLink /> },
          { id: 'mails', name: messages.notifications, content: () => <MailPreferences /> },
        ]}
      />
    </Page>
  )
}
