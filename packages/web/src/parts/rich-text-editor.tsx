// The rich text editor: TipTap with a toolbar. Loaded on demand, and only by rich-text.tsx. It injects no styles,
// because the content security policy forbids it; they are in rich-text.module.css.
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { useRef, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import styles from './rich-text.module.css'
import type { RichTextProps } from './rich-text.tsx'
import { RichTextBar } from './rich-text-bar.tsx'
import { cleanPasted, documentOf, extensions } from './rich-text-html.ts'
import { type KeyHandler, MentionList } from './rich-text-mentions.tsx'

interface EditorProps extends RichTextProps {
  /** The prefix of the ids of the label and the messages. */
  readonly id: string
}

const contentOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML())

export function RichTextEditor(props: EditorProps) {
  const { id, value, autoFocus = false, error, hint, required = false, isDisabled = false, low = false } = props
  const current = useRef(props)
  current.current = props
  const mentionKeys = useRef<KeyHandler | null>(null)
  const [content] = useState(() => documentOf(value))
  const described: Record<string, string> =
    error === undefined && hint === undefined ? {} : { 'aria-describedby': `${id}-below` }
  const editor = useEditor({
    extensions,
    content,
    editable: !isDisabled,
    autofocus: autoFocus ? 'end' : false,
    injectCSS: false,
    onUpdate: ({ editor: changed }) => current.current.onChange(contentOf(changed)),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-required': String(required),
        'aria-invalid': String(error !== undefined),
        ...described,
        class: styles.content ?? '',
      },
      transformPastedHTML: cleanPasted,
      handleKeyDown: (_view, event) => mentionKeys.current?.(event) ?? false,
    },
  })
  return (
    <div className={styles.frame} data-low={low} data-invalid={error !== undefined}>
      <RichTextBar editor={editor} />
      <Placeholder editor={editor} text={props.placeholder} />
      <EditorContent editor={editor} />
      <MentionList editor={editor} id={id} keys={mentionKeys} />
    </div>
  )
}

/** The placeholder of an empty editor. Hidden from screen readers, which read the label. */
function Placeholder({ editor, text }: { readonly editor: Editor; readonly text: string | undefined }) {
  const messages = useMessages().parts
  const empty = useEditorState({ editor, selector: ({ editor: now }) => now.isEmpty })
  if (!empty) return null
  return (
    <div className={styles.placeholder} aria-hidden>
      {text ?? messages.write}
    </div>
  )
}
