// The bell in the top bar: a link to the notifications, with the number of unread ones. Loaded after the frame.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Bell as BellPicture } from 'lucide-react'
import { pageQuery } from '../api/records.ts'
import { useMessages } from '../messages/messages.ts'
import { useNotificationMessages } from '../messages/notifications.ts'
import styles from './bell.module.css'
import { useShortcutKeys } from './shortcuts.ts'

const maxShown = 99

export function Bell() {
  const messages = useNotificationMessages()
  const frame = useMessages().frame
  const navigate = useNavigate()
  const { data } = useQuery(pageQuery('notification', { unread: true }, 1))
  const count = data?.count ?? 0
  const unread = count === 0 ? '' : count > maxShown ? `${maxShown}+` : String(count)
  useShortcutKeys([
    { keys: 'g n', name: frame.goTo(messages.title), run: () => void navigate({ to: '/notifications' }) },
  ])
  return (
    <Link to="/notifications" className={styles.bell} aria-label={messages.bell(unread)} title={messages.bell(unread)}>
      <BellPicture size={17} aria-hidden />
      {unread !== '' && (
        <span className={styles.count} aria-hidden>
          {unread}
        </span>
      )}
    </Link>
  )
}
