// On or off, at once: unlike a box in a form there is nothing to save. Its label is for those who hear the page;
// those who see it know from where it stands.
import { Switch as AriaSwitch } from 'react-aria-components'
import styles from './switch.module.css'

interface SwitchProps {
  readonly label: string
  readonly value: boolean
  readonly onChange: (value: boolean) => void
  /** While it is being done it cannot be turned again. */
  readonly busy?: boolean
}

export function Switch({ label, value, onChange, busy = false }: SwitchProps) {
  return (
    <AriaSwitch
      aria-label={label}
      isSelected={value}
      onChange={onChange}
      isReadOnly={busy}
      className={styles.switch ?? ''}
    >
      <span className={styles.track} aria-hidden>
        <span className={styles.knob} />
      </span>
    </AriaSwitch>
  )
}
