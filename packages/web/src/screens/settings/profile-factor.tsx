// Two-factor sign-in in the profile: turn on an authenticator app, get new recovery codes, turn it off; and passkeys.
// All of it needs the password again.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { sessionStateQuery } from '../../api/session.tsx'
import { type FactorSetUp, type FactorState, sessionApi } from '../../api/session-api.ts'
import { instantOfWire } from '../../kit/format.ts'
import { useSecondFactorMessages } from '../../messages/second-factor.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { type Closable, Dialog } from '../../parts/dialog.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { FormActions } from '../../parts/form-dialog.tsx'
import { QueryView, Section } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'
import { CodeField, FactorSecret, RecoveryCodes } from '../../records/people/factor-setup.tsx'
import { noProof } from '../../records/people/proof-fields.tsx'
import { ProofForm } from '../../records/people/proof-form.tsx'
import { Passkeys } from './profile-passkeys.tsx'
import styles from './settings.module.css'

const factorKey = ['session', 'factor']

type OpenDialog = 'on' | 'codes' | 'off'

/** The session says whether a code is asked for, so it is loaded again; turning it on ends other sessions. */
function useReload(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: sessionStateQuery.queryKey })
}

export function SecondFactor() {
  const messages = useSecondFactorMessages()
  const query = useQuery({ queryKey: factorKey, queryFn: sessionApi.factor })
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const reload = useReload()
  const close = (): void => {
    setOpen(null)
    void reload()
  }
  return (
    <>
      <Section title={messages.title} card>
        <p className={styles.muted}>{query.data?.offerspasskeys ? messages.aboutPasskeys : messages.about}</p>
        <QueryView query={query}>
          {(state) => (
            <>
              {state.required && <p>{messages.required}</p>}
              <div className={styles.entries}>
                <FactorLine state={state} onOpen={setOpen} />
                <CodesLine state={state} onOpen={setOpen} />
              </div>
              {open === 'off' && <TurnOff state={state} onClose={close} />}
            </>
          )}
        </QueryView>
        {open === 'on' && <TurnOn onClose={close} />}
        {open === 'codes' && <NewCodes onClose={close} />}
      </Section>
      {query.data !== undefined && <Passkeys state={query.data} />}
    </>
  )
}

interface FactorLineProps {
  readonly state: FactorState
  readonly onOpen: (dialog: OpenDialog) => void
}

function FactorLine({ state: { factor }, onOpen }: FactorLineProps) {
  const messages = useSecondFactorMessages()
  const formats = useFormats()
  return (
    <div className={styles.entry}>
      <span className={styles.entryName}>{messages.app}</span>
      {factor === null ? (
        <span className={styles.muted}>{messages.off}</span>
      ) : (
        <Badge tone="good">{messages.on(formats.moment(instantOfWire(factor.datecreated)))}</Badge>
      )}
      <span className={styles.entryEnd}>
        {factor === null ? (
          <Button small look="strong" onPress={() => onOpen('on')}>
            {messages.turnOn}
          </Button>
        ) : (
          <Button small onPress={() => onOpen('off')}>
            {messages.turnOff}
          </Button>
        )}
      </span>
    </div>
  )
}

/** Whoever has an app or a passkey also has recovery codes. */
function CodesLine({ state: { factor, passkeys, codes }, onOpen }: FactorLineProps) {
  const messages = useSecondFactorMessages()
  if (factor === null && passkeys.length === 0) return null
  return (
    <div className={styles.entry}>
      <span className={styles.entryName}>{messages.left(codes)}</span>
      <span className={styles.entryEnd}>
        <Button small onPress={() => onOpen('codes')}>
          {messages.newCodes}
        </Button>
      </span>
    </div>
  )
}

function TurnOn({ onClose }: Closable) {
  const messages = useSecondFactorMessages()
  const [setup, setSetup] = useState<FactorSetUp | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const proof = useForm(noProof, async (values) => setSetup(await sessionApi.beginFactor(values)))
  const confirm = useForm({ code: '' }, async ({ code }) => setCodes(await sessionApi.confirmFactor(code)))
  return (
    <Dialog title={codes === null ? messages.setUp.title : messages.codes.title} open onClose={onClose} persistent>
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : setup === null ? (
        <ProofForm form={proof} text={messages.turnOnText} submit={messages.next} onCancel={onClose} />
      ) : (
        <Form form={confirm}>
          <FactorSecret setup={setup} />
          <CodeField {...confirm.field('code')} autoFocus />
          <FormActions form={confirm} onCancel={onClose} submit={messages.turnOn} />
        </Form>
      )}
    </Dialog>
  )
}

function NewCodes({ onClose }: Closable) {
  const messages = useSecondFactorMessages()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useForm(noProof, async (values) => setCodes(await sessionApi.newRecoveryCodes(values)))
  return (
    <Dialog title={codes === null ? messages.newCodes : messages.codes.title} open onClose={onClose} persistent>
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <ProofForm form={form} text={messages.newCodesText} submit={messages.create} onCancel={onClose} />
      )}
    </Dialog>
  )
}

function TurnOff({ state: { required, passkeys }, onClose }: Closable & { readonly state: FactorState }) {
  const messages = useSecondFactorMessages()
  const isApp = passkeys.length > 0
  const form = useForm(noProof, async (values) => {
    await sessionApi.turnOffFactor(values)
    showToast(isApp ? messages.appTurnedOff : messages.turnedOff)
    onClose()
  })
  return (
    <Dialog title={isApp ? messages.turnOffAppTitle : messages.turnOffTitle} open onClose={onClose}>
      <ProofForm
        form={form}
        text={isApp ? messages.turnOffAppText : required ? messages.turnOffRequired : messages.turnOffText}
        submit={messages.turnOff}
        look="danger"
        onCancel={onClose}
      />
    </Dialog>
  )
}
