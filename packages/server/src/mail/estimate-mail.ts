// The subject and text of a mail with an estimate, in the language of the client, and the mail to the person who sent
// it when the client has decided. The row of the mail with the estimate is written in `document-mail.ts`.
import type { ReadTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { chooseLanguage, documentTexts, estimateFileName } from '../kit/document-language.ts'
import { multiLine, oneLine } from '../kit/mail-body.ts'
import { fillTemplate, withoutLinesOf } from './document-mail.ts'
import { recordTitle, visibleRows } from './mail-text.ts'
import { projectManagerIds } from './recipients.ts'
import { findAddressee, type MailContext, tellPeople } from './write-mails.ts'

const templateRow = statement(sql`select estimate.localid, estimate.title, account.name,
    cast(estimate.total as text), estimate.currency, estimate.validuntil, client.language, company.language
  from estimate
  join account on account.id = estimate.accountid
  join project on project.accountid = estimate.accountid and project.id = estimate.projectid
  left join client on client.accountid = project.accountid and client.id = project.clientid
  left join company on company.accountid = estimate.accountid
  where estimate.accountid = ${accountSlot} and estimate.id = ${slot('id')}`)

/** About an existing estimate. It does not check who may see it. */
export async function writeEstimateLetter(
  tx: ReadTransaction,
  id: number,
): Promise<{ subject: string; text: string; filename: string }> {
  const row = ((await tx.first(templateRow, { id })) ?? []).map((value) => String(value ?? ''))
  const [localid = '', title = '', company = '', total = '0', currency = '', validuntil = '', ...languages] = row
  const language = chooseLanguage(...languages)
  const texts = documentTexts(language)
  const { subject, text } = texts.estimate.mail
  const number = localid.padStart(5, '0')
  const values = {
    number,
    title,
    company,
    total: `${texts.formats.number(BigInt(total), 4, 2)} ${currency}`.trim(),
    validuntil: validuntil === '' ? '' : texts.formats.date(validuntil),
  }
  return {
    subject: fillTemplate(subject, values),
    text: fillTemplate(validuntil === '' ? withoutLinesOf(text, 'validuntil') : text, values),
    filename: estimateFileName(language, number),
  }
}

export interface EstimateDecision {
  readonly id: number
  readonly projectid: number
  readonly state: 'accepted' | 'declined'
  /** Who sent it; null if that is not known, as for those from before it was stored. */
  readonly sentby: number | null
  /** The name that was typed on the public page; null for a decision in the application. */
  readonly signedby: string | null
  readonly note: string
}

/** Tells the person who sent it; without one who can log in, the managers of the project. */
export async function tellOfDecision(context: MailContext, decision: EstimateDecision): Promise<void> {
  const { id, state, sentby, signedby, note } = decision
  const { tx, actor } = context
  const sender = sentby === null ? null : await findAddressee(tx, actor, sentby)
  await tellPeople(context, {
    kind: `estimate${state}`,
    to: sender === null ? await projectManagerIds(tx, decision.projectid) : [sender.reader.personid],
    about: { resource: 'estimate', id },
    write: ({ record, who, at }) => ({
      subject: `Estimate ${record.localid} was ${state}: ${oneLine(record.title ?? '')}`,
      blocks: [
        `${signedby === null ? who : `${oneLine(signedby)}, on the public page,`} ${state} ${recordTitle('estimate', record.localid, record.title)} on ${at}.`,
        ...visibleRows(record, { client: 'Client', project: 'Project', total: 'Total', currency: 'Currency' }),
        ...(note === '' ? [] : [{ quote: multiLine(note) }]),
      ],
      because: sender === null ? 'you manage the project' : 'you sent this estimate',
      path: `app/estimates/${id}`,
    }),
  })
}
