// The requests of the public pages of invoices and estimates. They need no sign-in: the secret of the link is in their
// body.
import { errorFromResponse, StintError } from '@stint/sdk'
import { appHeaders } from './app-headers.ts'

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
  if (!response.ok) throw errorFromResponse(response, await response.text())
  return response
}

export type PublicEstimateFields = Readonly<
  Record<
    | 'language'
    | 'filename'
    | 'number'
    | 'title'
    | 'date'
    | 'validuntil'
    | 'currency'
    | 'total'
    | 'company'
    | 'revision'
    | 'state'
    | 'expired'
    | 'datedecided'
    | 'decider',
    string
  >
>

export interface PublicFields {
  readonly invoice: PublicInvoiceFields
  readonly estimate: PublicEstimateFields
}

export type PublicResource = keyof PublicFields

/** This request counts as a view, unless somebody of the company looks at the page. */
export async function readPublicDocument<K extends PublicResource>(
  resource: K,
  code: string,
  isOwn: boolean,
): Promise<PublicFields[K]> {
  const response = await post(`public${resource}`, { code, count: isOwn ? 'f' : 't' })
  return ((await response.json()) as PublicFields)[resource]
}

export const readPublicPdf = async (resource: PublicResource, code: string): Promise<Blob> =>
  (await post(`public${resource}/pdf`, { code })).blob()

/** Decides about the revision that the page shows. */
export async function decidePublicEstimate(
  decision: 'accept' | 'decline',
  fields: Readonly<Record<'code' | 'revision' | 'name' | 'note', string>>,
): Promise<void> {
  await post(`publicestimate/${decision}`, fields)
}
