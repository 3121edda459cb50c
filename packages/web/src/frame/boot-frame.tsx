// The empty frame of the application, which the first script shows while the session and the screens load. It has the
// measures of the real frame, so that nothing moves when that replaces it. Screen readers do not get it.
import styles from './boot-frame.module.css'

export function BootFrame() {
  return (
    <div className={styles.frame} aria-hidden data-boot>
      <div className={styles.side} />
      <div className={styles.bar} />
      <div className={styles.bottom} />
    </div>
  )
}
