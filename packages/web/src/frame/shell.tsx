// The frame around every screen: sidebar (bottom bar on a phone), top bar with timer and global actions, and the banner
// for a lost connection.
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { CircleHelp, Ellipsis, Plus, Search } from 'lucide-react'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { lazyPart, preload } from '../api/lazy.ts'
import { useMay, useSession } from '../api/session.tsx'
import { useMessages } from '../messages/messages.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Toasts } from '../parts/toast.tsx'
import { Banner } from './banner.tsx'
import { removeFirstFrame } from './first-frame.ts'
import { type NavigationItem, navigationItemsFor } from './navigation.ts'
import { NavigationLink, NavigationList } from './navigation-links.tsx'
import { useOfflineFiles } from './offline-files.ts'
import { openNewTask, openOverlay } from './overlays.ts'
import styles from './shell.module.css'
import { listenToKeys, useShortcutKeys } from './shortcuts.ts'

const navigationSheet = () => import('./navigation-sheet.tsx')
const NavigationSheet = lazyPart(navigationSheet, 'NavigationSheet')
const UserMenu = lazyPart(() => import('./user-menu.tsx'), 'UserMenu')
const Bell = lazyPart(() => import('./bell.tsx'), 'Bell')
const TimerBar = lazyPart(() => import('./timer-bar.tsx'), 'TimerBar')

function useFrameShortcuts(places: readonly NavigationItem[]): void {
  const navigate = useNavigate()
  const messages = useMessages().frame
  const may = useMay()
  useEffect(listenToKeys, [])
  useShortcutKeys([
    { keys: 'Ctrl+k', name: messages.search, run: () => openOverlay({ kind: 'palette' }) },
    { keys: 'Ctrl+Enter', name: messages.submitForm },
    { keys: '?', name: messages.help, run: () => openOverlay({ kind: 'shortcuts' }) },
    ...(may('task', 'create') ? [{ keys: 'c', name: messages.newTask, run: openNewTask }] : []),
    ...places.map(({ letter, name, to }) => ({
      keys: `g ${letter}`,
      name: messages.goTo(messages.places[name]),
      run: () => void navigate({ to }),
    })),
  ])
}

export function Shell() {
  const session = useSession()
  const messages = useMessages().frame
  const may = useMay()
  const places = navigationItemsFor(session)
  useFrameShortcuts(places)
  useOfflineFiles()
  useLayoutEffect(removeFirstFrame, [])
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {messages.skip}
      </a>
      <aside className={styles.side}>
        <Link to="/" className={styles.brand}>
          <img src={import.meta.env.STINT_MARK as string} alt="" width="26" height="26" />
          <span>{session.company}</span>
        </Link>
        <NavigationList places={places} />
      </aside>
      <header className={styles.bar}>
        <button type="button" className={styles.find} onClick={() => openOverlay({ kind: 'palette' })}>
          <Search size={15} aria-hidden />
          <span>{messages.search}</span>
          <kbd aria-hidden>Ctrl K</kbd>
        </button>
        {may('timer', 'create') && (
          <Suspense fallback={<div className={styles.timerPlace} />}>
            <TimerBar />
          </Suspense>
        )}
        <div className={styles.end}>
          {may('task', 'create') && <IconButton icon={Plus} label={messages.newTask} onPress={openNewTask} />}
          <span className={styles.help}>
            <IconButton icon={CircleHelp} label={messages.help} onPress={() => openOverlay({ kind: 'shortcuts' })} />
          </span>
          <Suspense fallback={<div className={styles.bellPlace} />}>
            <Bell />
          </Suspense>
          <Suspense fallback={<div className={styles.personPlace} />}>
            <UserMenu />
          </Suspense>
        </div>
      </header>
      <main id="content" className={styles.main} tabIndex={-1}>
        <Banner />
        <Outlet />
      </main>
      <BottomBar places={places} />
      <Toasts />
    </div>
  )
}

const bottomBarItems = 4

/** The navigation on a phone: the first items, and a button for the sheet with all of them. */
function BottomBar({ places }: { readonly places: readonly NavigationItem[] }) {
  const messages = useMessages().frame
  const [open, setOpen] = useState(false)
  useEffect(() => preload([navigationSheet]), [])
  return (
    <nav aria-label={messages.navigation} className={styles.bottom}>
      {places.slice(0, bottomBarItems).map((place) => (
        <NavigationLink key={place.to} place={place} />
      ))}
      <Button look="quiet" icon={Ellipsis} onPress={() => setOpen(true)}>
        {messages.menu}
      </Button>
      {open && (
        <Suspense>
          <NavigationSheet places={places} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  )
}
