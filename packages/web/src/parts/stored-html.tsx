// Rich text that somebody stored. The server cleans it when it is written; it is cleaned again here, so that nothing
// in it can run even if a server older than a rule kept it (T-31). The only place of the application that shows HTML.
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import styles from './stored-html.module.css'

const editorTags = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a']
const otherTags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span', 'div']

// A link leaves the application, so it opens beside it and tells nobody where it came from.
DOMPurify.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', 'noopener noreferrer nofollow')
})

export function StoredHtml({ html }: { readonly html: string }) {
  const clean = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        ALLOWED_TAGS: [...editorTags, ...otherTags],
        ALLOWED_ATTR: ['href', 'title', 'colspan', 'rowspan'],
        RETURN_TRUSTED_TYPE: true,
      }),
    [html],
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it was cleaned in the line above, and is a TrustedHTML.
  return <div className={styles.html} dangerouslySetInnerHTML={{ __html: clean as unknown as string }} />
}
