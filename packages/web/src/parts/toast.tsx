// Short words at the corner of the page about what was just done, with a way back where there is one. Faults of forms stand in
// the form; what goes wrong elsewhere comes here and stays until it is put away.
import { X } from 'lucide-react'
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { isSilence, toldOf } from '../kit/wrong.ts'
import { useWords } from '../words/words.ts'
import styles from './toast.module.css'

interface Said {
  readonly text: string
  readonly bad: boolean
  /** There was no answer at all. */
  readonly silent?: boolean
  readonly undo?: { readonly name: string; readonly onPress: () => void }
}

const queue = new ToastQueue<Said>({ maxVisibleToasts: 4 })
const readMs = 6000

export const say = (text: string, undo?: Said['undo']): void => {
  queue.add({ text, bad: false, ...(undo === undefined ? {} : { undo }) }, { timeout: readMs })
}

/** Something went wrong and no field is to blame. */
export const sayBad = (error: unknown): void => {
  queue.add({ text: toldOf(error), bad: true, silent: isSilence(error) })
}

export function Toasts() {
  const words = useWords().parts
  return (
    <ToastRegion queue={queue} className={styles.region ?? ''} aria-label={words.notices}>
      {({ toast }) => (
        <Toast toast={toast} className={styles.toast ?? ''} data-bad={toast.content.bad}>
          <ToastContent className={styles.content ?? ''}>
            <Text slot="title">{toast.content.silent === true ? words.noServer : toast.content.text}</Text>
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
          <Button slot="close" className={styles.close ?? ''} aria-label={words.close}>
            <X size={15} aria-hidden />
          </Button>
        </Toast>
      )}
    </ToastRegion>
  )
}
