// Sanitizes the HTML of notes and descriptions with an allow-list before it is stored (T-31). It never searches for
// dangerous patterns, and removes all styles, ids and scripts. It is not for plain text, which is stored unchanged.

import sanitize from 'sanitize-html'
import { withoutNonXml } from './text.ts'

const ELEMENTS = [
  ...['p', 'br', 'hr', 'div', 'span', 'blockquote', 'pre', 'code', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'ul', 'ol', 'li', 'img'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]

// The content of these elements is removed too, because it is not text. Of other elements the text is kept.
const DROPPED_WHOLE = [
  ...['script', 'style', 'template', 'textarea', 'option', 'title', 'svg', 'math'],
  ...['iframe', 'noscript', 'noembed', 'noframes', 'plaintext', 'xmp'],
]

const LINK_RELATION = 'noopener noreferrer nofollow'
const LINK = /^(?:https?:\/\/|mailto:)/i
const IMAGE = /^https?:\/\//i
const CHECKLIST_CLASSES = ['checklist', 'checklist-checked']

// No document written by a person is nested deeper. Deeper HTML is shown as text.
const MAX_DEPTH = 1000

// More passes than any known text needs. HTML that still changes after them is shown as text.
const MAX_PASSES = 6

const OPTIONS: sanitize.IOptions = {
  allowedTags: ELEMENTS,
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    span: ['data-mention'],
  },
  allowedClasses: { ul: CHECKLIST_CLASSES, li: CHECKLIST_CLASSES },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nonTextTags: DROPPED_WHOLE,
  nestingLimit: 60,
  transformTags: {
    span: (tagName, attributes) => ({ tagName, attribs: mentionAttribute(attributes['data-mention']) }),
    a: (tagName, { href }) => ({ tagName, attribs: { ...addressAttribute('href', href, LINK), rel: LINK_RELATION } }),
    img: (tagName, { src, alt, width, height }) => ({
      tagName,
      attribs: {
        ...addressAttribute('src', src, IMAGE),
        ...(alt === undefined ? {} : { alt }),
        ...sizeAttribute('width', width),
        ...sizeAttribute('height', height),
      },
    }),
  },
}

// Sanitizing twice changes nothing (I-35): a result is returned only when another pass leaves it unchanged. One pass is
// not enough, because removing an element can create an invalid nesting of two others.
export function sanitizeHtml(text: string): string {
  if (!/[<>&]/.test(text)) return text
  if (!/<|&[#a-zA-Z]/.test(text)) return textAsHtml(text)
  let was = text
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const cleaned = cleanOnce(was)
    if (cleaned === null) return textAsHtml(was)
    if (cleaned === was) return cleaned
    was = cleaned
  }
  return textAsHtml(was)
}

// A character reference such as &#11; becomes its character here, so characters that XML cannot carry are removed
// afterwards. Returns null for elements nested so deeply that matching the end tags would take quadratic time.
function cleanOnce(text: string): string | null {
  let depth = 0
  const onOpenTag = (): void => {
    depth += 1
    if (depth > MAX_DEPTH) throw new NestedTooDeep()
  }
  const onCloseTag = (): void => {
    depth -= 1
  }
  try {
    return withoutNonXml(sanitize(text, { ...OPTIONS, onOpenTag, onCloseTag }))
  } catch (error) {
    if (error instanceof NestedTooDeep) return null
    throw error
  }
}

class NestedTooDeep extends Error {}

// Plain text as HTML. Sanitizing leaves it unchanged.
export function textAsHtml(text: string): string {
  return withoutNonXml(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

// Browsers ignore blanks and control characters around and inside a URL, so it is checked and stored without them.
function addressAttribute(name: string, value: string | undefined, allowed: RegExp): Record<string, string> {
  const plain = value?.replace(/[\x00-\x20\x7f-\x9f]/g, '') ?? ''
  return allowed.test(plain) ? { [name]: plain } : {}
}

// The id of a person who is mentioned in the text.
function mentionAttribute(value: string | undefined): Record<string, string> {
  return value !== undefined && /^[1-9][0-9]{0,15}$/.test(value) ? { 'data-mention': value } : {}
}

function sizeAttribute(name: string, value: string | undefined): Record<string, string> {
  return value !== undefined && /^[0-9]{1,4}%?$/.test(value) ? { [name]: value } : {}
}
