// An estimate as a PDF, in the language of its client. It has the layout of an invoice, without what is owed. What it
// shares with invoices is in `printed-document.ts`.
import type { ReadTransaction, Rendering } from '../define/resource.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { chooseLanguage, estimateFileName } from '../kit/document-language.ts'
import {
  addressOr,
  linesOf,
  type PrintedFacts,
  readLines,
  readSender,
  readSums,
  rendererOf,
  sumsOf,
  textOf,
} from './printed-document.ts'
import { paddedNumber } from './visibility.ts'

const estimateOf = statement(sql`select ${paddedNumber('estimate.localid')}, estimate.title, estimate.description,
    estimate.date, estimate.validuntil, estimate.purchaseorder, estimate.addressfrom, estimate.addressto,
    estimate.disclaimer, project.name, client.name, client.address, client.language
  from estimate
  join project on project.accountid = estimate.accountid and project.id = estimate.projectid
  left join client on client.accountid = project.accountid and client.id = project.clientid
  where estimate.accountid = ${accountSlot} and estimate.id = ${slot('id')}`)

const estimateSums = sumsOf('estimate', sql`0`)
const estimateLines = linesOf('estimateitem', 'estimateid')

async function readEstimate(tx: ReadTransaction, id: number): Promise<PrintedFacts> {
  const row = ((await tx.first(estimateOf, { id })) ?? []).map(textOf)
  const [number = '', title = '', description = '', date = '', validUntil = '', purchaseorder = '', from = ''] = row
  const [to = '', disclaimer = '', project = '', client = '', address = '', language = ''] = row.slice(7)
  const company = await readSender(tx)
  const facts = {
    language: chooseLanguage(language, company.language),
    number,
    credited: null,
    estimate: { validUntil },
    status: '',
    title,
    description,
    date,
    datedue: '',
    purchaseorder,
    term: '',
    project,
    period: null,
    sender: addressOr(from, company.owner, company.address),
    recipient: addressOr(to, client, address),
    taxnumber: company.taxnumber,
    disclaimer,
    lines: await readLines(tx, estimateLines, id),
    ...(await readSums(tx, estimateSums, id)),
    payment: null,
    payments: [],
    credits: [],
  }
  return { facts, logohash: company.logohash }
}

export const estimatePdf: Rendering = {
  doc: 'The estimate as a PDF, as its client gets it.',
  mediatype: 'application/pdf',
  prepareRenderer: (tx, _actor, id) =>
    rendererOf(
      () => readEstimate(tx, id),
      ({ language, number }) => estimateFileName(language, number),
      `estimate ${id}`,
    ),
}
