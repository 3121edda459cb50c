// Shows stored rich text. The server sanitizes it on write; it is sanitized again here, in case it was stored before a
// rule existed (T-31). No other file of the application inserts HTML.
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import styles from './stored-html.module.css'

const editorTags = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a']
const otherTags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span', 'div']

// Links open in a new tab and send no referrer, because they leave the application.
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
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it was sanitized in the line above, and is a TrustedHTML.
  return <div className={styles.html} dangerouslySetInnerHTML={{ __html: clean as unknown as string }} />
}
