// Between stored HTML and the document that is edited. What comes in is cleaned and read as elements, so that no text
// becomes HTML in the page; what goes out is what the server keeps. Loaded with the editor.
import { getSchema, type JSONContent } from '@tiptap/core'
import { DOMParser as DocumentReader } from '@tiptap/pm/model'
import StarterKit from '@tiptap/starter-kit'
import DOMPurify from 'dompurify'

const address = /^(?:https?:\/\/|mailto:)/i

export const extensions = [
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

/** What is pasted comes from anywhere. */
export const cleanPasted = (html: string): string => DOMPurify.sanitize(html, { FORBID_TAGS: ['style', 'img'] })

/** What somebody typed as the address of a link; null when it cannot be one. */
export function addressOf(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  if (address.test(text)) return text
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return null
  return text.includes('@') ? `mailto:${text}` : `https://${text}`
}
