// The notifications of the signed-in person, newest first: unread ones or all. Opening a record marks its notification
// as read.
import type { NotificationRecord } from '@stint/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Bell, Check, CheckCheck, Mail, Trash2 } from 'lucide-react'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { usePages, useRemove, useUpdate, useWrite } from '../../api/records.ts'
import { useNotificationMessages } from '../../messages/notifications.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { EmptyState, LoadError, Loading, Page } from '../../parts/page.tsx'
import { MoreButton } from '../../parts/query-list.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { showError } from '../../parts/toast.tsx'
import { NotificationLink, useNotificationTitle } from './notification-link.tsx'
import styles from './notifications.module.css'

const route = getRouteApi('/notifications')

export function NotificationsScreen() {
  const messages = useNotificationMessages()
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page
      title={messages.title}
      actions={
        <Link to="/profile" search={{ tab: 'mails' }}>
          {messages.settings}
        </Link>
      }
    >
      <Tabs
        place="head"
        label={messages.tabs}
        open={tab ?? 'unread'}
        onOpen={(id) => void navigate({ search: id === 'all' ? { tab: 'all' } : {} })}
        tabs={[
          { id: 'unread', name: messages.unreadOnly, content: () => <NotificationList unread /> },
          { id: 'all', name: messages.all, content: () => <NotificationList /> },
        ]}
      />
    </Page>
  )
}

function NotificationList({ unread = false }: { readonly unread?: boolean }) {
  const messages = useNotificationMessages()
  const query = usePages('notification', unread ? { unread } : {}, 50)
  const readAll = useWrite('notification', (id: number) => stint.notification.readall(id))
  if (query.data === undefined) return query.isError ? <LoadError error={query.error} /> : <Loading />
  const records = query.data.pages.flatMap((page) => page.records)
  const [newest] = records
  if (newest === undefined)
    return (
      <EmptyState icon={Bell} title={messages.none}>
        {messages.noneHint}
      </EmptyState>
    )
  return (
    <div className={styles.list}>
      <div className={styles.head}>
        <span>{messages.count(query.data.pages[0]?.count ?? 0)}</span>
        {/* The newest one that is shown: those that arrived since stay unread. */}
        <Button
          small
          icon={CheckCheck}
          busy={readAll.isPending}
          isDisabled={records.every(({ read }) => read)}
          onPress={() => readAll.mutate(newest.id, { onError: showError })}
        >
          {messages.readAll}
        </Button>
      </div>
      <ul className={styles.entries} aria-label={messages.title}>
        {records.map((notification) => (
          <Entry key={notification.id} notification={notification} />
        ))}
      </ul>
      <MoreButton query={query} />
    </div>
  )
}

function Entry({ notification }: { readonly notification: NotificationRecord }) {
  const messages = useNotificationMessages()
  const formats = useFormats()
  const update = useUpdate('notification')
  const remove = useRemove('notification')
  const { id, kind, actor, date, read } = notification
  const title = useNotificationTitle()(notification)
  const mark = (next: boolean): void => {
    if (next !== read) update.mutate({ id, fields: { read: next } }, { onError: showError })
  }
  return (
    <li className={styles.entry} data-unread={!read} data-row-link>
      <div className={styles.about}>
        <span className={styles.kind}>
          {!read && <Badge tone="accent">{messages.isNew}</Badge>}
          {messages.kinds[kind] ?? kind}
        </span>
        <NotificationLink notification={notification} className={styles.title} onClick={() => mark(true)} />
        <span className={styles.faint}>{[actor, formats.moment(date)].filter((part) => part).join(', ')}</span>
      </div>
      <div className={styles.end}>
        {can(notification, 'update') && (
          <IconButton
            icon={read ? Mail : Check}
            label={read ? messages.unread(title) : messages.read(title)}
            onPress={() => mark(!read)}
          />
        )}
        {can(notification, 'delete') && (
          <IconButton
            icon={Trash2}
            label={messages.remove(title)}
            onPress={() => remove.mutate({ id }, { onError: showError })}
          />
        )}
      </div>
    </li>
  )
}
