// The settings of the account, for Administrators: the company, the lists, tokens, webhooks, single sign-on, the audit
// log, and the state of the server.

import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { settingsLists } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useSettingsMessages } from '../../messages/settings.ts'
import { NoAccess } from '../../parts/no-access.tsx'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { AllTokens } from './all-tokens.tsx'
import { AuditLog } from './audit-log.tsx'
import { CompanyForm } from './company-form.tsx'
import { ListEditor } from './list-editor.tsx'
import { ServerState } from './server-state.tsx'
import { SignOnSettings } from './sign-on-settings.tsx'
import { Webhooks } from './webhooks.tsx'

const route = getRouteApi('/settings')

export function SettingsScreen() {
  const messages = useSettingsMessages()
  return useMay()('company', 'update') ? <Settings /> : <NoAccess title={messages.title} />
}

function Settings() {
  const messages = useSettingsMessages()
  const navigate = useNavigate()
  const { tab = 'company' } = route.useSearch()
  const tabs = [
    { id: 'company', name: messages.tabs.company, content: () => <CompanyForm /> },
    ...settingsLists.map((name) => ({
      id: name,
      name: messages.tabs[name],
      content: () => <ListEditor name={name} />,
    })),
    { id: 'tokens', name: messages.tabs.tokens, content: () => <AllTokens /> },
    { id: 'webhooks', name: messages.tabs.webhooks, content: () => <Webhooks /> },
    { id: 'signon', name: messages.tabs.signon, content: () => <SignOnSettings /> },
    { id: 'audit', name: messages.tabs.audit, content: () => <AuditLog /> },
    { id: 'server', name: messages.tabs.server, content: () => <ServerState /> },
  ]
  return (
    <Page title={messages.title}>
      <Tabs
        place="side"
        label={messages.sections}
        tabs={tabs}
        open={tab}
        onOpen={(id) => void navigate({ to: '/settings', search: { tab: id }, replace: true })}
      />
    </Page>
  )
}
