// The bar at the bottom of an edited invoice or estimate, and the question before its page is left with changes.
import { LeaveGuard } from '../../frame/leave-guard.tsx'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import styles from '../../records/money/money.module.css'

interface SaveBarProps {
  readonly changed: boolean
  readonly editing: { readonly busy: boolean; readonly discard: () => void }
  readonly save: string
  readonly onSave: () => Promise<void>
  readonly leaveText: string
}

export function SaveBar({ changed, editing, save, onSave, leaveText }: SaveBarProps) {
  const messages = useMoneyMessages()
  return (
    <>
      {changed && (
        <div className={styles.saveBar} data-bottom-bar>
          <p>{messages.unsaved}</p>
          <Button onPress={editing.discard}>{messages.discard}</Button>
          <Button look="strong" busy={editing.busy} onPress={() => void onSave()}>
            {save}
          </Button>
        </div>
      )}
      <LeaveGuard dirty={changed} text={leaveText} />
    </>
  )
}
