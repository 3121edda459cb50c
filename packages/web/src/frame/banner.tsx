// The banner of a server that does not answer: it says so, tries again by itself and when asked, and goes by itself.
import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { look, onReturn, useLost } from '../api/connection.ts'
import { hearOtherTabs } from '../api/records.ts'
import { Button } from '../parts/button.tsx'
import { useWords } from '../words/words.ts'
import styles from './banner.module.css'

export function Banner() {
  const lost = useLost()
  const words = useWords().frame
  const queries = useQueryClient()
  useEffect(() => onReturn(() => void queries.invalidateQueries()), [queries])
  useEffect(() => hearOtherTabs(queries), [queries])
  if (!lost) return null
  return (
    <div className={styles.banner} role="alert">
      <WifiOff size={16} aria-hidden />
      <span>{words.lost}</span>
      <Button small onPress={() => void look()}>
        {words.lookAgain}
      </Button>
    </div>
  )
}
