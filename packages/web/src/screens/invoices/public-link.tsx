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

function ShownLink({ resource, id, mail }: LinkProps & { readonly mail: SuggestedMail }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const [asked, setAsked] = useState<'renew' | 'revoke' | null>(null)
  const renewing = useCreateLink({ resource, id })
  const revoking = useWrite(resource, (): Promise<unknown> => stint[resource].unlink(id))
  const close = (): void => setAsked(null)
  const { link, linkviews, linkviewed } = mail
  const done = (text: string) => ({
    onSuccess: () => {
      showToast(text)
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
        <Button small onPress={() => setAsked('renew')}>
          {messages.renewLink}
        </Button>
        <Button small onPress={() => setAsked('revoke')}>
          {messages.revokeLink}
        </Button>
      </div>
      <ConfirmWrite
        question={{ title: messages.renewLinkTitle, action: messages.renewLink, text: messages.renewLinkText }}
        write={renewing}
        open={asked === 'renew'}
        onConfirm={() => renewing.mutate(undefined, done(messages.linkRenewed))}
        onClose={close}
      />
      <ConfirmWrite
        question={{ title: messages.revokeLinkTitle, action: messages.revokeLink, text: messages.revokeLinkText }}
        write={revoking}
        open={asked === 'revoke'}
        onConfirm={() => revoking.mutate(undefined, done(messages.linkRevoked))}
        onClose={close}
      />
    </>
  )
}
