// A link with which a person chooses a password: how it is created, and the dialog that shows it to an Administrator,
// to copy it and pass it on. The address of the page is that of this browser.
import { Copy } from 'lucide-react'
import { type NewPasswordLink, type PasswordLink, sessionApi } from '../../api/session-api.ts'
import { usePasswordLinkMessages } from '../../messages/password-links.ts'
import { Button } from '../../parts/button.tsx'
import { copyText } from '../../parts/copy-text.ts'
import { type Closable, Dialog, DialogActions } from '../../parts/dialog.tsx'
import styles from '../record.module.css'

export interface ShownLink extends NewPasswordLink {
  readonly kind: PasswordLink['kind']
}

/** Creates a link; with `send` the server also mails it. */
export const createPersonLink = async (
  personid: number,
  kind: PasswordLink['kind'],
  send: boolean,
): Promise<ShownLink> => ({ kind, ...(await sessionApi.createLink(personid, { kind, send: send ? 't' : 'f' })) })

export function PersonLinkDialog({ link: { kind, path, sentto }, onClose }: Closable & { readonly link: ShownLink }) {
  const messages = usePasswordLinkMessages().create
  const url = `${location.origin}/${path}`
  return (
    <Dialog title={messages.title[kind]} open onClose={onClose} persistent>
      {sentto !== null && <p role="status">{messages.mailed(sentto)}</p>}
      <p>{messages.text[kind]}</p>
      <code className={styles.code}>{url}</code>
      <DialogActions>
        <Button icon={Copy} onPress={() => copyText(url, messages.copied)}>
          {messages.copy}
        </Button>
        <Button look="strong" onPress={onClose}>
          {messages.done}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
