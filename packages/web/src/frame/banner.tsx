// The banner that is shown while the server does not respond, with a button to retry. It disappears when the server
// responds again.
import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { checkServer, onReconnect, useOffline, watchNetwork } from '../api/connection.ts'
import { useLiveUpdates } from '../api/live.ts'
import { listenToOtherTabs } from '../api/records.ts'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../parts/button.tsx'
import styles from './banner.module.css'

export function Banner() {
  const lost = useOffline()
  const messages = useMessages().frame
  const queries = useQueryClient()
  useEffect(() => onReconnect(() => void queries.invalidateQueries()), [queries])
  useEffect(() => listenToOtherTabs(queries), [queries])
  useEffect(watchNetwork, [])
  useLiveUpdates()
  if (!lost) return null
  return (
    <div className={styles.banner} role="alert">
      <WifiOff size={16} aria-hidden />
      <span>{messages.offline}</span>
      <Button small onPress={() => void checkServer()}>
        {messages.retryNow}
      </Button>
    </div>
  )
}
