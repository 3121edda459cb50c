// Converts stored HTML to the document of the editor. The HTML is sanitized and parsed as elements, so that no text
// becomes HTML in the page. Loaded with the editor.
import { getSchema, type JSONContent, mergeAttributes, Node } from '@tiptap/core'
import { DOMParser as DocumentReader } from '@tiptap/pm/model'
import StarterKit from '@tiptap/starter-kit'
import DOMPurify from 'dompurify'

const address = /^(?:https?:\/\/|mailto:)/i

/** A mentioned person, in the form that the server stores: <span data-mention="12">@Ada</span>. */
const mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    id: {
      default: '',
      parseHTML: (element: HTMLElement) => element.getAttribute('data-mention'),
      renderHTML: ({ id }) => ({ 'data-mention': id }),
    },
    text: { default: '', parseHTML: (element: HTMLElement) => element.textContent, rendered: false },
  }),
  parseHTML: () => [{ tag: 'span[data-mention]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes), String(node.attrs.text)],
  renderText: ({ node }) => String(node.attrs.text),
})

export const extensions = [
  mention,
  StarterKit.configure({
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      isAllowedUri: (url) => address.test(url),
      HTMLAttributes: { target: null, rel: null },
    },
  }),
]

const schema = getSchema(extensions)

export function documentOf(html: string): JSONContent {
  const elements = DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, FORBID_TAGS: ['style', 'img'] })
  return DocumentReader.fromSchema(schema).parse(elements).toJSON() as JSONContent
}

/** Pasted HTML comes from any source, so it is sanitized. */
export const cleanPasted = (html: string): string => DOMPurify.sanitize(html, { FORBID_TAGS: ['style', 'img'] })

/** Parses the typed address of a link; null if it is invalid. */
export function addressOf(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  if (address.test(text)) return text
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return null
  return text.includes('@') ? `mailto:${text}` : `https://${text}`
}
