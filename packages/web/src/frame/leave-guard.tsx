// Asks for confirmation before somebody leaves a screen with unsaved changes by a link, the back button or closing the
// tab.
import { useBlocker } from '@tanstack/react-router'
import { useMessages } from '../messages/messages.ts'
import { ConfirmDialog } from '../parts/dialog.tsx'

interface LeaveGuardProps {
  readonly dirty: boolean
  /** Says what would be lost. */
  readonly text: string
  /** Ask also when only the parameters of the same screen change, such as its tab or week. */
  readonly everywhere?: boolean
}

export function LeaveGuard({ dirty, text, everywhere = false }: LeaveGuardProps) {
  const messages = useMessages().parts
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && (everywhere || current.pathname !== next.pathname),
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      title={messages.leaveTitle}
      action={messages.leave}
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      {text}
    </ConfirmDialog>
  )
}
