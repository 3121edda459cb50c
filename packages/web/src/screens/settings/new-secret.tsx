// The content of a dialog that shows a new secret once, with a button that copies it. Creating the secret is up to the
// caller.
import type { ReactNode } from 'react'
import { Button } from '../../parts/button.tsx'
import { copyText } from '../../parts/copy-text.ts'
import { type Closable, DialogActions } from '../../parts/dialog.tsx'
import styles from './settings.module.css'

interface NewSecretProps extends Closable {
  readonly secret: string
  readonly texts: { readonly once: string; readonly copy: string; readonly copied: string; readonly done: string }
  /** What it is for, and how to try it. */
  readonly children: ReactNode
}

export function NewSecret({ secret, texts, onClose, children }: NewSecretProps) {
  return (
    <>
      <p role="status">{texts.once}</p>
      <code className={styles.code}>{secret}</code>
      {children}
      <DialogActions>
        <Button onPress={() => copyText(secret, texts.copied)}>{texts.copy}</Button>
        <Button look="strong" onPress={onClose}>
          {texts.done}
        </Button>
      </DialogActions>
    </>
  )
}
