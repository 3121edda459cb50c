// A contact entry of a person, such as a phone number, e-mail or address. Everyone may write their own; only
// Administrators may write those of others. Entries of private people are hidden from Resources and Executives.
import { allRoles, me } from '../define/actor.ts'
import { forbidden } from '../define/api-error.ts'
import { computed, computedText, ref, stored } from '../define/fields.ts'
import { equalsId } from '../define/filters.ts'
import { plainText, recordId } from '../define/kinds.ts'
import { type Change, defineResource, type RecordRule, valueAfter } from '../define/resource.ts'
import { accountSlot, allConditions, sql, sqlName } from '../io/sql.ts'
import { contactsVisible, visiblePerson } from './person.ts'
import { emailError } from './person-kinds.ts'
import { seesAll } from './visibility.ts'

const emailContactType = 1

const notOwnError = (verb: string) =>
  forbidden(`personcontact: only Administrators may ${verb} the entries of another person`)

const ownContact = (verb: string): RecordRule => ({
  where: (viewer) => (seesAll(viewer) ? null : sql`personcontact.personid = ${me}`),
  error: () => notOwnError(verb),
})

function enforceContactRules(change: Change): void {
  const { actor, errors } = change
  if (!seesAll(actor) && valueAfter(change, 'personid') !== actor.personid) throw notOwnError('write')
  const value = String(valueAfter(change, 'value') ?? '')
  const error = valueAfter(change, 'contacttypeid') === emailContactType ? emailError(value) : null
  if (error !== null) errors.addInvalid('value', value, error)
}

export const personcontact = defineResource('personcontact', {
  doc: 'Contact entries (phone, e-mail, address, website ...) of a person.',
  access: { list: allRoles, read: allRoles, create: allRoles, update: allRoles, delete: allRoles },
  joins: { contacttype: 'personcontact.contacttypeid', contactdescriptor: 'personcontact.contactdescriptorid' },
  visible: (viewer) =>
    viewer.role === 'Administrator'
      ? null
      : sql`personcontact.personid in (select person.id from person where person.accountid = ${accountSlot}
          and ${allConditions([visiblePerson(viewer) ?? sql`person.id = ${me}`, contactsVisible(viewer)])})`,
  allowed: { update: [ownContact('write')], delete: [ownContact('delete')] },
  fields: {
    personid: ref('person', { required: true, allowInactive: true }),
    contacttypeid: ref('contacttype', { required: true, shown: false }),
    contactdescriptorid: ref('contactdescriptor', {
      required: true,
      shown: false,
      allowedTargets: {
        dependsOn: ['contacttypeid'],
        where: (of) => sql`contactdescriptor.contacttypeid = ${of('contacttypeid')}`,
      },
      doc: 'A descriptor of the contact type',
    }),
    contact_type_id: computed(recordId, sqlName('personcontact.contacttypeid'), {
      target: 'contacttype',
      doc: 'Written as contacttypeid',
    }),
    contact_descriptor_id: computed(recordId, sqlName('personcontact.contactdescriptorid'), {
      target: 'contactdescriptor',
      doc: 'Written as contactdescriptorid',
    }),
    value: stored(plainText(), { required: true }),
    contacttype: computedText(sqlName('contacttype.name')),
    contactdescriptor: computedText(sqlName('contactdescriptor.name')),
  },
  filters: {
    personid: equalsId('personid', 'Entries of the person'),
    contacttypeid: equalsId('contacttypeid', 'Entries of the contact type'),
    contactdescriptorid: equalsId('contactdescriptorid', 'Entries with the descriptor'),
  },
  requiredFilters: ['personid'],
  before: enforceContactRules,
})
