// Asks before somebody leaves a screen on which something is not saved: by a link, the way back, or closing the tab.
import { useBlocker } from '@tanstack/react-router'
import { useMessages } from '../messages/messages.ts'
import { ConfirmDialog } from '../parts/dialog.tsx'

interface LeaveGuardProps {
  readonly dirty: boolean
  /** What would be lost. */
  readonly text: string
  /** Another tab or week of the same screen is leaving too. */
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
