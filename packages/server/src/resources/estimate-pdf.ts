// An estimate as a PDF, in the language of its client. It has the layout of an invoice, without what is owed. What it
// shares with invoices is in `printed-document.ts`.
import { type Actor, actorValues } from '../define/actor.ts'
import { fullName } from '../define/fields.ts'
import type { ReadTransaction, Rendering } from '../define/resource.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { chooseLanguage, estimateFileName } from '../kit/document-language.ts'
import { isValid } from './estimate-decision.ts'
import {
  addressOr,
  linesOf,
  type PrintedFacts,
  printMoney,
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

export const renderEstimate = (tx: ReadTransaction, id: number) =>
  rendererOf(
    () => readEstimate(tx, id),
    ({ language, number }) => estimateFileName(language, number),
    `estimate ${id}`,
  )

export const estimatePdf: Rendering = {
  doc: 'The estimate as a PDF, as its client gets it.',
  mediatype: 'application/pdf',
  prepareRenderer: renderEstimate,
}

const sentRevision = statement(sql`select estimate.revision from estimate
  where estimate.accountid = ${accountSlot} and estimate.id = ${slot('id')} and estimate.state <> 'draft'`)

const revisionOf = async (tx: ReadTransaction, id: number): Promise<number | null> => {
  const row = await tx.first(sentRevision, { id })
  return row === undefined ? null : Number(row[0])
}

/**
 * What `read` returns of the estimate as it was sent; null for a draft. It can only change by being reopened and sent
 * again, so with the same revision before and after, nothing of a draft was read between (T-276).
 */
export async function readSent<T>(
  tx: ReadTransaction,
  id: number,
  read: (revision: number) => Promise<T>,
): Promise<T | null> {
  const revision = await revisionOf(tx, id)
  if (revision === null) return null
  const result = await read(revision)
  return (await revisionOf(tx, id)) === revision ? result : null
}

const decisionOf = statement(sql`select owner.name, estimate.state, case when ${isValid} then 'f' else 't' end,
    coalesce(estimate.datedecided, ''),
    case when estimate.signedby <> '' then estimate.signedby else coalesce(${fullName('decider')}, '') end
  from estimate join account owner on owner.id = estimate.accountid
  left join person decider on decider.accountid = estimate.accountid and decider.id = estimate.decidedby
  where estimate.accountid = ${accountSlot} and estimate.id = ${slot('id')}`)

/** What the public page of an estimate shows: what its client sees. Null for a draft. */
export const readPublicEstimate = (tx: ReadTransaction, actor: Actor, id: number) =>
  readSent(tx, id, async (revision): Promise<Record<string, string>> => {
    const { facts } = await readEstimate(tx, id)
    const [company, state, expired, datedecided, decider] = (
      (await tx.first(decisionOf, { ...actorValues(actor), id })) ?? []
    ).map(textOf)
    const { language, number, title, date, currency, total, estimate } = facts
    return {
      language,
      filename: estimateFileName(language, number),
      number,
      title,
      date,
      validuntil: estimate?.validUntil ?? '',
      currency,
      total: printMoney(total),
      company: textOf(company),
      revision: String(revision),
      state: textOf(state),
      expired: state === 'sent' ? textOf(expired) : 'f',
      datedecided: textOf(datedecided),
      decider: textOf(decider),
    }
  })
