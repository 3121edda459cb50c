// The command palette: one search box for screens, actions and records. Screens and actions are filtered here; records
// are searched on the server. The focus stays in the search box.
import { useNavigate } from '@tanstack/react-router'
import { Building2, FileText, FolderKanban, ListChecks, LogOut, Moon, Plus, Repeat, Sun, UserRound } from 'lucide-react'
import { useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components'
import { useMay, useSession, useSignOut } from '../../api/session.tsx'
import { navigationItemsFor } from '../../frame/navigation.ts'
import { closeOverlay, openNewTask } from '../../frame/overlays.ts'
import { applyTheme } from '../../frame/theme.ts'
import { matchesText } from '../../kit/text-match.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePaletteMessages } from '../../messages/palette.ts'
import type { Icon } from '../../parts/button.tsx'
import { showError } from '../../parts/toast.tsx'
import styles from './palette.module.css'
import { type FoundRecord, useRecordSearch } from './record-search.ts'

interface Entry {
  readonly id: string
  readonly name: string
  readonly more?: string | null
  /** Other words that find the entry. */
  readonly keywords?: string
  readonly icon: Icon
  readonly run: () => void
}

interface Group {
  readonly id: string
  readonly name: string
  readonly entries: readonly Entry[]
}

/**
 * Screens and actions that match the typed text: by name (`named`), by whole keywords (`meant`), and by parts of
 * keywords (`alike`).
 */
function useCommands(typed: string): { named: Group[]; meant: Group; alike: Group } {
  const navigate = useNavigate()
  const session = useSession()
  const may = useMay()
  const signOut = useSignOut()
  const frame = useMessages().frame
  const messages = usePaletteMessages()
  const place = (to: string, name: string, keywords: string, icon: Icon): Entry => ({
    id: `to ${to}`,
    name,
    keywords,
    icon,
    run: () => void navigate({ to }),
  })
  const places = [
    ...navigationItemsFor(session).map(({ to, name, icon }) =>
      place(to, frame.places[name], messages.keywords[name], icon),
    ),
    ...(may('recurringinvoice', 'list')
      ? [place('/recurring', messages.recurring, messages.keywords.recurring, Repeat)]
      : []),
  ]
  const doing = [
    ...(may('task', 'create') ? [{ id: 'newTask', name: frame.newTask, icon: Plus, run: openNewTask } as const] : []),
    { id: 'profile', name: frame.profile, icon: UserRound, run: () => void navigate({ to: '/profile' }) },
    { id: 'light', name: `${frame.theme}: ${frame.themes.light}`, icon: Sun, run: () => applyTheme('light') },
    { id: 'dark', name: `${frame.theme}: ${frame.themes.dark}`, icon: Moon, run: () => applyTheme('dark') },
    { id: 'signOut', name: frame.signOut, icon: LogOut, run: () => void signOut().catch(showError) },
  ] as const
  const actions = doing.map((action): Entry => ({ ...action, keywords: messages.keywords[action.id] }))
  const isNamed = ({ name }: Entry): boolean => matchesText(name, typed)
  const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/)
  const typedWords = wordsOf(typed.trim())
  const others = [...places, ...actions].filter(
    (one) => !isNamed(one) && matchesText(`${one.name} ${one.keywords}`, typed),
  )
  const isMeant = ({ name, keywords = '' }: Entry): boolean =>
    typedWords.every((word) => wordsOf(`${name} ${keywords}`).includes(word))
  return {
    named: [
      { id: 'places', name: messages.places, entries: places.filter(isNamed) },
      { id: 'actions', name: messages.actions, entries: actions.filter(isNamed) },
    ],
    meant: { id: 'meant', name: messages.suggestions, entries: others.filter(isMeant) },
    alike: { id: 'alike', name: messages.suggestions, entries: others.filter((one) => !isMeant(one)) },
  }
}

type RecordPath = '/tasks/$id' | '/projects/$id' | '/clients/$id' | '/people/$id' | '/invoices/$id' | '/estimates/$id'

function useRecords(typed: string): { groups: Group[]; searching: boolean } {
  const navigate = useNavigate()
  const messages = usePaletteMessages()
  const { found, searching } = useRecordSearch(typed)
  const entries = (
    resource: string,
    icon: Icon,
    path: RecordPath,
    more: (record: FoundRecord) => string | null,
  ): readonly Entry[] =>
    found(resource).map((record) => ({
      id: `${path} ${record.id}`,
      icon,
      name: record.title,
      more: more(record),
      run: () => void navigate({ to: path, params: { id: String(record.id) } }),
    }))
  const inProject = ({ localid, context }: FoundRecord): string =>
    [messages.number(Number(localid)), context].filter((part) => part !== null).join(' · ')
  const context = (record: FoundRecord): string | null => record.context
  const groups: Group[] = [
    { id: 'tasks', name: messages.tasks, entries: entries('task', ListChecks, '/tasks/$id', inProject) },
    { id: 'projects', name: messages.projects, entries: entries('project', FolderKanban, '/projects/$id', context) },
    { id: 'clients', name: messages.clients, entries: entries('client', Building2, '/clients/$id', context) },
    { id: 'people', name: messages.people, entries: entries('person', UserRound, '/people/$id', context) },
    {
      id: 'invoices',
      name: messages.invoices,
      entries: entries('invoice', FileText, '/invoices/$id', ({ localid }) => localid ?? ''),
    },
    {
      id: 'estimates',
      name: messages.estimates,
      entries: entries('estimate', FileText, '/estimates/$id', ({ localid }) => localid ?? ''),
    },
  ]
  return { groups, searching }
}

export function Palette() {
  const messages = usePaletteMessages()
  const [typed, setTyped] = useState('')
  const { named, meant, alike } = useCommands(typed)
  const { groups: records, searching } = useRecords(typed)
  const groups = [...named, meant, ...records, alike].filter(({ entries }) => entries.length > 0)
  // Without this the first Escape would only clear the search box.
  const leave = ({ key }: { readonly key: string }): void => {
    if (key === 'Escape') closeOverlay()
  }
  const run = (entry: Entry): void => {
    closeOverlay()
    entry.run()
  }
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && closeOverlay()}
      isDismissable
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.palette ?? ''}>
        <Dialog aria-label={messages.title} className={styles.dialog ?? ''}>
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField aria-label={messages.title} autoFocus className={styles.box ?? ''} onKeyDown={leave}>
              <Input placeholder={messages.placeholder} className={styles.input ?? ''} />
            </SearchField>
            <Menu
              aria-label={messages.title}
              items={groups}
              className={styles.list ?? ''}
              renderEmptyState={() => (
                <p className={styles.nothing}>{searching ? messages.searching : messages.nothing}</p>
              )}
            >
              {({ id, name, entries }) => (
                <MenuSection id={id}>
                  <Header className={styles.group ?? ''}>{name}</Header>
                  {entries.map((entry) => (
                    <MenuItem
                      key={entry.id}
                      id={entry.id}
                      textValue={entry.name}
                      onAction={() => run(entry)}
                      className={styles.entry ?? ''}
                    >
                      <entry.icon size={16} aria-hidden />
                      <span>{entry.name}</span>
                      {entry.more && <small>{entry.more}</small>}
                    </MenuItem>
                  ))}
                </MenuSection>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
