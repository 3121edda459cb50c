// The public link of an invoice or estimate on its page: create, copy, renew and revoke it, and how often it was
// opened.
import type { SuggestedMail } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { useWrite } from '../../api/records.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { copyText } from '../../parts/copy-text.ts'
import { ConfirmWrite } from '../../parts/dialog.tsx'
import { QueryView, Section } from '../../parts/page.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import styles from '../../records/money/money.module.css'
import { mailQuery } from './send-document.tsx'

interface LinkProps {
  readonly resource: 'invoice' | 'estimate'
  readonly id: number
}

interface PublicLinkProps extends LinkProps {
  /** Who sees what with it. */
  readonly text: string
}

export function PublicLink({ text, ...link }: PublicLinkProps) {
  const messages = useMoneyMessages()
  // What is suggested for the next mail has the link too.
  const query = useQuery(mailQuery(`${link.resource}mail`, link.id))
  return (
    <Section card title={messages.publicLink}>
      <p className={styles.small}>{text}</p>
      <QueryView query={query}>
        {(mail) => (mail.link === '' ? <CreateLink {...link} /> : <ShownLink {...link} mail={mail} />)}
      </QueryView>
    </Section>
  )
}

/** Creates the link, in place of the one it has. */
const useCreateLink = ({ resource, id }: LinkProps) =>
  useWrite(resource, (): Promise<unknown> => stint[resource].link(id))

function CreateLink(link: LinkProps) {
  const messages = useMoneyMessages()
  const creating = useCreateLink(link)
  return (
    <div>
      <Button small busy={creating.isPending} onPress={() => creating.mutate(undefined, { onError: showError })}>
        {messages.createLink}
      </Button>
    </div>
  )
}

const linkSteps = ['renew', 'revoke'] as const
type LinkStep = (typeof linkSteps)[number]

function ShownLink({ resource, id, mail }: LinkProps & { readonly mail: SuggestedMail }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const [asked, setAsked] = useState<LinkStep | null>(null)
  const renewing = useCreateLink({ resource, id })
  const revoking = useWrite(resource, (): Promise<unknown> => stint[resource].unlink(id))
  const close = (): void => setAsked(null)
  const { link, linkviews, linkviewed } = mail
  const steps = {
    renew: {
      write: renewing,
      question: { title: messages.renewLinkTitle, action: messages.renewLink, text: messages.renewLinkText },
      done: messages.linkRenewed,
    },
    revoke: {
      write: revoking,
      question: { title: messages.revokeLinkTitle, action: messages.revokeLink, text: messages.revokeLinkText },
      done: messages.linkRevoked,
    },
  }
  const run = (step: LinkStep): void =>
    steps[step].write.mutate(undefined, {
      onSuccess: () => {
        showToast(steps[step].done)
        close()
      },
    })
  return (
    <>
      <p>{linkviewed === null ? messages.notViewed : messages.viewed(linkviews, formats.moment(linkviewed))}</p>
      <div className={styles.headRow}>
        <Button small onPress={() => copyText(`${location.origin}/${link}`, messages.linkCopied)}>
          {messages.copyLink}
        </Button>
        {linkSteps.map((step) => (
          <Button key={step} small onPress={() => setAsked(step)}>
            {steps[step].question.action}
          </Button>
        ))}
      </div>
      {linkSteps.map((step) => (
        <ConfirmWrite
          key={step}
          question={steps[step].question}
          write={steps[step].write}
          open={asked === step}
          onConfirm={() => run(step)}
          onClose={close}
        />
      ))}
    </>
  )
}
