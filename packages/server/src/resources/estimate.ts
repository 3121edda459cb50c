// An estimate: what work of a project would cost. A client accepts or declines it, and an accepted one becomes the
// draft of an invoice (docs/adr/0040-estimates.md). Rules are in `estimate-rules.ts`, actions in `estimate-actions.ts`.
import { executiveOnly, today } from '../define/actor.ts'
import { computed, computedText, fullName, ref, sequence, stored } from '../define/fields.ts'
import { anyOf, flagFilter, fromDay, isChoice, untilDay } from '../define/filters.ts'
import { date, datetime, fiveDigitNumber, flag, integer, money, plainText, recordId, tax } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { searchedColumn, searchedNumber, searchFilter } from '../define/search-filters.ts'
import { sql, sqlName } from '../io/sql.ts'
import { currency } from './company-kinds.ts'
import { estimateActions, estimateRules } from './estimate-actions.ts'
import { estimatePdf } from './estimate-pdf.ts'
import {
  afterEstimateWrite,
  completeEstimate,
  estimateStates,
  resolveEstimateFields,
  seenEstimate,
} from './estimate-rules.ts'
import { shownNumber } from './invoice-number.ts'
import { moneyReaders, moneyWriters, paddedNumber } from './visibility.ts'

const hideFrom = executiveOnly

const storedSum = (doc: string) => stored(money, { readOnly: true, default: 0, doc })

const isExpired = sql`estimate.state = 'sent' and estimate.validuntil is not null and estimate.validuntil < ${today}`

export const estimate = defineResource('estimate', {
  doc: 'Estimates of projects, which clients accept or decline.',
  access: {
    list: moneyReaders,
    read: moneyReaders,
    create: moneyWriters,
    update: moneyWriters,
    delete: moneyWriters,
  },
  extensionOperations: ['list', 'read', 'create', 'update', 'delete'],
  actions: estimateActions,
  renderings: { pdf: estimatePdf },
  joins: {
    project: 'estimate.projectid',
    client: 'project.clientid',
    invoice: 'estimate.invoiceid',
    decider: ['person', 'estimate.decidedby'],
  },
  visible: seenEstimate,
  allowed: estimateRules,
  fields: {
    projectid: ref('project', { required: true, allowInactive: true }),
    localid: sequence('estimate', fiveDigitNumber, { doc: 'Number of the estimate, zero-padded; never given twice' }),
    title: stored(plainText(255), { required: true }),
    date: stored(date, { required: true }),
    validuntil: stored(date, { doc: 'Last day on which the client can accept it; blank for no limit' }),
    description: stored(plainText()),
    addressfrom: stored(plainText()),
    addressto: stored(plainText()),
    purchaseorder: stored(plainText(55)),
    disclaimer: stored(plainText()),
    tax: stored(tax, { doc: 'Percentage of the subtotal' }),
    secondtax: stored(tax, { doc: 'Second tax in percent' }),
    secondtaxcompound: stored(flag, { default: 'f', doc: "'t' when the second tax is on the first one too" }),
    currency: stored(currency, {
      doc: 'Currency of its amounts; that of its client unless sent. Blank when neither client nor company have one',
    }),
    state: stored(plainText(), { readOnly: true, default: 'draft', doc: 'draft, sent, accepted or declined' }),
    expired: computed(flag, sql`case when ${isExpired} then 't' else 'f' end`, {
      nullable: false,
      doc: "'t' when it was sent, nobody has decided, and its last day is over",
    }),
    revision: stored(integer, { readOnly: true, default: 0, doc: 'How often it was sent' }),
    datesent: stored(datetime, { readOnly: true, doc: 'When it was sent last' }),
    sentby: stored(recordId, { hideFrom, readOnly: true, target: 'person', doc: 'Who sent it last' }),
    sentto: stored(plainText(), {
      hideFrom,
      readOnly: true,
      doc: 'Addresses that it was mailed to; blank if it was sent in the application only',
    }),
    mailerror: stored(plainText(), {
      hideFrom,
      readOnly: true,
      doc: 'Why the mail server has not taken its last mail so far; blank otherwise',
    }),
    datedecided: stored(datetime, { readOnly: true, doc: 'When it was accepted or declined' }),
    decidedby: ref('person', { readOnly: true, doc: 'Who accepted or declined it in the application' }),
    signedby: stored(plainText(), { readOnly: true, doc: 'The name that was typed on the public page to decide' }),
    decider: computedText(
      sql`case when estimate.signedby <> '' then estimate.signedby else ${fullName('decider')} end`,
      {
        doc: 'Name of that person, or the one that was typed',
      },
    ),
    onbehalf: stored(flag, {
      readOnly: true,
      default: 'f',
      doc: "'t' when the decision was recorded on behalf of the client",
    }),
    decisionnote: stored(plainText(), { readOnly: true, doc: 'Comment on the decision' }),
    invoiceid: stored(recordId, {
      hideFrom,
      readOnly: true,
      target: 'invoice',
      doc: 'The invoice that it was converted to',
    }),
    invoicenumber: computedText(sql`case when invoice.id is not null then ${shownNumber} end`, {
      hideFrom,
      doc: 'Number of that invoice; blank if it was deleted',
    }),
    numitems: stored(integer, { readOnly: true, default: 0, doc: 'Number of its lines' }),
    subtotal: storedSum('Sum of its lines'),
    taxamount: computed(money, sql`case when estimate.tax is not null then estimate.taxamount end`),
    secondtaxamount: computed(money, sql`case when estimate.secondtax is not null then estimate.secondtaxamount end`),
    total: storedSum('Subtotal and taxes'),
    project: computedText(sqlName('project.name')),
    client: computedText(sqlName('client.name')),
    clientid: computed(recordId, sqlName('project.clientid'), { target: 'client' }),
  },
  inSearch: { title: ['title'], context: 'client' },
  filters: {
    localid: anyOf('localid', 'By number'),
    clientid: anyOf('clientid', 'Estimates of the clients'),
    projectid: anyOf('projectid', 'Estimates of the projects'),
    invoiceid: anyOf('invoiceid', 'Those that were converted to the invoices'),
    datebegin: fromDay('date', 'Dated on or after'),
    dateend: untilDay('date', 'Dated on or before'),
    state: isChoice('state', estimateStates, 'By their state'),
    expired: flagFilter(
      'Expired estimates, or all others',
      () => isExpired,
      () => sql`not (${isExpired})`,
    ),
    search: searchFilter('Matches title, description, number, purchase order and both addresses', (use) =>
      ['title', 'description', 'purchaseorder', 'addressfrom', 'addressto']
        .map((column) => searchedColumn(use, column))
        .concat(searchedNumber(use, 'localid', paddedNumber('estimate.localid'))),
    ),
  },
  sorts: {
    id: 'id',
    localid: 'localid',
    date: 'date',
    validuntil: 'validuntil',
    title: 'title',
    project: 'project',
    client: 'client',
    state: 'state',
    total: 'total',
  },
  resolveFields: resolveEstimateFields,
  before: completeEstimate,
  after: afterEstimateWrite,
})
