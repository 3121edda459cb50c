// The menu of what people saved under a name: their own entries and those that others share, and a button that saves
// the present state. What is saved, and what opening and the other buttons do, is decided by the screen.
import { Bookmark } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton, DialogTrigger } from 'react-aria-components'
import { useSession } from '../api/session.tsx'
import { Button } from './button.tsx'
import { PopoverDialog } from './popover.tsx'
import styles from './saved-menu.module.css'

interface SavedEntry {
  readonly id: number
  readonly title: string
  readonly personid: number | null
}

interface SavedMenuProps<Entry extends SavedEntry> {
  readonly messages: Readonly<Record<'title' | 'none' | 'mine' | 'shared' | 'save', string>>
  readonly entries: readonly Entry[]
  /** The small text behind the name. */
  readonly note: (entry: Entry, isOwn: boolean) => string
  readonly onOpen: (entry: Entry) => void
  readonly onSave: () => void
  /** The buttons of an entry of one's own. */
  readonly buttons: (entry: Entry, close: () => void) => ReactNode
}

export function SavedMenu<Entry extends SavedEntry>(props: SavedMenuProps<Entry>) {
  const { messages, entries, onOpen, onSave } = props
  const { personid } = useSession()
  return (
    <DialogTrigger>
      <Button icon={Bookmark}>{messages.title}</Button>
      <PopoverDialog label={messages.title} placement="bottom end">
        {(close) => {
          const after =
            <Argument extends unknown[]>(work: (...given: Argument) => void) =>
            (...given: Argument): void => {
              close()
              work(...given)
            }
          const list = { ...props, close, onOpen: after(onOpen) }
          return (
            <div className={styles.list}>
              {entries.length === 0 && <p className={styles.none}>{messages.none}</p>}
              <SavedList {...list} entries={entries.filter((one) => one.personid === personid)} isOwn />
              <SavedList {...list} entries={entries.filter((one) => one.personid !== personid)} isOwn={false} />
              <div className={styles.end}>
                <Button small onPress={after(onSave)}>
                  {messages.save}
                </Button>
              </div>
            </div>
          )
        }}
      </PopoverDialog>
    </DialogTrigger>
  )
}

interface SavedListProps<Entry extends SavedEntry> extends Omit<SavedMenuProps<Entry>, 'onSave'> {
  readonly isOwn: boolean
  readonly close: () => void
}

function SavedList<Entry extends SavedEntry>(props: SavedListProps<Entry>) {
  const { messages, entries, isOwn, note, onOpen, buttons, close } = props
  const title = isOwn ? messages.mine : messages.shared
  if (entries.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={styles.group}>{title}</h3>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.row}>
            <AriaButton className={styles.name ?? ''} onPress={() => onOpen(entry)}>
              <span>{entry.title}</span>
              <span className={styles.under}>{note(entry, isOwn)}</span>
            </AriaButton>
            {isOwn && buttons(entry, close)}
          </li>
        ))}
      </ul>
    </section>
  )
}
