// Below a choice that has nothing to choose: a button that creates the first record, for people who may, and for the
// others a sentence that says who can. The form around the choice stays open; the new record is chosen in it.
import { lazy, Suspense, useState } from 'react'
import { loadLazily } from '../api/lazy.ts'
import { useMay } from '../api/session.tsx'
import { useFirstRecordMessages } from '../messages/first-record.ts'
import { Button } from '../parts/button.tsx'
import type { FirstRecordOfferProps } from '../parts/first-record.ts'
import styles from './record.module.css'

const form = () => import('./first-record-form.tsx')
const FirstRecordForm = lazy(async () => ({ default: (await loadLazily(form)).FirstRecordForm }))

export function FirstRecordOffer({ create, isEmpty, required, onCreated }: FirstRecordOfferProps) {
  const messages = useFirstRecordMessages()
  const may = useMay()
  const [adding, setAdding] = useState(false)
  const { target } = create
  const mayCreate = may(target, 'create')
  return (
    <>
      {isEmpty && mayCreate && (
        <div>
          <Button small onPress={() => setAdding(true)}>
            {messages.create[target]}
          </Button>
        </div>
      )}
      {isEmpty && !mayCreate && required && <p className={styles.faint}>{messages.ask[target]}</p>}
      {adding && (
        <Suspense>
          <FirstRecordForm create={create} onCreated={onCreated} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
