// The mail that is suggested for an estimate: the recipients of the client's last estimate, and subject and text in the
// language of the client. It sends nothing; the action `mail` of the estimate does.
import { managers } from '../define/actor.ts'
import { defineEndpoint } from '../define/endpoint.ts'
import { recordId } from '../define/kinds.ts'
import { writeEstimateLetter } from '../mail/estimate-mail.ts'
import { suggesterOf, suggestionFields } from './document-suggestion.ts'
import { estimate } from './estimate.ts'

const suggest = suggesterOf({ name: 'estimate', resource: estimate, letter: writeEstimateLetter })

export const estimatemail = defineEndpoint('estimatemail', {
  doc: 'The mail that is suggested for an estimate. The member id is the estimate id.',
  extension: true,
  record: {
    estimateid: { kind: recordId, doc: 'The estimate' },
    ...suggestionFields('estimate', 'In the language of the client'),
  },
  collection: {},
  member: {
    GET: {
      roles: managers,
      doc: 'The recipients, the subject and the text that are suggested for POST /estimate/9/mail/.',
      status: 200,
      run: async (call) => ({ status: 200, record: { estimateid: String(call.id), ...(await suggest(call)) } }),
    },
  },
})
