// The first values of a new invoice or recurring invoice of a project: term, taxes and texts of the client's last
// invoice, and the addresses of client and company. All of them can be changed in the form.
import type { ClientRecord, CompanyRecord, InvoiceRecord, InvoicetermRecord, ProjectRecord } from '@stint/sdk'
import { numberFieldText } from '../../api/formats.ts'
import { pageQuery } from '../../api/records.ts'

interface DefaultSources {
  readonly project: ProjectRecord
  readonly client: ClientRecord | undefined
  readonly company: CompanyRecord | undefined
  readonly terms: readonly InvoicetermRecord[] | undefined
  /** The last invoice of the client. */
  readonly last: InvoiceRecord | undefined
}

/** The last invoice of a client. */
export const lastInvoiceQuery = (clientid: number) =>
  pageQuery('invoice', { clientid, sortfield: 'date', sortdir: 'DESC' }, 1)

const addressOf = (owner: { readonly name?: string; readonly address?: string } | undefined): string =>
  [owner?.name, owner?.address].filter(Boolean).join('\n')

export const invoiceDefaults = ({ project, client, company, terms, last }: DefaultSources) => ({
  termid: last?.termid ?? terms?.[0]?.id ?? 1,
  purchaseorder: last?.projectid === project.id ? last.purchaseorder : '',
  disclaimer: last?.disclaimer ?? '',
  tax: numberFieldText(last?.tax),
  secondtax: numberFieldText(last?.second_tax),
  secondtaxcompound: last?.second_tax_compound ?? false,
  addressto: last?.addressto || addressOf(client),
  addressfrom: addressOf(company),
})
