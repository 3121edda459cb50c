// The list of people that the editor offers after an @. Arrow keys choose, Enter or Tab inserts, Escape closes the
// list; the focus stays in the editor. Loaded with the editor.
import type { PersonRecord } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { type Editor, useEditorState } from '@tiptap/react'
import { type RefObject, useContext, useEffect, useState } from 'react'
import { pageQuery } from '../api/records.ts'
import { useMay } from '../api/session.tsx'
import { useMessages } from '../messages/messages.ts'
import { MentionProject } from './mention-project.ts'
import styles from './rich-text.module.css'

const maxPeople = 6

/** What is typed between the @ and the cursor; null if there is no @. */
function typedAfterAt(editor: Editor): string | null {
  const { selection } = editor.state
  if (!selection.empty) return null
  const { $from } = selection
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, ' ')
  return /(?:^|\s)@([\p{L}\p{N}.-]{0,30})$/u.exec(before)?.[1] ?? null
}

const nameOf = ({ firstname, lastname }: PersonRecord): string => `${firstname} ${lastname}`.trim()

function insertMention(editor: Editor, person: PersonRecord, typed: string): void {
  const end = editor.state.selection.from
  const content = [
    { type: 'mention', attrs: { id: String(person.id), text: `@${nameOf(person)}` } },
    { type: 'text', text: ' ' },
  ]
  editor
    .chain()
    .focus()
    .insertContentAt({ from: end - typed.length - 1, to: end }, content)
    .run()
}

export type KeyHandler = (event: KeyboardEvent) => boolean

interface MentionListProps {
  readonly editor: Editor
  /** The prefix of the ids of the list and its options. */
  readonly id: string
  /** Set while the list is open: handles a key, and returns true if it did. */
  readonly keys: RefObject<KeyHandler | null>
}

export function MentionList({ editor, id, keys }: MentionListProps) {
  const messages = useMessages().parts
  const projectid = useContext(MentionProject)
  const may = useMay()
  const typed = useEditorState({ editor, selector: ({ editor: now }) => (now.isFocused ? typedAfterAt(now) : null) })
  const [closed, setClosed] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const { data } = useQuery({
    ...pageQuery(
      'person',
      { active: true, search: typed ?? '', ...(projectid === null ? {} : { projectid: [projectid] }) },
      maxPeople,
    ),
    enabled: typed !== null && may('person', 'list'),
  })
  const people = typed === null || typed === closed ? [] : (data?.records ?? [])
  const chosen = people[Math.min(at, people.length - 1)]
  keys.current = (event) => {
    if (typed === null || chosen === undefined) return false
    if (event.key === 'ArrowDown') setAt((Math.min(at, people.length - 1) + 1) % people.length)
    else if (event.key === 'ArrowUp') setAt((Math.min(at, people.length - 1) + people.length - 1) % people.length)
    else if (event.key === 'Enter' || event.key === 'Tab') insertMention(editor, chosen, typed)
    else if (event.key === 'Escape') setClosed(typed)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const chosenId = chosen?.id
  // Before anybody types, the editor may not be in the page yet, so its element is used only while the list is open.
  useEffect(() => {
    if (chosenId === undefined) return
    const { dom } = editor.view
    dom.setAttribute('aria-controls', `${id}-people`)
    dom.setAttribute('aria-activedescendant', `${id}-person-${chosenId}`)
    return () => {
      dom.removeAttribute('aria-controls')
      dom.removeAttribute('aria-activedescendant')
    }
  }, [editor, id, chosenId])
  if (typed === null || chosen === undefined) return null
  return (
    <div id={`${id}-people`} role="listbox" aria-label={messages.mention} className={styles.people} tabIndex={-1}>
      {people.map((person) => (
        <div
          key={person.id}
          id={`${id}-person-${person.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={person === chosen}
          className={styles.personOption}
          // The press must not take the focus from the editor.
          onPointerDown={(event) => {
            event.preventDefault()
            insertMention(editor, person, typed)
          }}
        >
          {nameOf(person)}
        </div>
      ))}
    </div>
  )
}
