// The toolbar of the rich text editor. Pressed buttons show the format at the cursor. Loaded with the editor.
import { type Editor, useEditorState } from '@tiptap/react'
import { Bold, Code, Italic, Link as LinkPicture, List, ListOrdered, Quote, Unlink } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover, ToggleButton, Toolbar } from 'react-aria-components'
import { useMessages } from '../messages/messages.ts'
import { Button, type Icon } from './button.tsx'
import { TextField } from './fields.tsx'
import styles from './rich-text.module.css'
import { addressOf } from './rich-text-html.ts'

interface Mark {
  readonly id: 'bold' | 'italic' | 'bulletList' | 'orderedList' | 'blockquote' | 'code'
  readonly icon: Icon
  readonly name: 'bold' | 'italic' | 'bulletList' | 'numberedList' | 'quote' | 'code'
  readonly toggle: (editor: Editor) => void
}

const marks: readonly Mark[] = [
  { id: 'bold', icon: Bold, name: 'bold', toggle: (editor) => editor.chain().focus().toggleBold().run() },
  { id: 'italic', icon: Italic, name: 'italic', toggle: (editor) => editor.chain().focus().toggleItalic().run() },
  {
    id: 'bulletList',
    icon: List,
    name: 'bulletList',
    toggle: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    id: 'orderedList',
    icon: ListOrdered,
    name: 'numberedList',
    toggle: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  { id: 'blockquote', icon: Quote, name: 'quote', toggle: (editor) => editor.chain().focus().toggleBlockquote().run() },
  { id: 'code', icon: Code, name: 'code', toggle: (editor) => editor.chain().focus().toggleCode().run() },
]

export function RichTextBar({ editor }: { readonly editor: Editor }) {
  const messages = useMessages().parts
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => Object.fromEntries(marks.map(({ id }) => [id, now.isActive(id)])),
  })
  return (
    <Toolbar aria-label={messages.formatting} className={styles.bar ?? ''}>
      {marks.map(({ id, icon: Picture, name, toggle }) => (
        <ToggleButton
          key={id}
          aria-label={messages[name]}
          isSelected={on[id] ?? false}
          onChange={() => toggle(editor)}
          // The cursor stays in the text. TipTap would move it back a frame later, and a key until then is lost.
          preventFocusOnPress
          className={styles.tool ?? ''}
        >
          <Picture size={15} aria-hidden />
        </ToggleButton>
      ))}
      <LinkTool editor={editor} />
    </Toolbar>
  )
}

function LinkTool({ editor }: { readonly editor: Editor }) {
  const messages = useMessages().parts
  const [open, setOpen] = useState(false)
  const linked = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') })
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <AriaButton aria-label={messages.link} className={styles.tool ?? ''} data-selected={linked || undefined}>
        <LinkPicture size={15} aria-hidden />
      </AriaButton>
      <Popover className={styles.popover ?? ''}>
        <Dialog aria-label={messages.link} className={styles.linkDialog ?? ''}>
          <LinkForm editor={editor} onDone={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** Not a form element, because the editor may be inside a form, which Enter must not submit. */
function LinkForm({ editor, onDone }: { readonly editor: Editor; readonly onDone: () => void }) {
  const messages = useMessages().parts
  const before = String(editor.getAttributes('link').href ?? '')
  const [typed, setTyped] = useState(before)
  const [wrong, setWrong] = useState(false)
  const save = (): void => {
    const href = addressOf(typed)
    setWrong(href === null)
    if (href === null) return
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && before === '') {
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    } else chain.setLink({ href }).run()
    onDone()
  }
  const remove = (): void => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onDone()
  }
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    save()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles Enter of the field inside.
    <div className={styles.linkForm} onKeyDown={enter}>
      <TextField
        label={messages.linkAddress}
        value={typed}
        onChange={setTyped}
        error={wrong ? messages.linkWrong : undefined}
        inputMode="text"
        autoFocus
      />
      <div className={styles.linkEnd}>
        {before !== '' && (
          <Button small icon={Unlink} onPress={remove}>
            {messages.unlink}
          </Button>
        )}
        <Button small look="strong" onPress={save}>
          {messages.setLink}
        </Button>
      </div>
    </div>
  )
}
