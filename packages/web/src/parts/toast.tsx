// Toasts: short messages about finished actions, with an undo button if possible. Errors of forms are shown in the
// form; other errors are toasts that stay until they are closed.
import { X } from 'lucide-react'
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { errorText, isNetworkError } from '../kit/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import styles from './toast.module.css'

interface ToastMessage {
  readonly text: string
  readonly isError: boolean
  /** The server did not respond. */
  readonly noResponse?: boolean
  readonly undo?: { readonly name: string; readonly onPress: () => void }
}

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 4 })
const displayMs = 6000

export const showToast = (text: string, undo?: ToastMessage['undo']): void => {
  queue.add({ text, isError: false, ...(undo === undefined ? {} : { undo }) }, { timeout: displayMs })
}

/** Shows an error that belongs to no form field. */
export const showError = (error: unknown): void => {
  queue.add({ text: errorText(error), isError: true, noResponse: isNetworkError(error) })
}

export function Toasts() {
  const messages = useMessages().parts
  return (
    <ToastRegion queue={queue} className={styles.region ?? ''} aria-label={messages.notices}>
      {({ toast }) => (
        <Toast toast={toast} className={styles.toast ?? ''} data-bad={toast.content.isError}>
          <ToastContent className={styles.content ?? ''}>
            <Text slot="title">{toast.content.noResponse === true ? messages.noServer : toast.content.text}</Text>
          </ToastContent>
          {toast.content.undo !== undefined && (
            <Button
              slot={null}
              className={styles.undo ?? ''}
              onPress={() => {
                toast.content.undo?.onPress()
                queue.close(toast.key)
              }}
            >
              {toast.content.undo.name}
            </Button>
          )}
          <Button slot="close" className={styles.close ?? ''} aria-label={messages.close}>
            <X size={15} aria-hidden />
          </Button>
        </Toast>
      )}
    </ToastRegion>
  )
}
