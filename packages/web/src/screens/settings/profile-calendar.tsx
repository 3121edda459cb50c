// The tab of the profile with the calendar link: an address that calendar apps read without a sign-in. It is shown once
// and needs the password. A new link replaces the old one.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarDays, Plus } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { sessionApi } from '../../api/session-api.ts'
import { useCalendarMessages } from '../../messages/calendar.ts'
import { Button } from '../../parts/button.tsx'
import { type Closable, ConfirmWrite, Dialog } from '../../parts/dialog.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { FormActions } from '../../parts/form-dialog.tsx'
import { EmptyState, QueryView, Section } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'
import { noProof, ProofFields } from '../../records/people/proof-fields.tsx'
import { NewSecret } from './new-secret.tsx'
import styles from './settings.module.css'

const calendarKey = ['session', 'calendar']

type OpenDialog = 'create' | 'replace' | 'revoke'

export function CalendarLink() {
  const messages = useCalendarMessages()
  const formats = useFormats()
  const query = useQuery({ queryKey: calendarKey, queryFn: sessionApi.calendar })
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  return (
    <Section
      title={messages.title}
      card
      actions={
        query.data === null && (
          <Button look="strong" small icon={Plus} onPress={() => setOpen('create')}>
            {messages.create}
          </Button>
        )
      }
    >
      <p className={styles.muted}>{messages.about}</p>
      <QueryView query={query}>
        {(calendar) =>
          calendar === null ? (
            <EmptyState icon={CalendarDays} title={messages.none} />
          ) : (
            <ul className={styles.entries}>
              <li className={styles.entry}>
                {/* The API writes an instant without its time zone, which is UTC. */}
                <span>{messages.created(formats.moment(`${calendar.datecreated.replace(' ', 'T')}Z`))}</span>
                <span className={styles.entryEnd}>
                  <Button small onPress={() => setOpen('replace')}>
                    {messages.replace}
                  </Button>
                  <Button small onPress={() => setOpen('revoke')}>
                    {messages.revoke}
                  </Button>
                </span>
              </li>
            </ul>
          )
        }
      </QueryView>
      {(open === 'create' || open === 'replace') && <NewLink replaces={open === 'replace'} onClose={close} />}
      {open === 'revoke' && <RevokeLink onClose={close} />}
    </Section>
  )
}

function NewLink({ replaces, onClose }: Closable & { readonly replaces: boolean }) {
  const messages = useCalendarMessages()
  const queries = useQueryClient()
  const [path, setPath] = useState<string | null>(null)
  const form = useForm(noProof, async (proof) => {
    setPath((await sessionApi.createCalendar(proof)).path)
    await queries.invalidateQueries({ queryKey: calendarKey })
  })
  const action = replaces ? messages.replace : messages.create
  return (
    <Dialog title={action} open onClose={onClose} persistent>
      {path === null ? (
        <Form form={form}>
          {replaces && <p>{messages.replaceText}</p>}
          <ProofFields current={form.field('current')} code={form.field('code')} autoFocus />
          <FormActions form={form} onCancel={onClose} submit={action} />
        </Form>
      ) : (
        <NewSecret secret={`${location.origin}${path}`} texts={messages} onClose={onClose}>
          <p className={styles.muted}>{messages.how}</p>
        </NewSecret>
      )}
    </Dialog>
  )
}

function RevokeLink({ onClose }: Closable) {
  const messages = useCalendarMessages()
  const queries = useQueryClient()
  const write = useMutation({
    mutationFn: sessionApi.revokeCalendar,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: calendarKey })
      showToast(messages.revoked)
      onClose()
    },
  })
  const question = { title: messages.revokeTitle, action: messages.revoke, text: messages.revokeText }
  return <ConfirmWrite question={question} write={write} onConfirm={() => write.mutate()} onClose={onClose} />
}
