// The help for shortcuts: all that are registered now, of the frame and of the open screen.
import { closeOverlay } from '../../frame/overlays.ts'
import { useRegisteredShortcuts } from '../../frame/shortcuts.ts'
import { useMessages } from '../../messages/messages.ts'
import { Dialog } from '../../parts/dialog.tsx'
import styles from './palette.module.css'

export function ShortcutSheet() {
  const messages = useMessages().frame
  const shortcuts = useRegisteredShortcuts()
  return (
    <Dialog title={messages.help} open onClose={closeOverlay} wide>
      <dl className={styles.keys}>
        {shortcuts.map(({ keys, name }) => (
          <div key={`${keys} ${name}`}>
            <dt>
              {keys.split(/[ +]/).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
