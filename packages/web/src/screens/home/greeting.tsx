// The heading of Home for the team and for clients. The first frame shows it before anything else is loaded, and it
// is large, so that the page looks complete from then on.
import { useSession } from '../../api/session.tsx'
import { useTimeMessages } from '../../messages/time.ts'
import styles from './home.module.css'

export function Greeting() {
  const { firstname } = useSession()
  return <h1 className={styles.greeting}>{useTimeMessages().hello(firstname)}</h1>
}
