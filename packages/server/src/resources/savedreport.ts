// A report that a person keeps under a name: which one, its parameters, and a relative period that stays relative.
// Like saved filters, each person has their own and may share them with everyone but Executives (ADR 51). Reading a
// report is left to the report, which decides what its reader sees.
import { allRoles, me } from '../define/actor.ts'
import { forbidden } from '../define/api-error.ts'
import { computedText, fullName, ref, savedReportQuery, stored } from '../define/fields.ts'
import { flag, plainText } from '../define/kinds.ts'
import { defineResource, type FieldChange, knownValue, type RecordRule } from '../define/resource.ts'
import { sql } from '../io/sql.ts'
import { oneOf } from './company-kinds.ts'

const notOwnerError = () => forbidden('personid: only its owner can change a saved report')

/** Administrators also write only their own, because a saved report is a personal choice of its owner. */
const byOwner: RecordRule = { where: () => sql`savedreport.personid = ${me}`, error: notOwnerError }

/** The periods that the web application offers. Which days they are depends on the day on which it is opened. */
export const spans = [
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'thisYear',
  'lastYear',
  'twelveMonths',
  'allTime',
] as const

/** Days and a relative period would contradict each other tomorrow. */
function rejectDaysOfSpan(change: FieldChange): void {
  const span = String(knownValue(change, 'span') ?? '')
  const params = String(knownValue(change, 'params') ?? '')
  if (span !== '' && /(^|&)(datebegin|dateend)=/.test(params))
    change.errors.addInvalid('span', span, 'is the period already; remove datebegin and dateend from params')
}

export const savedreport = defineResource('savedreport', {
  noun: ['saved report', 'saved reports'],
  doc: "Saved reports: one's own and those that others share; Executives see only their own.",
  access: { list: allRoles, read: allRoles, create: allRoles, update: allRoles, delete: allRoles },
  extensionOperations: ['list', 'read', 'create', 'update', 'delete'],
  joins: { person: 'savedreport.personid' },
  visible: ({ role }) =>
    // A shared report has the name of its owner, and ids of people and projects: nothing for a client (T-294).
    role === 'Executive'
      ? sql`savedreport.personid = ${me}`
      : sql`savedreport.personid = ${me} or savedreport.shared = 't'`,
  allowed: { update: [byOwner], delete: [byOwner] },
  fields: {
    personid: ref('person', { required: true, createOnly: true, doc: 'The owner: the caller' }),
    title: stored(plainText(255), { required: true }),
    report: stored(plainText(40), {
      required: true,
      doc: 'The name of a report that the owner may read, such as unbilled',
    }),
    params: savedReportQuery('report', {
      doc: 'A query of the report without format, such as groupby=person&projectid=5; blank for none',
    }),
    span: stored(oneOf(spans, `must be one of ${spans.join(', ')}`), {
      doc: `A period that is relative to the day on which it is opened, in place of datebegin and dateend: ${spans.join(', ')}; blank for none`,
    }),
    compare: stored(flag, { default: 'f', doc: 'Whether it is shown beside the period before' }),
    shared: stored(flag, {
      default: 'f',
      doc: 'Whether everyone of the account except Executives may see it',
    }),
    person: computedText(fullName('person'), { nullable: false, doc: "The owner's name" }),
  },
  resolveFields: rejectDaysOfSpan,
  before: ({ previous, values, actor }) => {
    if (previous === null && values.personid !== actor.personid) throw notOwnerError()
  },
})
