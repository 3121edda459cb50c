// Sending an estimate: in the application only, or by mail with its PDF and a link to its public page. Reopening it
// makes it a draft again: its link, its decision and the mails that still wait are void (T-276).
import { managers } from '../define/actor.ts'
import type { ActionContext, UpdateAction } from '../define/resource.ts'
import { documentLinks } from '../mail/document-link.ts'
import { linkActions, mailDocument, mailFields } from './document-sending.ts'

/** A draft becomes a new revision; what was sent already is sent again as it is. */
const revisionToSend = ({ previous }: ActionContext): number =>
  Number(previous.revision) + (previous.state === 'draft' ? 1 : 0)

const markSent = (act: ActionContext, sentto: string): Promise<void> =>
  act.tx.update('estimate', act.id, {
    state: 'sent',
    datesent: act.actor.now,
    revision: revisionToSend(act),
    sentby: act.actor.personid,
    sentto,
    mailerror: '',
  })

async function mailEstimate(act: ActionContext): Promise<void> {
  const document = { resource: 'estimate', id: act.id, revision: revisionToSend(act) } as const
  await markSent(act, await mailDocument(act, document, 'send it without an email'))
}

const unsent = { datesent: null, sentby: null, sentto: '', mailerror: '', invoiceid: null }
const undecided = { datedecided: null, decidedby: null, signedby: '', onbehalf: 'f', decisionnote: '' }

async function reopenEstimate({ tx, id }: ActionContext): Promise<void> {
  await documentLinks.estimate.remove(tx, id)
  await tx.update('estimate', id, { state: 'draft', ...unsent, ...undecided })
}

export const estimateSendingActions: Readonly<Record<string, UpdateAction>> = {
  send: {
    doc: 'Makes it visible to the client, who can accept or decline it. From now on it cannot be changed until it is reopened. It sends no mail',
    roles: managers,
    run: (act) => markSent(act, ''),
  },
  mail: {
    doc: 'Sends it, and mails it with its PDF; one that was sent is mailed again. GET /estimatemail/ suggests recipients, subject and text',
    roles: managers,
    fields: mailFields,
    run: mailEstimate,
  },
  ...linkActions('estimate', 'an estimate that was sent'),
  reopen: {
    doc: 'Makes it a draft again, which the client does not see, unless it is converted. Its decision and its public link are deleted. It can be changed and sent again',
    roles: managers,
    run: reopenEstimate,
  },
}
