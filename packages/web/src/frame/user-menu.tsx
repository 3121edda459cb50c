// The menu of the signed-in person: profile, colour scheme, API documentation, sign-out.
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { Button } from 'react-aria-components'
import { useSession, useSignOut } from '../api/session.tsx'
import { useMessages } from '../messages/messages.ts'
import { Avatar } from '../parts/badge.tsx'
import { Menu } from '../parts/menu.tsx'
import { showError } from '../parts/toast.tsx'
import { applyTheme, type Theme } from './theme.ts'
import styles from './user-menu.module.css'

const themeIcons = { system: Monitor, light: Sun, dark: Moon }
const themes: readonly Theme[] = ['system', 'light', 'dark']

export function UserMenu() {
  const { firstname, lastname } = useSession()
  const messages = useMessages().frame
  const navigate = useNavigate()
  const signOut = useSignOut()
  const name = `${firstname} ${lastname}`.trim()
  return (
    <Menu
      label={messages.you(name)}
      opener={
        <Button aria-label={messages.you(name)} className={styles.opener ?? ''}>
          <Avatar name={name} />
        </Button>
      }
      entries={[
        { id: 'profile', name: messages.profile, icon: UserRound, onPress: () => void navigate({ to: '/profile' }) },
        { id: 'api', name: messages.api, icon: BookOpen, onPress: () => window.open('/docs/', '_blank', 'noopener') },
        null,
        ...themes.map((theme) => ({
          id: theme,
          name: messages.themes[theme],
          icon: themeIcons[theme],
          onPress: () => applyTheme(theme),
        })),
        null,
        { id: 'out', name: messages.signOut, icon: LogOut, onPress: () => void signOut().catch(showError) },
      ]}
    />
  )
}
