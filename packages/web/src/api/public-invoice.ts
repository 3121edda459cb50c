// The requests of the public page of an invoice. They need no sign-in: the secret of the link is in their body.
import { faultOfAnswer, StintError } from '@stint/sdk'
import { appHeaders } from './client.ts'

/** The fields that the page shows, as the server writes them. */
export type PublicInvoiceFields = Readonly<
  Record<
    | 'language'
    | 'filename'
    | 'number'
    | 'creditof'
    | 'status'
    | 'title'
    | 'date'
    | 'datedue'
    | 'currency'
    | 'total'
    | 'balance'
    | 'company'
    | 'paymentinfo'
    | 'paylink'
    | 'iban'
    | 'bic'
    | 'accountholder'
    | 'reference'
    | 'qr',
    string
  >
>

async function post(path: string, body: object): Promise<Response> {
  const headers = { ...appHeaders, 'content-type': 'application/json' }
  const response = await fetch(`/app/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
    (cause: unknown) => {
      throw new StintError('network', 'No connection to the server', { cause })
    },
  )
  if (!response.ok) throw faultOfAnswer(response, await response.text())
  return response
}

/** This request counts as a view, unless somebody of the company looks at the page. */
export async function readPublicInvoice(code: string, isOwn: boolean): Promise<PublicInvoiceFields> {
  const response = await post('publicinvoice', { code, count: isOwn ? 'f' : 't' })
  return ((await response.json()) as { invoice: PublicInvoiceFields }).invoice
}

export const readPublicPdf = async (code: string): Promise<Blob> => (await post('publicinvoice/pdf', { code })).blob()
