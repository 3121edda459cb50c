// A switch that takes effect at once, unlike a checkbox in a form. Its label is only for screen readers.
import { Switch as AriaSwitch } from 'react-aria-components'
import styles from './switch.module.css'

interface SwitchProps {
  readonly label: string
  readonly value: boolean
  readonly onChange: (value: boolean) => void
  /** While busy, it cannot be switched. */
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
