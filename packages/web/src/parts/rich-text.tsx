// A field for rich text: bold, italic, lists, quotes, code, links. Its value is HTML in the form that the server
// stores. The editor is large and is loaded when the first such field is shown.
import { Suspense, useId } from 'react'
import { lazyPart } from '../api/lazy.ts'
import fields from './fields.module.css'
import type { FieldProps } from './fields.tsx'
import styles from './rich-text.module.css'

export interface RichTextProps extends FieldProps {
  /** The initial value; another value needs another `key` on this component. */
  readonly value: string
  /** The value is '' when the editor is empty. */
  readonly onChange: (html: string) => void
  readonly autoFocus?: boolean
  readonly placeholder?: string
  /** One line high until more is written. */
  readonly low?: boolean
}

const Editor = lazyPart(() => import('./rich-text-editor.tsx'), 'RichTextEditor')

export function RichText(props: RichTextProps) {
  const { label, labelHidden = false, hint, error, required = false, low = false } = props
  const id = useId()
  const below = error ?? hint
  return (
    <div className={fields.field}>
      <span className={labelHidden ? 'hidden' : fields.label} id={`${id}-label`}>
        {label}
        {required && (
          <span className={fields.required} aria-hidden>
            {' *'}
          </span>
        )}
      </span>
      <Suspense fallback={<div className={styles.frame} data-low={low} />}>
        <Editor {...props} id={id} />
      </Suspense>
      {below !== undefined && (
        <span id={`${id}-below`} className={error === undefined ? fields.hint : fields.error}>
          {below}
        </span>
      )}
    </div>
  )
}
