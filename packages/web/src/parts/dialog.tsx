// Dialogs: in the middle of the page, as a panel at the side, and as a confirmation. Escape and a click outside close a
// dialog; with unsaved input a confirmation comes first.
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { errorText } from '../kit/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { Button, IconButton } from './button.tsx'
import styles from './dialog.module.css'

/** What a dialog gets from the screen that shows it. */
export interface Closable {
  readonly onClose: () => void
}

interface DialogProps extends Closable {
  readonly title: string
  readonly open: boolean
  readonly children: ReactNode
  /** A panel at the side with the full height, for long content. */
  readonly aside?: boolean
  readonly wide?: boolean
  /** A click outside does not close it. */
  readonly persistent?: boolean
  /** There is unsaved input: closing it by other means than its buttons needs a confirmation. */
  readonly dirty?: boolean
}

export function Dialog(props: DialogProps) {
  const { open, onClose, dirty = false } = props
  const messages = useMessages().parts
  const [asking, setAsking] = useState(false)
  const leave = (): void => (dirty ? setAsking(true) : onClose())
  return (
    <>
      <DialogWindow {...props} onClose={leave} />
      {open && asking && (
        <ConfirmDialog
          title={messages.leaveTitle}
          action={messages.leave}
          open
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            onClose()
          }}
        >
          {messages.leaveText}
        </ConfirmDialog>
      )}
    </>
  )
}

function DialogWindow({
  title,
  open,
  onClose,
  children,
  aside = false,
  wide = false,
  persistent = false,
  dirty = false,
}: DialogProps) {
  const messages = useMessages().parts
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={(next) => !next && onClose()}
      isDismissable={!persistent && !dirty}
      // The pressed element may be removed before the press ends, and the press then counts as one on the page. So only
      // presses on the overlay itself close the dialog.
      shouldCloseOnInteractOutside={(element) => element.classList.contains(styles.overlay ?? '')}
      className={styles.overlay ?? ''}
      data-aside={aside}
    >
      <Modal className={styles.modal ?? ''} data-aside={aside} data-wide={wide}>
        <AriaDialog className={styles.dialog ?? ''}>
          <header className={styles.head}>
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            <IconButton icon={X} label={messages.close} onPress={onClose} />
          </header>
          <div className={styles.body}>{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Buttons at the end of a dialog or form; the primary one is last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <footer className={styles.end}>{children}</footer>
}

export interface Question {
  readonly title: string
  /** What will be done, as a verb: "Delete the task". */
  readonly action: string
  readonly text: ReactNode
  /** The look of the button; without it that of something that cannot be undone. */
  readonly look?: 'danger' | 'strong' | undefined
}

interface ConfirmWriteProps extends Closable {
  readonly question: Question
  /** The mutation: whether it runs, and how it failed. */
  readonly write?: { readonly isPending: boolean; readonly error: Error | null }
  readonly onConfirm: () => void
  readonly open?: boolean
}

const idle = { isPending: false, error: null }

/** The question before a mutation. */
export function ConfirmWrite({ question, write = idle, onConfirm, onClose, open = true }: ConfirmWriteProps) {
  const { title, action, text, look } = question
  const dialog = { title, action, look, open, onClose, onConfirm, busy: write.isPending, error: write.error }
  return <ConfirmDialog {...dialog}>{text}</ConfirmDialog>
}

interface ConfirmDialogProps extends Closable {
  readonly title: string
  readonly children: ReactNode
  /** What will be done, as a verb: "Delete the task". */
  readonly action: string
  readonly look?: Question['look']
  readonly open: boolean
  readonly onConfirm: () => void
  readonly busy?: boolean
  /** The error of the failed action, or its text. */
  readonly error?: Error | string | null | undefined
}

export function ConfirmDialog({
  title,
  children,
  action,
  look = 'danger',
  open,
  onClose,
  onConfirm,
  busy = false,
  error,
}: ConfirmDialogProps) {
  const messages = useMessages().parts
  return (
    <DialogWindow title={title} open={open} onClose={onClose}>
      <div className={styles.text}>{children}</div>
      {error != null && (
        <p role="alert" className={styles.error}>
          {errorText(error)}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{messages.cancel}</Button>
        <Button look={look} busy={busy} onPress={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </DialogWindow>
  )
}
