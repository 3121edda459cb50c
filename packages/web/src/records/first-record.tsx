// Below a choice that has nothing to choose: a button that creates the first record, for people who may, and for the
// others a sentence that says who can. The form around the choice stays open; the new record is chosen in it, and the
// choice has the focus again.
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../api/lazy.ts'
import { useMay } from '../api/session.tsx'
import { useFirstRecordMessages } from '../messages/first-record.ts'
import { Button } from '../parts/button.tsx'
import type { FirstRecordOfferProps } from '../parts/first-record.ts'
import styles from './record.module.css'

const form = () => import('./first-record-form.tsx')
const FirstRecordForm = lazyPart(form, 'FirstRecordForm')

/**
 * Focuses the choice above the offer after the form has closed. After a create this waits for the new option: until
 * then the choice is disabled.
 */
function useFocusOnChoice(adding: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const isDue = useRef(false)
  useEffect(() => {
    if (adding || !isDue.current) return
    const choice = place.current?.parentElement?.querySelector<HTMLElement>('[role=combobox], [aria-haspopup=listbox]')
    if (choice == null || choice.matches(':disabled')) return
    isDue.current = false
    // The list of a combo box stays closed, because it would cover the offer.
    choice.dataset.quiet = ''
    choice.focus()
  })
  return { place, onClosed: () => (isDue.current = true) }
}

export function FirstRecordOffer({ create, isEmpty, required, onCreated }: FirstRecordOfferProps) {
  const messages = useFirstRecordMessages()
  const may = useMay()
  const [adding, setAdding] = useState(false)
  const { place, onClosed } = useFocusOnChoice(adding)
  const { target } = create
  const mayCreate = may(target, 'create')
  return (
    <>
      <div ref={place} hidden={!isEmpty || !mayCreate}>
        {isEmpty && mayCreate && (
          <Button small onPress={() => setAdding(true)}>
            {messages.create[target]}
          </Button>
        )}
      </div>
      {isEmpty && !mayCreate && required && <p className={styles.faint}>{messages.ask[target]}</p>}
      {adding && (
        <Suspense>
          <FirstRecordForm
            create={create}
            onCreated={onCreated}
            onClose={() => {
              onClosed()
              setAdding(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
