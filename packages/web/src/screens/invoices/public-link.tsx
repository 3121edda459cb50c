// The public link of an issued invoice on its page: create, copy, renew and revoke it, and how often it was opened.
import type { InvoicemailRecord, InvoiceRecord, StintError } from '@stint/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
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

export const invoiceMailQuery = (id: number) =>
  queryOptions<InvoicemailRecord, StintError>({
    queryKey: ['invoicemail', id],
    queryFn: ({ signal }) => stint.invoicemail.read(id, { signal }),
  })

interface LinkProps {
  readonly invoice: InvoiceRecord
}

export function PublicLink({ invoice }: LinkProps) {
  const messages = useMoneyMessages()
  const query = useQuery(invoiceMailQuery(invoice.id))
  return (
    <Section card title={messages.publicLink}>
      <p className={styles.small}>{messages.publicLinkText}</p>
      <QueryView query={query}>
        {(mail) => (mail.link === '' ? <CreateLink invoice={invoice} /> : <ShownLink invoice={invoice} mail={mail} />)}
      </QueryView>
    </Section>
  )
}

function CreateLink({ invoice }: LinkProps) {
  const messages = useMoneyMessages()
  const creating = useWrite('invoice', () => stint.invoice.link(invoice.id))
  return (
    <div>
      <Button small busy={creating.isPending} onPress={() => creating.mutate(undefined, { onError: showError })}>
        {messages.createLink}
      </Button>
    </div>
  )
}

function ShownLink({ invoice, mail }: LinkProps & { readonly mail: InvoicemailRecord }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const [asked, setAsked] = useState<'renew' | 'revoke' | null>(null)
  const renewing = useWrite('invoice', () => stint.invoice.link(invoice.id))
  const revoking = useWrite('invoice', () => stint.invoice.unlink(invoice.id))
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
